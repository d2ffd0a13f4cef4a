"""The pictures of the demo encyclopaedia, drawn by code: small PNG and SVG files, always the same bytes."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Callable

Colour = tuple[int, int, int]
Point = tuple[float, float]

PAPER: Colour = (250, 246, 235)
INK: Colour = (58, 44, 38)
BRASS: Colour = (190, 150, 70)
OAK: Colour = (140, 95, 55)
OVERSAMPLING = 3


class Canvas:
    """A picture in the making; coordinates are pixels of the finished picture."""

    def __init__(self, width: int, height: int, background: Colour = PAPER) -> None:
        self.width = width * OVERSAMPLING
        self.height = height * OVERSAMPLING
        self.rows = [bytearray(bytes(background) * self.width) for _ in range(self.height)]

    def fill(
        self,
        is_inside: Callable[[float, float], bool],
        box: tuple[float, float, float, float],
        colour: Colour,
    ) -> None:
        """Paint every sample of `box` (left, top, right, bottom) for which `is_inside` holds."""
        left, top, right, bottom = (round(edge * OVERSAMPLING) for edge in box)
        for y in range(max(top, 0), min(bottom + 1, self.height)):
            for x in range(max(left, 0), min(right + 1, self.width)):
                if is_inside((x + 0.5) / OVERSAMPLING, (y + 0.5) / OVERSAMPLING):
                    self.rows[y][3 * x : 3 * x + 3] = bytes(colour)

    def ring(self, x: float, y: float, outer: float, inner: float, colour: Colour) -> None:
        """Draw a disc with a hole; a full disc when `inner` is 0."""
        self.fill(
            lambda px, py: inner * inner <= (px - x) ** 2 + (py - y) ** 2 <= outer * outer,
            (x - outer, y - outer, x + outer, y + outer),
            colour,
        )

    def line(self, start: Point, end: Point, width: float, colour: Colour) -> None:
        """Draw a straight stroke with round ends."""
        (x1, y1), (x2, y2) = start, end
        length_squared = (x2 - x1) ** 2 + (y2 - y1) ** 2 or 1.0

        def is_near(px: float, py: float) -> bool:
            along = max(0.0, min(1.0, ((px - x1) * (x2 - x1) + (py - y1) * (y2 - y1)) / length_squared))
            return (px - x1 - along * (x2 - x1)) ** 2 + (
                py - y1 - along * (y2 - y1)
            ) ** 2 <= width * width / 4

        box = (min(x1, x2) - width, min(y1, y2) - width, max(x1, x2) + width, max(y1, y2) + width)
        self.fill(is_near, box, colour)

    def png(self) -> bytes:
        """Return the finished picture, its samples averaged."""
        lines = bytearray()
        for y in range(0, self.height, OVERSAMPLING):
            lines.append(0)
            block = self.rows[y : y + OVERSAMPLING]
            for x in range(0, self.width, OVERSAMPLING):
                for channel in range(3):
                    total = sum(row[3 * (x + dx) + channel] for row in block for dx in range(OVERSAMPLING))
                    # Sixteen steps a channel keep the files small.
                    lines.append(min(255, round(total / OVERSAMPLING**2 / 17) * 17))
        width, height = self.width // OVERSAMPLING, self.height // OVERSAMPLING
        return b"".join(
            (
                b"\x89PNG\r\n\x1a\n",
                _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
                _chunk(b"IDAT", zlib.compress(bytes(lines), 9)),
                _chunk(b"IEND", b""),
            )
        )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bookwheel(size: int) -> bytes:
    """Draw a wheel with eight desks that all slope the same way."""
    canvas = Canvas(size, size)
    centre, radius = size / 2, size * 0.36
    for spoke in range(8):
        angle = math.tau * spoke / 8
        x, y = centre + radius * math.cos(angle), centre + radius * math.sin(angle)
        canvas.line((centre, centre), (x, y), size / 40, OAK)
    canvas.ring(centre, centre, radius + size / 50, radius - size / 50, OAK)
    canvas.ring(centre, centre, size / 12, 0, BRASS)
    for spoke in range(8):
        angle = math.tau * spoke / 8
        x, y = centre + radius * math.cos(angle), centre + radius * math.sin(angle)
        half = size * 0.1
        canvas.line((x - half, y + half / 2), (x + half, y - half / 2), size / 24, INK)
        canvas.ring(x, y, size / 28, 0, BRASS)
    return canvas.png()


def epicyclic_gears(size: int) -> bytes:
    """Draw a sun gear, three planets and a ring gear, as circles of their pitch."""
    canvas = Canvas(size, size)
    centre, sun = size / 2, size * 0.11
    planet = sun
    canvas.ring(centre, centre, sun + 2 * planet + size * 0.07, sun + 2 * planet, INK)
    canvas.ring(centre, centre, sun, 0, BRASS)
    for number in range(3):
        angle = math.tau * number / 3 - math.pi / 2
        x, y = centre + (sun + planet) * math.cos(angle), centre + (sun + planet) * math.sin(angle)
        canvas.ring(x, y, planet, planet * 0.3, OAK)
        canvas.line((centre, centre), (x, y), size / 60, INK)
    return canvas.png()


def paper_sizes(width: int) -> bytes:
    """Draw a sheet halved again and again, each half in another shade."""
    height = round(width * math.sqrt(2))
    canvas = Canvas(width, height)
    left, top, right, bottom = 0.0, 0.0, float(width), float(height)
    for step in range(8):
        shade = 245 - 20 * step
        canvas.fill(lambda _x, _y: True, (left, top, right, bottom), (shade, shade - 10, max(shade - 40, 0)))
        canvas.line((left, top), (right, top), 1, INK)
        canvas.line((left, top), (left, bottom), 1, INK)
        if bottom - top > right - left:
            top = (top + bottom) / 2
        else:
            left = (left + right) / 2
    return canvas.png()


def open_book_svg() -> bytes:
    """Draw an open book as a vector drawing."""
    return (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90" viewBox="0 0 120 90">'
        b"<title>An open book</title>"
        b'<path d="M60 20C45 8 25 8 8 14v58c17-6 37-6 52 6 15-12 35-12 52-6V14C95 8 75 8 60 20z"'
        b' fill="#faf6eb" stroke="#3a2c26" stroke-width="4"/>'
        b'<path d="M60 20v58" stroke="#3a2c26" stroke-width="3"/>'
        b'<path d="M18 28c10-3 22-2 32 3M18 42c10-3 22-2 32 3M102 28c-10-3-22-2-32 3M102 42c-10-3-22-2-32 3"'
        b' fill="none" stroke="#8c5f37" stroke-width="3"/></svg>\n'
    )


def images() -> dict[str, bytes]:
    """Every picture that articles use: file name to bytes."""
    return {
        "Bookwheel.png": bookwheel(220),
        "Epicyclic gears.png": epicyclic_gears(220),
        "Paper sizes.png": paper_sizes(150),
        "Open book.svg": open_book_svg(),
    }


def illustration() -> bytes:
    """Draw the archive's own picture, 48 by 48 pixels."""
    return bookwheel(48)
