"""Small archives to ask in plain words, and the asking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from archives.make import PNG, Spec, page, write
from bookwheel.archive.library import Library
from bookwheel.tools import dispatch
from bookwheel.tools.tool import Result

SECTIONS = (
    '<h2 id="History">History</h2><p>It began long ago, as all things do.</p>'
    '<h3 id="Early_history">Early history</h3><p>Before that there was nothing worth a note.</p>'
    '<h2 id="Economy">Economy</h2><p>Trade, mostly.</p>'
)


def article(title: str, text: str, rest: str = "") -> Spec:
    """Return a page with a lead, as a wiki would have it."""
    return Spec(
        title.replace(" ", "_"), title, f"<html><body><h1>{title}</h1><p>{text}</p>{rest}</body></html>"
    )


def _links(*titles: str) -> str:
    return "<p>" + " ".join(f'<a href="{title.replace(" ", "_")}">{title}</a>' for title in titles) + "</p>"


def english(folder: Path) -> Path:
    """Titles that trip up a careless reader of requests."""
    table = "<table>" + "".join(f"<tr><td>row {n}</td><td>{n * n}</td></tr>" for n in range(40)) + "</table>"
    specs = [
        article(
            "Berlin",
            "Berlin is the capital of Germany and its largest city by far.",
            SECTIONS
            + _links("Germany", "Paris", "Tiger", "Germany")
            + '<p><a href="https://example.org/berlin">Site</a> <img src="I/berlin.png" alt="The city"/></p>'
            + table,
        ),
        article("Paris", "Paris is the capital of France, on the river Seine.", SECTIONS + _links("Berlin")),
        article("Rome", "Rome is the capital of Italy, built on seven hills.", _links("Berlin", "Paris")),
        article("Germany", "Germany is a country in the middle of Europe.", _links("Berlin")),
        article("Tiger", "The tiger is the largest of all living cats, striped in orange and black."),
        article("Mercury (planet)", "Mercury is the planet nearest to the Sun in the Solar System."),
        Spec(
            "Mercury",
            "Mercury",
            '<html><body><h1>Mercury</h1><p><b>Mercury</b> may refer to:</p><ul><li><a href="Mercury_(planet)">Mercury (planet)</a>,'
            ' a planet</li></ul><table id="disambigbox"><tr><td>This disambiguation page lists things.</td></tr></table></body></html>',
        ),
        article("AC/DC", "AC/DC is a rock band from Sydney, founded by two brothers."),
        article("TCP/IP", "TCP/IP is the protocol suite on which the Internet is built."),
        article("HTTP", "HTTP is the protocol by which browsers fetch the pages of the web."),
        article("9/11", "This article is about what happened on one morning in September."),
        article(
            "And Then There Were None", "And Then There Were None is a novel about ten people on an island."
        ),
        article(
            "Murder on the Orient Express",
            "Murder on the Orient Express is a novel set on a train in the snow.",
        ),
        article("Alpha", "Alpha is the first letter of the Greek alphabet."),
        article("Beta", "Beta is the second letter of the Greek alphabet."),
        article("Stress", "Stress is a force that acts within a body, or on a mind."),
        article("Tools", "Tools are things that a hand uses to do what it cannot do alone."),
        article("A test", "A test is a trial of something under known conditions."),
        article("Photosynthesis", "Photosynthesis is how plants make food from light, water and air."),
        article(
            "Albert Einstein",
            "Albert Einstein discovered the law of the photoelectric effect and relativity.",
        ),
        article("Kale", "Kale is a cabbage with curled leaves."),
        article("Kal", "Kal is a village in the hills."),
        article("Nvidia", "Nvidia is a maker of graphics processors."),
        article("Nida", "Nida is a town on a sandy spit."),
        article("Portal (video game)", "Portal is a game in which doors are shot into walls."),
        article("Sky", "The sky is blue because air scatters blue light more than red light."),
        article(
            "Long read",
            "It is long. " * 20,
            "".join(f"<p>Paragraph {n} of many more to come.</p>" for n in range(300)),
        ),
        Spec("I/berlin.png", "", PNG, "image/png", is_front=False),
        Spec("data.bin", "", bytes(range(200)), "application/octet-stream", is_front=False),
    ]
    specs += [page(f"Filler_{number:03}") for number in range(120)]
    redirects = {"Deutschland": "Germany", "Einstein": "Albert_Einstein", "World_War_II": "Stress"}
    metadata = {
        "Name": "cities_en",
        "Title": "Cities",
        "Language": "eng",
        "Date": "2026-01-02",
        "Source": "en.wikipedia.org",
    }
    return write(folder / "cities_en.zim", specs, redirects=redirects, metadata=metadata, main="Berlin")


def french(folder: Path) -> Path:
    """Another archive: some of the same titles, some of its own."""
    specs = [
        article("Paris", "Paris est la capitale de la France, sur la Seine.", SECTIONS),
        article("Lyon", "Lyon est une ville de la vallée du Rhône.", _links("Paris")),
        article("Photosynthèse", "La photosynthèse nourrit les plantes par la lumière."),
    ]
    metadata = {"Name": "villes_fr", "Title": "Villes", "Language": "fra", "Date": "2026-03-04"}
    return write(folder / "villes_fr.zim", specs, metadata=metadata, language="fra")


def ask(library: Library, text: str, **arguments: Any) -> Result:
    """Ask in plain words, through the same door as a shell."""
    result = dispatch.call_here(dispatch.find("zim_query"), {"query": text, **arguments}, library)
    assert result.is_error or result.data is None
    assert result.text.count("<article_text") == result.text.count("</article_text>")
    return result


def told(library: Library, text: str, **arguments: Any) -> str:
    """Return the text of an answer that must not be an error."""
    result = ask(library, text, **arguments)
    assert not result.is_error, result.text
    return result.text


def reason(library: Library, text: str, **arguments: Any) -> str:
    """Return the reason of an answer that must be an error."""
    result = ask(library, text, **arguments)
    assert result.is_error, result.text
    assert result.data is not None
    return str(result.data["error"]["data"]["reason"])


_GO_ON = re.compile(r"go on with (cursor|offset|content_offset)=([\w-]+)[^\]]*\]")


def pages(library: Library, text: str, **arguments: Any) -> Iterator[str]:
    """Yield the bodies of all answers, each going on where the last one says; a body that was cut comes in one piece."""
    bound = arguments.get("compact_budget", 6000)
    given = dict(arguments)
    pieces: list[str] = []
    for _ in range(3000):
        shown = told(library, text, **given)
        assert len(shown) <= bound
        pieces.append(body(shown))
        marks = dict(_GO_ON.findall(outside(shown)))
        inner = marks.pop("content_offset", None)
        if inner is not None:
            given["content_offset"] = int(inner)
            continue
        yield "".join(pieces)
        pieces.clear()
        given.pop("content_offset", None)
        if not marks:
            return
        name, value = marks.popitem()
        given[name] = value if name == "cursor" else int(value)
    raise AssertionError("the answers never end")


def body(text: str) -> str:
    """Return what stands between the fences."""
    return "".join(re.findall(r"<article_text[^\n]*>\n(.*?)\n</article_text>", text, re.DOTALL))


def outside(text: str) -> str:
    """Return what stands outside of the fences."""
    return re.sub(r"<article_text[^\n]*>\n.*?\n</article_text>", "", text, flags=re.DOTALL)
