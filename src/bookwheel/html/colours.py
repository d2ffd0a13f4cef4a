"""Colours as style sheets write them."""

from __future__ import annotations

import re
from typing import NamedTuple


class Colour(NamedTuple):
    """Red, green, blue in 0 to 255; opacity in 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0


WHITE = Colour(255, 255, 255)

_NAMED: str = """
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000
blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00
chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b
darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b
darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a
darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1
darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222
floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520
gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082
ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6
lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3
lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899
lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6
magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db
mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585
midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6
olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98
paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd
powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513
salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb
slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c
teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5
yellow ffff00 yellowgreen 9acd32 canvas ffffff canvastext 000000 window ffffff field ffffff
"""
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$")
_FUNCTION = re.compile(r"(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(([^()]*)\)$")
_LIGHT = re.compile(r"light-dark\(([^,()]*(?:\([^()]*\))?),")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?")
_NEAR = 8
_LEAST_CHROMA = 0.03  # of lightness
_LONGEST_ATTRIBUTE = 128


def _from_hex(digits: str) -> Colour:
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    values = [int(digits[at : at + 2], 16) for at in range(0, len(digits), 2)]
    return Colour(values[0], values[1], values[2], values[3] / 255 if len(values) > 3 else 1.0)


_BY_NAME = {name: _from_hex(digits) for name, digits in zip(*[iter(_NAMED.split())] * 2, strict=True)}
_BY_NAME["transparent"] = Colour(0, 0, 0, 0.0)


def read_colour(text: str) -> Colour | None:
    """Read a colour in lower case; None for anything else, also for those that depend on the surroundings."""
    known = _BY_NAME.get(text)
    if known is not None:
        return known
    digits = _HEX.match(text)
    if digits:
        return _from_hex(digits[1])
    if text.startswith("light-dark("):
        light = _LIGHT.match(text)
        return read_colour(light[1].strip()) if light else None
    found = _FUNCTION.match(text)
    return _from_function(found[1], re.split(r"[\s,/]+", found[2].strip())) if found else None


def _from_function(kind: str, parts: list[str]) -> Colour | None:
    if kind == "color":
        parts = parts[
            1:
        ]  # the space of colours, as good as red, green and blue where all that counts is white and black
    numbers = [_NUMBER.match(part) for part in parts]
    if not 3 <= len(parts) <= 4 or not all(
        number or part == "none" for number, part in zip(numbers, parts, strict=True)
    ):
        return None
    values = [float(number[0]) if number else 0.0 for number in numbers]
    alpha = values[3] / (100 if parts[3].endswith("%") else 1) if len(values) > 3 else 1.0
    shares = [value / 100 if part.endswith("%") else value for value, part in zip(values, parts, strict=True)]
    match kind:
        case "rgb":
            scaled = [
                value * 2.55 if part.endswith("%") else value
                for value, part in zip(values[:3], parts, strict=False)
            ]
        case "color":
            scaled = [share * 255 for share in shares[:3]]
        case "hsl":
            return _from_hsl(values[0], values[1] / 100, values[2] / 100, alpha)
        case "hwb":
            return _from_hwb(values[0], values[1] / 100, values[2] / 100, alpha)
        case _:
            scale = 1 if kind.startswith("ok") else 100
            lightness = shares[0] if parts[0].endswith("%") else values[0] / scale
            chroma = abs(values[1]) if kind.endswith("lch") else max(abs(values[1]), abs(values[2]))
            # Told from grey, not which colour it is.
            rest = lightness * (1 if chroma <= _LEAST_CHROMA * scale else 0.5)
            scaled = [lightness * 255, rest * 255, rest * 255]
    red, green, blue = (min(max(value, 0), 255) for value in scaled)
    return Colour(red, green, blue, alpha)


def read_attribute(text: str) -> Colour | None:
    """Read a colour as attributes of old pages give it: anything is one, but nothing and "transparent"."""
    text = text.strip().lower()[:_LONGEST_ATTRIBUTE]
    if not text or text == "transparent":
        return None
    known = _BY_NAME.get(text)
    if known is not None:
        return known
    digits = re.sub(r"[^0-9a-f]", "0", text.removeprefix("#"))
    if len(digits) == 3 and text[0] == "#":
        return _from_hex(digits)
    digits += "0" * (-len(digits) % 3 or 3 * (not digits))
    size = len(digits) // 3
    parts = [digits[at : at + size][-8:] for at in range(0, 3 * size, size)]
    while len(parts[0]) > 2 and all(part[0] == "0" for part in parts):
        parts = [part[1:] for part in parts]
    red, green, blue = (int(part[:2], 16) for part in parts)
    return Colour(red, green, blue)


def _from_hwb(hue: float, white: float, black: float, alpha: float) -> Colour:
    if white + black >= 1:
        grey = 255 * white / (white + black)
        return Colour(grey, grey, grey, alpha)
    pure = _from_hsl(hue, 1, 0.5, alpha)
    red, green, blue = (channel * (1 - white - black) + 255 * white for channel in pure[:3])
    return Colour(red, green, blue, alpha)


def _from_hsl(hue: float, saturation: float, lightness: float, alpha: float) -> Colour:
    reach = saturation * min(lightness, 1 - lightness)

    def channel(offset: int) -> float:
        turn = (offset + hue / 30) % 12
        return 255 * (lightness - reach * max(-1.0, min(turn - 3, 9 - turn, 1)))

    return Colour(channel(0), channel(8), channel(4), alpha)


def is_near(one: Colour, other: Colour) -> bool:
    """Tell whether two colours cannot be told apart by eye."""
    return all(abs(a - b) <= _NEAR for a, b in zip(one[:3], other[:3], strict=True))
