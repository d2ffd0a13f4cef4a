"""What the words of a question expect of an answer: other words for the same, and numbers or dates.

"Who wrote it?" is answered by "written by" or "its author"; "how tall?" by a height, a number.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Expected: TypeAlias = Literal["date", "number", ""]

# One family a line: each word stands for the others. Words are folded; forms that differ in their ending find themselves.
_FAMILIES: Final = """
write wrote written writes writer author authored
born birth birthplace birthday
die died death dies dead dying
built build construction constructed erected
make made makes maker created creator creation
founded founder established foundation formed
began begun begin started start beginning
ended end ending finished
won win winner winning
lead led leader leads headed
directed director
discovered discovery discoverer found
invented inventor invention
painted painter painting
sing sang sung singer song
composed composer
teach taught teacher teaching
tall height high altitude
deep depth
wide width
long length
old age
big large size area largest
far distance
heavy weight mass weighs
fast speed
hot temperature
many number total population
people population inhabitants
speak spoken language languages speaks
eat eats diet feeds food
live lives habitat inhabits lived
money currency
capital seat
religion religions faith
nationality citizenship
located location lies situated
marry married marriage spouse wife husband
boss chief president ceo
cause causes caused causing due because results resulting
tallest highest
largest biggest greatest
oldest earliest
closest nearest
fastest quickest
world earth
means meaning defined refers
sink sank sunk sinking
fall fell fallen
fight fought fighting battle
become became becomes
leave left
lose lost loss
give gave given
grow grew grown growth
take took taken
rise rose risen
hold held
choose chose chosen elected
break broke broken
fly flew flown flight
run ran
meet met
buy bought
sell sold
see saw seen
know knew known
go went gone
kill killed murder murdered murderer assassin assassinated assassination
command commanded commander
man person
lengthiest longest
come came
bring brought
draw drew drawn
drive drove driven
spend spent
send sent
catch caught
hit struck strike
rule ruled reigned reign
ne nee naissance naquit naitre
mort morte deces mourut mourir
ecrit ecrivain auteur ecrite ecrire
peint peintre peinte peinture peindre
invente inventeur invention inventer
decouvert decouvreur decouverte decouvrir
fonde fondee fondation cree creee creation
construit construite construction
habitants population
peuple population
situe situee trouve
nacio nacido nacida nacimiento nacer
murio muerte fallecio morir muere
escribio escrito escritor autor escribir
pinto pintado pintor pintura
descubrio descubierto descubridor descubrimiento
invento inventado inventor
fundo fundado fundada fundacion
habitantes poblacion
morto morta mori
morreu morrer
nacque nascita nascere
nasceu nascimento nascer
geboren geburt
sprache spricht gesprochen
gestorben tod starb sterben
schrieb geschrieben schriftsteller autor schreiben
erfand erfunden erfinder erfindung erfinden
gemalt maler gemalde malte malen
gebaut erbaut errichtet bau bauen
gegrundet grundung
einwohner bevolkerung
"""

# One language a paragraph, folded.
_FACTS: Final = """
birth birthplace birthday death author writer founder creator inventor discoverer painter composer director architect
population inhabitants capital currency language languages religion nationality president leader height altitude depth
length width weight mass area size temperature location age wife husband spouse parents

naissance mort auteur fondateur inventeur peintre compositeur population capitale monnaie langue hauteur longueur
superficie taille age femme mari

nacimiento muerte autor fundador inventor pintor poblacion capital moneda idioma altura longitud superficie tamano edad
esposa esposo

geburtsort tod autor grunder erfinder maler einwohner einwohnerzahl hauptstadt wahrung sprache hohe lange flache grosse
alter ehefrau ehemann
"""

_ENDINGS: Final = ("ing", "ed", "er", "ers", "es")
_DATES: Final = re.compile(
    r"^(?:(?:when|quand|wann|cuando|quando|wanneer|kiedy|kogda|когда|коли)\b"
    r"|.{0,12}\b(?:what|which|quelle|que|welchem|quale|que)\s+(?:year|date|day|century|month|annee|ano|jahr|anno|fecha|siecle|siglo)\b"
    r"|depuis quand|desde cuando|seit wann|since when)"
)
_NUMBERS: Final = re.compile(
    r"\b(?:how\s+(?:many|much|tall|high|old|far|long|big|large|deep|wide|heavy|fast|hot|cold|often)|population|combien|quelle\s+(?:hauteur|taille|distance|longueur|population)"
    r"|cuant[oa]s?|cual\s+es\s+la\s+(?:poblacion|altura|distancia|longitud)|wie\s+(?:viele?|hoch|lang|weit|alt|gross|tief|schwer|schnell)|quant[oiae]|hoeveel|сколько|скільки)\b"
)
_YEAR: Final = re.compile(
    r"(?<!\d)\d{3,4}(?!\d)|\d{1,2}(?:st|nd|rd|th|e|ème)? (?:century|siècle)|siglo [IVX]+|\d{4}年"
)
_DIGIT: Final = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|deux|trois|quatre|dos|tres|zwei|drei|vier)\b",
    re.IGNORECASE,
)
_ISOTOPE: Final = re.compile(r"\b([a-z]{1,13}) (\d{1,3})\b")


@lru_cache(maxsize=1)
def _families() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _FAMILIES.split("\n"):
        family = line.split()
        for word in family:
            found.setdefault(word, set()).update(family)
    return {word: frozenset(family - {word}) for word, family in found.items()}


@lru_cache(maxsize=1)
def facts() -> frozenset[str]:
    """Return what the page of a thing tells of it (folded): "the population of Japan" is a question about Japan."""
    return frozenset(_FACTS.split())


def kin_of(word: str) -> tuple[str, ...]:
    """Return other words (folded) that say the same as a folded word of a question."""
    forms = {f"{word}{ending}" for ending in _ENDINGS} if _is_short_stem(word) else set[str]()
    return tuple(sorted({*family_of(word), *forms} - {word}))


def family_of(word: str) -> tuple[str, ...]:
    """Return the words (folded) that an answer may have for a folded word of a question; () for most words."""
    return tuple(sorted(_families().get(word, ())))


def _is_short_stem(word: str) -> bool:
    """Whether a word is so short that endings make it look like another one ("eat": "eating")."""
    return word.isascii() and word.isalpha() and 3 <= len(word) <= 6


def isotopes(question: str) -> dict[str, str]:
    """Return what a folded question's "carbon 14" may be written as ("14c", "14ca", …), by the number it stands for."""
    return {
        f"{number}{name[0]}{letter}": number
        for name, number in _ISOTOPE.findall(question)
        for letter in ("", *name[1:])
    }


def expected(question: str) -> Expected:
    """Return what a folded question wants to know, as far as its words tell."""
    if _DATES.search(question):
        return "date"
    return "number" if _NUMBERS.search(question) else ""


def has_expected(text: str, wanted: Expected) -> bool:
    """Whether a text has what is wanted: a year or century, a number; nothing is in every text."""
    if wanted == "date":
        return bool(_YEAR.search(text))
    return not wanted or bool(_DIGIT.search(text))
