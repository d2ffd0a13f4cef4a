"""Which encoding a page or a text is in."""

from __future__ import annotations

import pytest
from html_reading import page, texts

from bookwheel.html import decode, parse, parse_lead

RUSSIAN = "Привет, мир"


@pytest.mark.parametrize(
    ("content", "mimetype", "expected"),
    [
        ("café".encode(), "text/html", "café"),
        ("café".encode("latin-1"), "text/plain; charset=iso-8859-1", "café"),
        ("café".encode("latin-1"), 'TEXT/PLAIN;format=flowed; Charset="Latin1"', "café"),
        ("“café”".encode("cp1252"), "text/html;charset=ISO-8859-1", "“café”"),
        (RUSSIAN.encode("cp1251"), "text/plain; charset=windows-1251", RUSSIAN),
        (RUSSIAN.encode("koi8-r"), "text/plain; charset=koi8-r", RUSSIAN),
        ("日本語テスト".encode("shift_jis"), "text/plain; charset=Shift_JIS", "日本語テスト"),
        ("日本語".encode("iso2022-jp"), "text/plain; charset=iso-2022-jp", "日本語"),
        ("联通".encode("gbk"), "text/plain; charset=gb2312", "联通"),
        (RUSSIAN.encode("utf-16-le"), "text/plain; charset=utf-16le", RUSSIAN),
        (RUSSIAN.encode("utf-16"), "text/plain; charset=iso-8859-1", RUSSIAN),
        ("\ufeffcafé".encode(), "text/plain; charset=iso-8859-1", "café"),
        (RUSSIAN.encode(), "text/plain; charset=iso-8859-1", RUSSIAN),
        (RUSSIAN.encode(), "text/plain; charset=windows-1252", RUSSIAN),
        ("naïve café".encode("latin-1"), "text/plain", "naïve café"),
        (b"caf\xe9 \xd0\x9f", "text/plain", "caf\ufffd П"),
        (RUSSIAN.encode("cp1251"), "text/plain", "\ufffd" * 6 + ", " + "\ufffd" * 3),
        (b"caf\xc3\xa9 \xff", "text/plain; charset=utf-8", "café \ufffd"),
        ("café".encode(), "text/plain; charset=punycode", "café"),
        ("café".encode(), "text/plain; charset=", "café"),
        (b"", "", ""),
        ("<meta charset=koi8-r>é".encode(), "text/plain", "<meta charset=koi8-r>é"),
        (b"<meta charset=koi8-r>\xe9", "text/plain", "<meta charset=koi8-r>é"),
    ],
)
def test_a_text_is_decoded_as_its_source_declares(content: bytes, mimetype: str, expected: str):
    assert decode(content, mimetype) == expected


@pytest.mark.parametrize(
    "head",
    [
        '<meta charset="windows-1251">',
        "<META http-equiv=Content-Type content='text/html; charset=Windows-1251'>",
        '<?xml version="1.0" encoding="windows-1251"?>',
        '<script charset="utf-8"></script><meta charset=cp1251>',
    ],
)
def test_a_page_s_head_declares_its_encoding(head: str):
    raw = f"{head}<p>{RUSSIAN}</p>"
    assert RUSSIAN in list(texts(parse(page(raw.encode("cp1251")))))
    assert decode(raw.encode("cp1251"), "text/html") == raw
    assert RUSSIAN in list(texts(parse(page(raw.encode()))))  # written anew in UTF-8, with the old head


def test_what_the_source_declares_comes_before_what_the_page_declares():
    raw = f"<meta charset='koi8-r'><p>{RUSSIAN}</p>".encode("cp1251")
    declared = page(raw)._replace(charset="windows-1251")
    assert RUSSIAN in list(texts(parse(declared)))
    assert RUSSIAN in list(texts(parse_lead(declared)))


def test_pages_in_two_byte_encodings_are_read():
    raw = f"<html><head><title>x</title></head><body><p>{RUSSIAN}</p></body></html>"
    assert RUSSIAN in list(texts(parse(page(raw.encode("utf-16")))))
    assert RUSSIAN in list(texts(parse(page(raw.encode("utf-16-be"))._replace(charset="utf-16be"))))


@pytest.mark.parametrize("charset", ["hex", "idna", "unicode_escape", "utf-7", "undefined", "x" * 50, "é"])
def test_names_that_are_no_encodings_of_pages_are_passed_over(charset: str):
    assert decode(b"+AGE- \\x41 p", f"text/plain; charset={charset}") == "+AGE- \\x41 p"
    assert list(texts(parse(page(b"<p>a")._replace(charset=charset)))) == ["", "a"]
