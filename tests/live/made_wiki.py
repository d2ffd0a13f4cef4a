"""A small made-up wiki that answers like MediaWiki with Wikimedia's extensions: the upstream when all is well."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote

from live.upstream import Answer, Seen, api_error, data, page

LEAD = "<p><b>Quill</b> is a pen made of a feather.<sup class='reference'>[1]</sup></p>"
SECTIONS = (
    '<section data-mw-section-id="0"><p><b>Quill</b> is a pen made of a feather. It holds H<sub>2</sub>O badly.</p>'
    '<table class="infobox"><tr><th>Kind</th><td>pen</td></tr></table></section>'
    '<section data-mw-section-id="1"><h2 id="History">History</h2><p>Old.</p>'
    '<section data-mw-section-id="2"><h3 id="Middle_Ages">Middle <i>Ages</i></h3><p>Older.</p></section></section>'
    '<section data-mw-section-id="-1"><h2 id="From_a_template">From a template</h2><p>Made.</p></section>'
    '<section data-mw-section-id="3"><h2 id="Use">Use</h2><p>Writing.</p>'
    '<table class="wikitable"><tr><th>Bird</th><th>Feathers</th></tr><tr><td>Goose</td><td>5</td></tr></table></section>'
)


@dataclass
class MadePage:
    """A page of the made-up wiki."""

    title: str
    page_id: int
    html: str = SECTIONS
    revision: int = 1000
    description: str = ""
    item: str = ""
    point: tuple[float, float] | None = None
    links: list[dict[str, str]] = field(default_factory=list)
    is_disambiguation: bool = False


class MadeWiki:
    """Answers requests. Redirects map a title to another; `counts` says how often each interface was asked."""

    def __init__(self, *pages: MadePage, redirects: dict[str, str] | None = None) -> None:
        self.pages = {made.title: made for made in pages}
        self.redirects = redirects or {}
        self.has_rest_page = True
        self.has_rest_summary = True
        self.total: int | None = None
        self.suggestion = ""
        self.prefix = ""
        self.counts: dict[str, int] = {}

    def __call__(self, seen: Seen) -> Answer:
        path = seen.raw_path
        if self.prefix:
            found = re.match(self.prefix, path)
            path = path[found.end() :] if found else path
        if path == "/w/api.php":
            return self._action(seen.query)
        if path.startswith("/w/rest.php/v1/page/"):
            return self._rest_page(path, seen)
        if path.startswith("/api/rest_v1/page/summary/"):
            return self._rest_summary(path)
        return page("no such thing", 404, "text/plain")

    def _count(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1

    def _action(self, query: dict[str, str]) -> Answer:
        if query.get("action") == "parse":
            self._count("parse")
            return self._parse(query)
        if query.get("action") == "sitematrix":
            self._count("sitematrix")
            sites = [("en", "https://en.wikipedia.org"), ("qqx", "https://qqx.wikipedia.org")]
            groups = {
                str(n): {"code": code, "site": [{"url": url, "dbname": f"{code}wiki", "code": "wiki"}]}
                for n, (code, url) in enumerate(sites)
            }
            return data({"sitematrix": {"count": len(sites), **groups}})
        if query.get("list") == "search":
            self._count("search")
            return self._search(query)
        if query.get("generator") == "geosearch":
            self._count("geosearch")
            return self._nearby(query)
        if "pageids" in query:
            self._count("descriptions")
            wanted = query["pageids"].split("|")
            return data(
                {
                    "query": {
                        "pages": [self._about(p) for p in self.pages.values() if str(p.page_id) in wanted]
                    }
                }
            )
        if "revids" in query:
            self._count("revisions")
            made = next(p for p in self.pages.values() if str(p.revision) == query["revids"])
            facts = {"revisions": [{"revid": made.revision, "timestamp": "2026-05-01T10:00:00Z"}]}
            return data({"query": {"pages": [{"pageid": made.page_id, "title": made.title, **facts}]}})
        if query.get("meta") == "siteinfo":
            self._count("siteinfo")
            return data({"query": {"general": {"server": "https://wiki.example", "articlepath": "/read/$1"}}})
        self._count(query.get("prop", ""))
        return self._titles(query)

    def _about(self, made: MadePage) -> dict[str, Any]:
        row: dict[str, Any] = {"pageid": made.page_id, "ns": 0, "title": made.title}
        if made.description:
            row["description"] = made.description
        if made.item:
            row["pageprops"] = {"wikibase_item": made.item}
        return row

    def _resolve(self, title: str) -> tuple[str, list[dict[str, str]]]:
        title = title[:1].upper() + title[1:]
        steps: list[dict[str, str]] = []
        while title in self.redirects and len(steps) < 10:
            target, _, section = self.redirects[title].partition("#")
            steps.append({"from": title, "to": target, **({"tofragment": section} if section else {})})
            if any(step["from"] == target for step in steps):
                return "", steps
            title = target
        return title, steps

    def _titles(self, query: dict[str, str]) -> Answer:
        title, steps = self._resolve(query["titles"])
        found: dict[str, Any] = {"redirects": steps} if steps else {}
        made = self.pages.get(title)
        if title and title.partition(":")[0].lower() in ("fr", "de"):
            return data({"query": {"interwiki": [{"title": title, "iw": title.partition(":")[0].lower()}]}})
        if title:
            row: dict[str, Any] = {"ns": 0, "title": title, "missing": True}
            if made is not None:
                row = self._about(made) | {"lastrevid": made.revision}
                row["canonicalurl"] = "https://wiki.example/read/" + quote(title.replace(" ", "_"))
                row["revisions"] = [{"revid": made.revision, "timestamp": "2026-05-01T10:00:00Z"}]
                row["extract"] = LEAD + "<p>Second paragraph.</p>"
                if made.is_disambiguation:
                    row.setdefault("pageprops", {})["disambiguation"] = ""
                if made.point:
                    row["coordinates"] = [{"lat": made.point[0], "lon": made.point[1], "globe": "earth"}]
                if "langlinks" in query.get("prop", ""):
                    return self._languages(query, row, made, found)
            found["pages"] = [row]
        if query.get("list") == "prefixsearch":
            start = query["pssearch"][:2].lower()
            near = [p.title for p in self.pages.values() if p.title.lower().startswith(start)]
            found["prefixsearch"] = [{"ns": 0, "title": t, "pageid": 1} for t in near[:3]]
        return data({"batchcomplete": True, "query": found})

    def _languages(
        self, query: dict[str, str], row: dict[str, Any], made: MadePage, found: dict[str, Any]
    ) -> Answer:
        start = int(query.get("llcontinue", "0"))
        part = made.links[start : start + 2]
        payload: dict[str, Any] = {"query": {**found, "pages": [row | ({"langlinks": part} if part else {})]}}
        if start + 2 < len(made.links):
            payload["continue"] = {"llcontinue": str(start + 2), "continue": "||"}
        return data(payload)

    def _search(self, query: dict[str, str]) -> Answer:
        offset, limit = int(query["sroffset"]), int(query["srlimit"])
        words = query["srsearch"].lower().split()
        hits = [p for p in self.pages.values() if any(w in p.title.lower() for w in words)]
        total = self.total if self.total is not None else len(hits)
        rows = [
            {
                "ns": 0,
                "title": p.title,
                "pageid": p.page_id,
                "wordcount": 12,
                "snippet": f'about <span class="searchmatch">{p.title}</span> &amp; more',
            }
            for p in hits[offset : offset + limit]
        ]
        info: dict[str, Any] = {"totalhits": total}
        if self.suggestion:
            info["suggestion"] = self.suggestion
        payload: dict[str, Any] = {"batchcomplete": True, "query": {"searchinfo": info, "search": rows}}
        if offset + limit < total:
            payload["continue"] = {"sroffset": offset + limit, "continue": "-||"}
        return data(payload)

    def _nearby(self, query: dict[str, str]) -> Answer:
        latitude, longitude = map(float, query["ggscoord"].split("|"))
        rows: list[dict[str, Any]] = []
        for made in self.pages.values():
            if made.point is None:
                continue
            north = (made.point[0] - latitude) * 111_195
            east = (made.point[1] - longitude) * 111_195 * math.cos(math.radians(latitude))
            distance = round(math.hypot(north, east), 1)
            if distance <= float(query["ggsradius"]):
                spot = {"lat": made.point[0], "lon": made.point[1], "primary": True, "dist": distance}
                rows.append(self._about(made) | {"coordinates": [spot]})
        rows = sorted(rows, key=lambda row: row["coordinates"][0]["dist"])[: int(query["ggslimit"])]
        rows.sort(key=lambda row: row["pageid"])
        return data({"batchcomplete": True, **({"query": {"pages": rows}} if rows else {})})

    def _parse(self, query: dict[str, str]) -> Answer:
        title, steps = self._resolve(query["page"])
        made = self.pages.get(title)
        if made is None:
            return api_error("missingtitle")
        inner = re.sub(r"</?section[^>]*>", "", made.html)
        found = re.findall(r'data-mw-section-id="(-?\d+)"><h(\d) id="([^"]+)">(.*?)</h\d>', made.html)
        sections = [
            {
                "index": index if int(index) > 0 else "T-1",
                "level": level,
                "number": str(n),
                "anchor": anchor,
                "line": line,
            }
            for n, (index, level, anchor, line) in enumerate(found, 1)
        ]
        text = f'<div class="mw-content-ltr mw-parser-output">{inner}</div>'
        return data(
            {
                "parse": {
                    "title": title,
                    "pageid": made.page_id,
                    "revid": made.revision,
                    "text": text,
                    "sections": sections,
                    "redirects": steps,
                }
            }
        )

    def _rest_page(self, path: str, seen: Seen) -> Answer:
        if not self.has_rest_page:
            return page("no such route", 404, "text/plain")
        self._count("page")
        name = path.removeprefix("/w/rest.php/v1/page/").removesuffix("/with_html")
        title = unquote(name).replace("_", " ")
        if title in self.redirects:
            target = quote(self.redirects[title].partition("#")[0].replace(" ", "_"), safe="")
            return Answer(b"", 307, {"Location": f"/w/rest.php/v1/page/{target}/with_html"})
        capital = title[:1].upper() + title[1:]
        if capital != title:
            location = quote(capital.replace(" ", "_"), safe="")
            return Answer(b"", 301, {"Location": f"/w/rest.php/v1/page/{location}/with_html"})
        made = self.pages.get(title)
        if made is None:
            return data({"errorKey": "rest-nonexistent-title", "httpCode": 404}, 404)
        etag = f'"{made.revision}/abc"'
        if seen.headers.get("if-none-match") == etag:
            return Answer(b"", 304, {"ETag": etag})
        html = f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{made.html}</body></html>"
        payload = {
            "id": made.page_id,
            "key": title.replace(" ", "_"),
            "title": title,
            "latest": {"id": made.revision, "timestamp": "2026-05-01T10:00:00Z"},
            "content_model": "wikitext",
            "html": html,
        }
        return data(payload, ETag=etag)

    def _rest_summary(self, path: str) -> Answer:
        if not self.has_rest_summary:
            return page("<html>no such route</html>", 404)
        self._count("summary")
        title = unquote(path.removeprefix("/api/rest_v1/page/summary/")).replace("_", " ")
        title, _ = self._resolve(title)
        made = self.pages.get(title)
        if made is None:
            return data({"status": 404, "type": "Internal error"}, 404)
        payload: dict[str, Any] = {
            "type": "disambiguation" if made.is_disambiguation else "standard",
            "title": title,
            "titles": {"canonical": title.replace(" ", "_"), "normalized": title},
            "pageid": made.page_id,
            "extract": "Quill is a pen made of a feather. It holds H2O badly.",
            "extract_html": "<p><b>Quill</b> is a pen made of a feather. It holds H<sub>2</sub>O badly.</p>",
            "revision": str(made.revision),
            "timestamp": "2026-05-01T10:00:00Z",
            "content_urls": {
                "desktop": {"page": "https://wiki.example/read/" + quote(title.replace(" ", "_"))}
            },
        }
        if made.description:
            payload["description"] = made.description
        if made.item:
            payload["wikibase_item"] = made.item
        if made.point:
            payload["coordinates"] = {"lat": made.point[0], "lon": made.point[1]}
        return data(payload, ETag=f'"{made.revision}"')


def quill_wiki() -> MadeWiki:
    """A wiki with a few pages."""
    links = [
        {"lang": "fr", "title": "Plume", "url": "https://fr.wikipedia.org/wiki/Plume"},
        {"lang": "gsw", "title": "Fädere", "url": "https://als.wikipedia.org/wiki/F%C3%A4dere"},
        {"lang": "nb", "title": "Fjærpenn", "url": "https://no.wikipedia.org/wiki/Fj%C3%A6rpenn"},
        {"lang": "yue", "title": "羽毛筆"},
        {"lang": "zz-unknown", "title": "Nobody knows"},
    ]
    return MadeWiki(
        MadePage("Quill", 7, description="Pen", item="Q207702", point=(48.8583, 2.2945), links=links),
        MadePage("Quill pen", 8, revision=1001, description="Another pen", point=(48.8593, 2.2945)),
        MadePage("AC/DC", 9, revision=1002, point=(48.8700, 2.2945)),
        MadePage("Mercury", 10, revision=1003, is_disambiguation=True),
        MadePage("Empty", 11, revision=1004, html='<section data-mw-section-id="0"></section>'),
        redirects={"Feather pen": "Quill", "Loop A": "Loop B", "Loop B": "Loop A", "Broken": "Nowhere"},
    )
