"""Coordinates of the page's subject."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from bookwheel.document.model import Coordinates
from bookwheel.html.tags import Attributes, is_small

_PAIR = re.compile(r"(-?\d{1,3}(?:\.\d+)?)\s*[;,]\s*(-?\d{1,3}(?:\.\d+)?)")
_NUMBER = r"(\d{1,3}(?:[.,]\d+)?)"
_ANGLE = re.compile(rf"{_NUMBER}\s*°\s*(?:{_NUMBER}\s*[′']\s*)?(?:{_NUMBER}\s*[″\"]\s*)?([NSEWO])?")
_GEOHACK = re.compile(
    rf"params=(-?[\d.]+)_(?:{_NUMBER}_)?(?:{_NUMBER}_)?([NS])_(-?[\d.]+)_(?:{_NUMBER}_)?(?:{_NUMBER}_)?([EWO])([^\"]*)"
)
_GEOHACK_PLAIN = re.compile(r"params=(-?\d+\.?\d*);(-?\d+\.?\d*)([^\"]*)")


# A page names a place in a few notations, each of them small. What else calls itself a place is not looked at.
_MOST_LOOKS = 200
_LARGEST_PLACE = 200  # elements
_LONGEST_PLACE = 2000  # characters
_TITLE_IDS = frozenset(["coordinates", "mw-indicator-coordinates"])


class PlaceFinder:
    """Collects coordinates while a page is read: the title's win, then the infobox's, then a lone other one."""

    def __init__(self) -> None:
        self._title: Coordinates | None = None
        self._box: Coordinates | None = None
        self._others: list[Coordinates] = []
        self.in_box = False
        self._looks_left = _MOST_LOOKS

    def note(self, node: LexborNode, attributes: Attributes) -> None:
        """Look at an element that announces coordinates."""
        is_title = attributes.get("id") in _TITLE_IDS
        if not is_title and not self.in_box and len(self._others) > 1:
            return  # a list of places: one more changes nothing
        if self._looks_left <= 0 or not is_small(node, _LARGEST_PLACE):
            return
        self._looks_left -= 1
        place = read_place(node, attributes)
        if place is None:
            return
        if is_title:
            self._title = self._title or place
        elif self.in_box:
            self._box = self._box or place
        elif not any(_is_near(place, other) for other in self._others[-8:]):
            self._others.append(place)

    def best(self) -> Coordinates | None:
        """Return the subject's coordinates; those of a list of places belong to no one."""
        lone = self._others[0] if len(self._others) == 1 else None
        return self._title or self._box or lone


def _is_near(one: Coordinates, other: Coordinates) -> bool:
    """Tell whether two notations name one place; those in degrees and minutes are rounded."""
    return abs(one.latitude - other.latitude) < 0.05 and abs(one.longitude - other.longitude) < 0.05


def read_place(node: LexborNode, attributes: Attributes) -> Coordinates | None:
    """Read coordinates from data attributes, geo microformats, or the parameters of a map link."""
    latitude, longitude = attributes.get("data-lat"), attributes.get("data-lon")
    if latitude and longitude:
        return _checked(latitude, longitude)
    link = node if attributes.get("href") else node.css_first('a[href*="params="], a[data-lat]')
    if link is not None:
        linked = link.attributes
        if linked.get("data-lat"):
            return _checked(linked.get("data-lat") or "", linked.get("data-lon") or "")
        found, is_elsewhere = _from_geohack(linked.get("href") or "")
        if found or is_elsewhere:
            return found
    names = (attributes.get("class") or "").split()
    geo = node if "geo" in names else node.css_first(".geo")
    if geo is not None:
        text = geo.text()[:_LONGEST_PLACE].replace("\u2212", "-").replace("\ufeff", "")
        pair = _PAIR.search(text.replace(",", ".") if ";" in text else text)
        if pair:
            return _checked(pair[1], pair[2])
    return _from_angles(node.text()[:_LONGEST_PLACE])


def _from_geohack(href: str) -> tuple[Coordinates | None, bool]:
    """Read a map link; the second value tells that it points at another globe."""
    found = _GEOHACK.search(href)
    if found:
        if "globe:" in found[9] and "globe:earth" not in found[9].lower():
            return None, True
        latitude = _degrees(found[1], found[2], found[3]) * (-1 if found[4] == "S" else 1)
        longitude = _degrees(found[5], found[6], found[7]) * (-1 if found[8] in "WO" else 1)
        return _checked(latitude, longitude), False
    plain = _GEOHACK_PLAIN.search(href)
    return (_checked(plain[1], plain[2]) if plain else None), False


def _from_angles(text: str) -> Coordinates | None:
    angles = list(_ANGLE.finditer(text.replace("\u2212", "-")))[:2]
    if len(angles) != 2 or angles[0][4] not in ("N", "S") or angles[1][4] not in ("E", "W", "O"):
        return None
    latitude = _degrees(*angles[0].group(1, 2, 3)) * (-1 if angles[0][4] == "S" else 1)
    longitude = _degrees(*angles[1].group(1, 2, 3)) * (-1 if angles[1][4] in "WO" else 1)
    return _checked(latitude, longitude)


def _degrees(degrees: str, minutes: str | None, seconds: str | None) -> float:
    parts = [float((part or "0").replace(",", ".")) for part in (degrees, minutes, seconds)]
    return round(parts[0] + parts[1] / 60 + parts[2] / 3600, 6)


def _checked(latitude: str | float, longitude: str | float) -> Coordinates | None:
    try:
        north, east = float(latitude), float(longitude)
    except ValueError:
        return None
    return Coordinates(north, east) if -90 <= north <= 90 and -180 <= east <= 180 else None
