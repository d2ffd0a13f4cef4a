"""Bytes to text: which encoding a page or a text is in."""

from __future__ import annotations

import codecs
import re

_HEAD_BYTES = 1024
# Both in lower case: most pages declare nothing, which is told sooner without a pattern.
_DECLARING = (b"charset", b"encoding")
_DECLARATION = re.compile(
    rb"<meta\b[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w:.-]{2,40})|^\s*<\?xml\b[^>]{0,100}?encoding\s*=\s*[\"']([\w:.-]{2,40})"
)
_PARAMETER = re.compile(r";\s*charset\s*=\s*[\"']?\s*([\w:.-]{2,40})", re.IGNORECASE)
_SELF_DESCRIBED = frozenset(["text/html", "application/xhtml+xml", "application/xml", "text/xml"])
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Names that pages use -> what browsers take them for. No other codec is used: some are slow, some are no encodings.
_CODECS: dict[str, str] = {
    **dict.fromkeys(["utf-8", "utf8", "unicode-1-1-utf-8"], "utf-8"),
    **dict.fromkeys(
        ["iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "ascii", "us-ascii", "windows-1252", "cp1252",
         "x-cp1252"], "cp1252",
    ),
    **{f"iso-8859-{part}": f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    **{f"windows-{page}": f"cp{page}" for page in (1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258)},
    **{f"cp{page}": f"cp{page}" for page in (1250, 1251, 1253, 1254, 1255, 1256, 1257, 1258)},
    **dict.fromkeys(["latin2", "latin-2", "iso8859-2"], "iso8859-2"),
    **dict.fromkeys(["iso-8859-9", "latin5", "iso8859-9"], "cp1254"),
    **dict.fromkeys(["iso-8859-11", "tis-620", "windows-874"], "cp874"),
    "latin9": "iso8859-15", "iso-8859-8-i": "iso8859-8", "ibm866": "cp866", "cp866": "cp866", "koi8-r": "koi8-r",
    "koi8": "koi8-r", "koi8-u": "koi8-u", "macintosh": "mac-roman", "x-mac-cyrillic": "mac-cyrillic",
    **dict.fromkeys(["gb2312", "gb_2312-80", "gbk", "x-gbk", "gb18030"], "gb18030"),
    **dict.fromkeys(["big5", "big5-hkscs", "x-x-big5", "cn-big5"], "big5hkscs"),
    **dict.fromkeys(["shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "ms_kanji"], "cp932"),
    **dict.fromkeys(["euc-jp", "x-euc-jp"], "euc-jp"), "iso-2022-jp": "iso2022-jp",
    **dict.fromkeys(["euc-kr", "ks_c_5601-1987", "ks_c_5601-1989", "korean", "windows-949"], "cp949"),
    **dict.fromkeys(["utf-16", "utf-16le", "unicode"], "utf-16-le"), "utf-16be": "utf-16-be",
}  # fmt: skip
# Encodings whose text may look like another: bytes without the highest bit, or pairs of any bytes.
_NEVER_UTF_8 = frozenset(["utf-16-le", "utf-16-be", "iso2022-jp"])
_ANY_BYTES = frozenset(["cp1252"])
# Without a declaration, a text with fewer high bytes than one in so many is taken for a Western European one.
_LETTERS_PER_HIGH_BYTE = 4


def decode(content: bytes, mimetype: str) -> str:
    """Return the text of a page or a plain text. Never raises; what is no text becomes U+FFFD.

    A byte order mark decides, then the `charset` of the MIME type, then what a page's head declares, then UTF-8. Bytes
    that are UTF-8 after all are read so whatever a page's head says, and whatever a name that fits any bytes says.
    """
    kind = mimetype.partition(";")[0].strip().lower()
    raw = to_utf_8(content, charset_of(mimetype), looks_inside=kind in _SELF_DESCRIBED)
    return raw.decode("utf-8", "replace").removeprefix("\ufeff")


def charset_of(mimetype: str) -> str:
    """Return the `charset` parameter of a MIME type, or ""."""
    found = _PARAMETER.search(mimetype)
    return found[1].lower() if found else ""


def to_utf_8(raw: bytes, charset: str = "", *, looks_inside: bool = True) -> bytes:
    """Return a page in UTF-8. `charset` is what its source declares; `looks_inside` asks the page's head too."""
    for mark, codec in _BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            return raw if codec == "utf-8" else raw[2:].decode(codec, "replace").encode("utf-8", "replace")
    declared = _CODECS.get(charset.lower(), "")
    inner = _inner_codec(raw) if not declared and looks_inside else ""
    codec = declared or inner
    if codec == "utf-8" or (raw.isascii() and codec not in _NEVER_UTF_8):
        return raw
    if codec in _NEVER_UTF_8:
        return raw.decode(codec, "replace").encode("utf-8", "replace")
    trusts_bytes = not declared or declared in _ANY_BYTES
    if _is_utf_8(raw) and (trusts_bytes or not _is_in(raw, codec)):
        return raw
    if codec:
        return raw.decode(codec, "replace").encode("utf-8", "replace")
    return raw.decode("cp1252", "replace").encode() if _looks_western(raw) else raw


def _inner_codec(raw: bytes) -> str:
    head = raw[:_HEAD_BYTES].lower()
    found = _DECLARATION.search(head) if any(word in head for word in _DECLARING) else None
    codec = _CODECS.get((found[1] or found[2]).decode("ascii"), "") if found else ""
    # A declaration that can be read as ASCII is not in UTF-16.
    return "utf-8" if codec.startswith("utf-16") else codec


def _is_utf_8(raw: bytes) -> bool:
    return _is_in(raw, "utf-8")


def _is_in(raw: bytes, codec: str) -> bool:
    try:
        raw.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _looks_western(raw: bytes) -> bool:
    """Tell whether bytes hold no UTF-8 at all, and few enough high ones for a Western European text."""
    text = raw.decode("utf-8", "replace")
    high = sum(
        text.count(character) for character in set(text) if character > "\x7f" and character != "\ufffd"
    )
    return high == 0 and text.count("\ufffd") * _LETTERS_PER_HIGH_BYTE < len(text)
