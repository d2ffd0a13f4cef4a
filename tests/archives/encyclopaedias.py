"""Small encyclopaedias in several languages for the tests of finding: real-looking pages, hard titles."""

from __future__ import annotations

from pathlib import Path

from archives.make import Spec, page, write


def article(title: str, *paragraphs: str, path: str = "", infobox: str = "") -> Spec:
    """Return a page as a wiki writes it."""
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    html = (
        f"<html><head><title>{title}</title></head><body><div id='mw-content-text'>"
        f"<div class='mw-parser-output'><h1>{title}</h1>{infobox}{body}</div></div></body></html>"
    )
    return Spec(path or title.replace(" ", "_"), title, html)


ENGLISH = {
    "Lumpability": "In the theory of Markov chains, lumpability is a way to reduce the number of states.",
    "Lump": "A lump is a small mass without a definite shape.",
    "Kale": "Kale is a leaf cabbage grown for its edible leaves.",
    "Kal": "Kal is a crater on an icy moon.",
    "Marmot": "Marmots are large ground squirrels.",
    "Math rock": "Math rock is a style of music with odd rhythms.",
    "Math": "Math is a short name for the study of numbers and shapes.",
    "Match": "A match is a tool for starting a fire.",
    "Nvidia": "Nvidia is a maker of graphics processors.",
    "Nida": "Nida is a resort town on a spit of sand.",
    "Portal (video game)": "Portal is a puzzle game played with a device that opens portals.",
    "Portal video games": "A list of games that have portals.",
    "Africa": "Africa is a large continent south of Europe.",
    "House": "A house is a building in which people live.",
    "Theory of relativity": "The theory of relativity describes space, time and gravity. Albert Einstein published it.",
    "Albert Einstein": "Albert Einstein was a physicist who discovered the theory of relativity.",
    "Apache": "Apache may be a people, a helicopter or a web server.",
    "Biology": "Biology is the scientific study of life.",
    "Marie Curie": "Marie Curie was a chemist who discovered polonium and radium.",
    "Photosynthesis": "Photosynthesis is how green plants make their food from light, water and carbon dioxide.",
    "Sky": "The sky is what is seen above the horizon. By day it looks blue, because air scatters blue light.",
    "AC/DC": "AC/DC are a loud rock band.",
    "TCP/IP": "TCP/IP is a family of network protocols.",
    "9/11": "9/11 is a date and what happened on it.",
    "And Then There Were None": "And Then There Were None is a mystery novel.",
    "&": "The ampersand joins two names.",
    "Thelma & Louise": "Thelma &amp; Louise is a film about a journey.",
    "P&ID": "P&amp;ID is a diagram of pipes and instruments.",
    "Zürich": "Zürich is the largest city of Switzerland.",
    "Soy tu dueña": "Soy tu dueña is a television series.",
    "Tèst articlé": "An article that tests accents.",
    "Paris": "Paris is the capital of France, a city of light on the Seine.",
    "France": "France is a country in Europe. Its capital is Paris.",
    "Mercury (planet)": "Mercury is the planet nearest to the Sun.",
    "Mercury (element)": "Mercury is a metal that is liquid at room temperature.",
    "C++": "C++ is a programming language made from C.",
    "C": "C is a programming language.",
    "C Sharp": "C Sharp is a programming language of its own.",
    "Coca-Cola": "Coca-Cola is a sweet drink.",
    "The Lord of the Rings": "The Lord of the Rings is a long novel about a ring.",
    "The Who": "The Who are a rock band.",
    "Kant, Immanuel": "Immanuel Kant was a philosopher.",
    "What Is Life?": "What Is Life? is a book by a physicist.",
    "United States": "The United States is a country in North America.",
    "HIV": "HIV is a virus.",
    "Blue Screen of Death": "A blue screen of death is shown by a computer that has given up.",
    "Bsd": "BSD is an operating system of the family of Unix.",
    "Newton's laws of motion": "Newton's laws of motion describe how forces move bodies.",
    "101%": "101% is more than all.",
}
REDIRECTS = {
    "BSOD": "Blue_Screen_of_Death",
    "USA": "United_States",
    "America": "USA",
    "Deutschland": "Africa",
    "Mercury": "Mercury_(planet)",
    "Relativity_theory": "Theory_of_relativity",
}


def english(folder: Path) -> Path:
    """English pages with titles that careless finding gets wrong, and a thousand that use the word house."""
    specs = [article(title, text) for title, text in ENGLISH.items()]
    specs += [
        article(
            f"Village {number}",
            f"Village {number} has a house, another house and an old house. Africa is far away.",
        )
        for number in range(60)
    ]
    metadata = {"Name": "wikipedia_en_test", "Title": "Test", "Language": "eng", "Date": "2026-02-03"}
    return write(folder / "english.zim", specs, redirects=REDIRECTS, metadata=metadata)


def german(folder: Path) -> Path:
    """German pages."""
    specs = [
        article("Permafrost", "Permafrost ist dauerhaft gefrorener Boden. Sein Auftauen setzt Methan frei."),
        article("Klimawandel", "Der Klimawandel taut Permafrost auf und lässt Meere steigen."),
        article("München", "München ist die Hauptstadt von Bayern."),
        article("Straße", "Eine Straße ist ein befestigter Weg."),
    ]
    return write(
        folder / "german.zim", specs, metadata={"Title": "Deutsch", "Language": "deu"}, language="deu"
    )


_EAST = {
    "毛泽东": "毛泽东是一位政治家。他生于湖南。",
    "电介质": "电介质是一种绝缘体,能被电场极化。",
    "孔子": "孔子,名丘,字仲尼,又称孔丘。",
    "舊唐書": "舊唐書是一部史書。",
    "光合作用": "光合作用是植物利用光能的过程。",
    "中国": "中国是一个国家。毛泽东曾领导中国。",
    "오연서": "오연서는 배우이다.",
    "광합성": "광합성은 식물이 빛을 이용하는 과정이다.",
    "東京": "東京は日本の首都である。",
    "สุนัข": "สุนัขเป็นสัตว์เลี้ยงลูกด้วยนม",
    "แมว": "แมวเป็นสัตว์ที่ไม่ชอบสุนัขพันธุ์ใหญ่",
}


def eastern(folder: Path) -> Path:
    """Chinese, Korean, Japanese and Thai pages with indexes, in one archive that says so."""
    specs = [article(title, text) for title, text in _EAST.items()]
    metadata = {"Title": "東", "Language": "zho,kor,jpn,tha"}
    return write(folder / "eastern.zim", specs, metadata=metadata, language="zho")


def eastern_without_index(folder: Path) -> Path:
    """The same pages, no index of any kind."""
    specs = [article(title, text) for title, text in _EAST.items()]
    metadata = {"Title": "東", "Language": "zho,kor,jpn,tha"}
    return write(folder / "eastern_without_index.zim", specs, metadata=metadata, has_index=False)


def site(folder: Path) -> Path:
    """A crawled site whose titles are not its paths."""
    specs = [
        page("www.site.org/k/17/", "Kant (Encyclopedia)", "Kant wrote three critiques."),
        page("www.site.org/k/18/", "Kelp (Encyclopedia)", "Kelp grows in the sea."),
        page("www.site.org/", "An encyclopaedia"),
    ]
    metadata = {"Title": "Site", "Language": "eng,fra,mul", "Scraper": "zimit 2.1.0"}
    return write(folder / "site.zim", specs, metadata=metadata)


ARCHIVES = (english, german, eastern, eastern_without_index, site)
