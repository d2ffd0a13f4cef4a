"""What the words of a question expect of an answer: other words for the same, and numbers or dates.

"Who wrote it?" is answered by "written by" or "its author"; "how tall?" by a height, a number.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

Expected: TypeAlias = Literal["date", "number", "now", ""]

# One family a line: each word stands for the others, those behind a colon only for the ones before it. Words are folded;
# forms that differ in their ending find themselves.
_FAMILIES: Final = """
write wrote written writes writer author authored
born birth birthplace birthday
die died death dies dead dying
built build construction constructed erected
make made makes maker created creator creation
founded founder founders cofounder founding established foundation formed created started launched
began begun begin started start beginning opened outbreak
launch launched released introduced
opened opening inaugurated
ended end ending finished completed concluded collapse collapsed
won win winner winning victory victorious
defeated defeat beat beaten
lead led leader leads headed
directed director
discovered discovery discoverer found identified isolated
invented inventor invention designed design designer devised developed created creator conceived proposed formulated patented creating inventing designing developing formulating
painted painter painting
sculpted sculptor sculpture carved statue
penned : wrote written writer author
shot shooting : assassinated assassination killed murdered
sing sang sung singer song
composed composer
teach taught teacher teaching
tall height high altitude
deep depth
wide width
long length
old age
age aged : years old born birth
older elder
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
live living lives : population inhabitants
money currency
capital seat
religion religions faith
nationality citizenship
located location lies situated
marry married marriage spouse wife husband
boss chief president ceo
cause causes caused causing due because results resulting
tallest highest loftiest
largest biggest greatest hugest
oldest earliest eldest
youngest newest latest
smallest tiniest littlest
heaviest massive
richest wealthiest
populous population
closest nearest
fastest quickest swiftest
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
parents : son daughter father mother
king queen monarch emperor ruler
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
ecrit ecrivain auteur ecrite ecrire ecrits
peint peintre peinte peinture peindre
invente inventeur invention inventer concu concepteur concue developpe elabore
decouvert decouvreur decouverte decouvrir
fonde fondee fondation fondateur cree creee creation createur
construit construite construction batie bati erige
age ans : ne nee naissance
haut haute hauteur altitude culminant
grand grande vaste etendu gros grosse
long longue longueur
profond profonde profondeur
rapide vite vitesse
gagne remporte vainqueur victoire gagner
compose compositeur composee composer
realise realisateur realisee
tue assassine assassinat meurtre tuer
parents : fils fille pere mere
epouse epoux marie mariage mari femme
vit vivent habite habitat vivre
mange mangent nourrit alimentation manger
commence debut debuta commencer
finit fin termine acheve finir
parle langue langues parlent parlee
habitants population habitant
peuple population
situe situee trouve
nacio nacido nacida nacimiento nacer
murio muerte fallecio morir muere
escribio escrito escritor autor escribir
pinto pintado pintor pintura
descubrio descubierto descubridor descubrimiento
invento inventado inventor diseno disenado disenador desarrollo concibio creado
fundo fundado fundada fundador fundadores fundacion creado creada
creo creado creador creacion
edad anos : nacido nacida nacio nacimiento
alto alta altura altitud elevado
grande extenso extensa mayor
largo larga longitud
profundo profunda profundidad
pequeno pequena menor
rapido rapida veloz velocidad
gano ganador victoria vencio ganar
compuso compositor compuesta
dirigio director dirigida
mato asesino asesinado asesinato matar
padres : hijo hija padre madre
esposa esposo casado matrimonio conyuge mujer marido
vive viven habita habitat vivir
come comen alimenta dieta alimentacion
comenzo empezo inicio inicia comienzo
termino acabo finalizo fin final
construyo construido construida construccion
habla hablan idioma lengua
habitantes poblacion
morto morta mori
morreu morrer
nacque nascita nascere
nasceu nascimento nascer
geboren geburt
sprache spricht gesprochen
gestorben tod starb sterben
schrieb geschrieben schriftsteller autor schreiben
erfand erfunden erfinder erfindung erfinden entwickelt entwickelte entworfen entwarf
entdeckt entdeckte entdecker entdeckung entdecken
gemalt maler gemalde malte malen
gebaut erbaut errichtet bau bauen
gegrundet grundung grunder grundete
alter alt : jahre geboren geburt
hohe hoch hochste hochster
grosste grosster flachengrosste
lange lang langste
tiefe tief tiefste
gewann gewonnen sieger sieg gewinner
komponiert komponist komponierte komponieren
ermordet mord morder attentat getotet
eltern : sohn tochter vater mutter
verheiratet ehefrau ehemann heiratete ehe
lebt leben lebensraum wohnen
frisst nahrung fressen ernahrung
begann beginn begonnen anfang
endete ende beendet endet
liegt gelegen lage befindet
einwohner bevolkerung einwohnerzahl
"""

# One language a paragraph, folded.
_FACTS: Final = """
birth birthplace birthday death author writer founder creator inventor discoverer painter composer director architect
population inhabitants capital currency language languages religion nationality president leader height altitude depth
length width weight mass area size temperature location age wife husband spouse parents coordinates elevation flag map
anthem motto members history geography economy climate weather culture politics government demographics education
etymology origin origins life early later years personal childhood youth career biography family legacy works discography
filmography bibliography plot cast characters reception symptoms signs causes cause diagnosis treatment prevention
prognosis transmission uses properties structure anatomy behaviour behavior diet habitat distribution reproduction
taxonomy evolution

naissance mort auteur fondateur inventeur peintre compositeur population capitale monnaie langue hauteur longueur
superficie taille age femme mari histoire geographie economie climat culture politique vie jeunesse carriere oeuvres
symptomes causes traitement drapeau coordonnees

nacimiento muerte autor fundador inventor pintor poblacion capital moneda idioma altura longitud superficie tamano edad
esposa esposo historia geografia economia clima cultura politica vida juventud carrera obras sintomas causas tratamiento
bandera coordenadas

geburtsort tod autor grunder erfinder maler einwohner einwohnerzahl hauptstadt wahrung sprache hohe lange flache grosse
alter ehefrau ehemann geschichte geographie wirtschaft klima kultur politik leben jugend karriere werke symptome ursachen
behandlung flagge koordinaten
"""

# Words of a question that an answer may well leave out: that no passage has them tells nothing. Folded.
_PLAIN: Final = """
take takes took taken place come comes came make makes made live lives living go goes went gone get gets got grow grew run
play played plays use used uses usually normally really actually exactly currently name list kind type sort happen
machen macht gemacht kommen kommt lebt leben nimmt findet heute eigentlich
faire fait vient venir passe lieu vivent vit actuellement
hacer hizo hecho viene lugar viven vive actualmente
"""

_ENDINGS: Final = ("ing", "ed", "er", "ers", "es")
_DATES: Final = re.compile(
    r"^(?:(?:when|quand|wann|cuando|quando|wanneer|kiedy|kogda|когда|коли)\b"
    r"|.{0,12}\b(?:what|which|quelle|que|welchem|quale|que)\s+(?:year|date|day|century|month|annee|ano|jahr|anno|fecha|siecle|siglo)\b"
    r"|depuis quand|desde cuando|seit wann|since when)"
)
_NUMBERS: Final = re.compile(
    r"\b(?:how\s+(?:many|much|tall|high|old|far|long|big|large|deep|wide|heavy|fast|hot|cold|often)|population|combien|quelle\s+(?:hauteur|taille|distance|longueur|population)"
    r"|(?:what|quel|que|welches) (?:age|edad|alter)|age of|cuant[oa]s?|cual\s+es\s+la\s+(?:poblacion|altura|distancia|longitud)|wie\s+(?:viele?|hoch|lang|weit|alt|gross|tief|schwer|schnell)|quant[oiae]|hoeveel|сколько|скільки)\b"
)
# Who holds an office now; who held it is asked with "was".
_HOLDERS: Final = re.compile(
    r"^(?:who (?:is|s)|qui est|quien es|wer ist) (?:the |le |la |l |el |der |die )?(?:current |actual |derzeitige )?(?:\w+ )?"
    r"(?:president|presidente|prasident|king|roi|rey|konig|queen|reine|reina|konigin|prime minister|premier ministre|leader"
    r"|chancellor|kanzler|bundeskanzler|mayor|maire|alcalde|burgermeister|governor|head of state|ceo|monarch|pope|emperor)\b"
)
SINCE: Final = {"en": "since", "fr": "depuis", "es": "desde", "de": "seit"}
"""What a page says of who holds an office now, by language."""
_PRESENT: Final = re.compile(
    r"\b(?:current(?:ly)?|incumbent|is the \d+\w\w|is the \w+ (?:leader|president|king|queen)|since (?:[\w,]+ ){0,3}\d{4}"
    r"|actuel(?:le|lement)?|depuis (?:\w+ ){0,3}\d{4}|actual(?:mente)?|desde (?:\w+ ){0,4}\d{4}"
    r"|derzeitige[rn]?|amtierende[rn]?|seit (?:[\w.]+ ){0,3}\d{4})\b"
)
_YEAR: Final = re.compile(
    r"(?<!\d)\d{3,4}(?!\d)|\d{1,2}(?:st|nd|rd|th|e|ème)? (?:century|siècle)|siglo [IVX]+|\d{4}年"
)
_DIGIT: Final = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|deux|trois|quatre|dos|tres|zwei|drei|vier)\b",
    re.IGNORECASE,
)
# What only asks for a date or an age, said in the word that carries no topic, or that has kin.
_REWORDED: Final = tuple(
    (re.compile(rf"\b(?:{asked})\b", re.IGNORECASE), plain)
    for asked, plain in (
        (r"(?:(?:in|on)\s+)?(?:what|which)\s+(?:year|date|day|month|decade|century)", "when"),
        (r"(?:(?:en|à|a|de)\s+)?quel(?:le)?\s+(?:année|annee|date|jour|mois|siècle|siecle)", "quand"),
        (r"(?:(?:en|a)\s+)?(?:qué|que)\s+(?:año|ano|fecha|día|dia|mes|siglo)", "cuándo"),
        (r"(?:(?:in|an)\s+)?welche[mnrs]?\s+(?:jahr|datum|tag|monat|jahrzehnt|jahrhundert)", "wann"),
        (r"how\s+old", "what age"),
        (r"(?:take|took|taken)\s+place", "happen"),
        (r"(?:eu|eut|eurent)\s+lieu", "été"),
        (r"(?:tuvo|tuvieron|tiene)\s+lugar", "fue"),
        (r"(?:came|come)\s+up\s+with|thought\s+up", "invented"),
        (r"wie\s+alt", "welches Alter"),
        (r"(?:cuántos|cuantos)\s+(?:años|anos)", "qué edad"),
    )
)
_ISOTOPE: Final = re.compile(r"\b([a-z]{1,13}) (\d{1,3})\b")


@lru_cache(maxsize=1)
def _families() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _FAMILIES.split("\n"):
        asked, _, told = line.partition(" : ")
        for word in asked.split():
            found.setdefault(word, set()).update(asked.split(), told.split())
    return {word: frozenset(family - {word}) for word, family in found.items()}


@lru_cache(maxsize=1)
def facts() -> frozenset[str]:
    """Return what the page of a thing tells of it (folded): "the population of Japan" is a question about Japan."""
    return frozenset(_FACTS.split())


@lru_cache(maxsize=1)
def plain_words() -> frozenset[str]:
    """Return words (folded) of a question that an answer need not have, for it answers them by what it says."""
    return frozenset(_PLAIN.split())


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


def reworded(question: str) -> str:
    """Return a question with "in what year" as "when", "how old" as "what age": a year itself is not what it is about."""
    for asked, plain in _REWORDED:
        question = asked.sub(plain, question)
    return question


def expected(question: str) -> Expected:
    """Return what a folded question wants to know, as far as its words tell."""
    if _DATES.search(question):
        return "date"
    if _HOLDERS.search(question):
        return "now"
    return "number" if _NUMBERS.search(question) else ""


def has_expected(text: str, wanted: Expected) -> bool:
    """Whether a text has what is wanted: a year or century, a number, a sign of the present; nothing is in every text."""
    if wanted == "now":
        return bool(_PRESENT.search(text))
    if wanted == "date":
        return bool(_YEAR.search(text))
    return not wanted or bool(_DIGIT.search(text))
