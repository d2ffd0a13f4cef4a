"""Questions, and what they are about."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.archive.opened import OpenArchive
from bookwheel.finding.frames import unframe
from bookwheel.finding.resolve import existing_title
from bookwheel.finding.words import available, is_in_language, tables
from bookwheel.titles.folding import fold

WANTED = [
    "en",
    "de",
    "fr",
    "es",
    "it",
    "pt",
    "nl",
    "pl",
    "ru",
    "uk",
    "ja",
    "zh",
    "ko",
    "ar",
    "fa",
    "he",
    "tr",
    "hi",
    "id",
    "vi",
]

QUESTIONS = [
    ("en", "What is {}?", "biology"),
    ("en", "who was {}", "Marie Curie"),
    ("en", "tell me about {}", "AC/DC"),
    ("en", "What's {}?", "a black hole"),
    ("en", "please explain {} to me", "the sky to me"),
    ("de", "Was ist {}?", "Permafrost"),
    ("de", "welche Rolle spielt {}", "Permafrost"),
    ("de", "Erzähl mir von {}", "Goethe"),
    ("fr", "Qu'est-ce que {} ?", "la photosynthèse"),
    ("fr", "Qu’est-ce qu'un {} ?", "trou noir"),
    ("fr", "Parle-moi de {}", "Victor Hugo"),
    ("es", "¿Qué es {}?", "fotosíntesis"),
    ("es", "¿Quién fue {}?", "Cervantes"),
    ("it", "Che cos'è {}?", "la fotosintesi"),
    ("pt", "O que é {}?", "a fotossíntese"),
    ("nl", "Wat is {}?", "fotosynthese"),
    ("pl", "Co to jest {}?", "fotosynteza"),
    ("ru", "Что такое {}?", "фотосинтез"),
    ("uk", "Що таке {}?", "фотосинтез"),
    ("ja", "{}とは何ですか？", "光合成"),
    ("zh", "什么是{}？", "光合作用"),
    ("zh", "{}是誰？", "孔子"),
    ("ko", "{}이란 무엇인가요?", "광합성"),
    ("ar", "ما هو {}؟", "التمثيل الضوئي"),
    ("fa", "{} چیست؟", "فتوسنتز"),
    ("he", "מה זה {}?", "פוטוסינתזה"),
    ("tr", "{} nedir?", "Fotosentez"),
    ("hi", "{} क्या है?", "प्रकाश संश्लेषण"),
    ("id", "Apa itu {}?", "fotosintesis"),
    ("vi", "{} là gì?", "Quang hợp"),
    ("sv", "Vad är {}?", "fotosyntes"),
    ("cs", "Co je to {}?", "fotosyntéza"),
    ("th", "{}คืออะไร", "สุนัข"),
]


@pytest.mark.parametrize(("language", "frame", "topic"), QUESTIONS)
def test_the_frame_of_a_question_comes_off(language: str, frame: str, topic: str):
    question = frame.format(topic) if "to me" not in frame else frame.replace("{} to me", topic)
    assert topic in [rest.text for rest in unframe(question, tables([language]))]


def test_there_are_words_for_every_language_promised():
    assert set(WANTED) <= set(available())


@pytest.mark.parametrize("language", available())
def test_a_language_has_stop_words_and_frames_that_are_folded(language: str):
    words = tables([language])[0]
    assert words.language == language
    assert len(words.stop) >= 25
    assert words.before | words.after
    assert all(word == fold(word) for word in words.stop | words.articles)


def test_english_is_asked_of_every_archive():
    assert [words.language for words in tables(["fr"])] == ["fr", "en"]
    assert [words.language for words in tables([])] == ["en"]
    assert [words.language for words in tables(["en", "zh-hant", "xx", "../en"])] == ["en", "zh"]


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("Wo wurde Albert Einstein geboren?", ["en", "de"]),
        ("Où est né Albert Einstein ?", ["en", "fr"]),
        ("¿Dónde nació Albert Einstein?", ["en", "es"]),
        ("Hoe hoog is de Eiffeltoren?", ["en", "nl"]),
        ("Was Lincoln tall?", ["en"]),
        ("Albert Einstein est mort?", ["en"]),
        ("Die Hard?", ["en"]),
        ("Wo wurde Albert Einstein geboren", ["en", "de"]),
        ("Was ist Photosynthese", ["en", "de"]),
        ("Die Hard again", ["en"]),
    ],
)
def test_a_question_brings_its_language_along(text: str, languages: list[str]):
    assert [words.language for words in tables(["en"], text)] == languages


def test_frames_come_off_one_after_another_and_articles_at_the_end():
    rests = [rest.text for rest in unframe("Can you tell me what the mercury (planet) is?", tables(["en"]))]
    assert "mercury (planet)" in rests
    assert rests == sorted(rests, key=len, reverse=True)


@pytest.mark.parametrize("text", ["Mercury", "history of Rome", "what is", "who", "?", "", "Whatever Works"])
def test_a_text_without_a_frame_yields_nothing(text: str):
    assert list(unframe(text, tables(["en"]))) == []


@given(st.text(max_size=80), st.sampled_from(available()))
@settings(derandomize=True, deadline=None)
def test_what_is_left_is_part_of_the_text(text: str, language: str):
    for rest in unframe(text, tables([language])):
        assert rest.text
        assert rest.text in text


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("ما هي عجلة الكتب؟", "عجلة الكتب"),
        ("Что такое книжное колесо?", "Книжное колесо"),
        ("पुस्तक चक्र क्या है", "पुस्तक चक्र"),
        ("什么是書物車？", "書物車"),
        ("書物車とは何ですか", "書物車"),
    ],
)
def test_a_question_in_a_script_of_its_own_is_understood_in_any_archive(
    demo: OpenArchive, question: str, topic: str
) -> None:
    found = existing_title(demo, question)
    assert found.best is not None
    assert (found.best.title, found.best.match_type) == (topic, "frame_stripped")


@pytest.mark.parametrize(
    ("text", "languages", "is_in"),
    [
        ("Who was Orsa?", ("en",), True),
        ("Who was Orsa?", ("simple",), True),
        ("Who was Orsa?", ("fr",), False),
        ("Qui a inventé le téléphone ?", ("fr",), True),
        ("Wer erfand das Telefon?", ("en", "de"), True),
        ("When did Orsa die", ("de",), False),
        ("What is 東京?", ("ja",), False),
        ("東京とは", ("ja",), True),
        ("Orsa", ("fr",), True),
        ("Die Hard", ("en",), True),
        ("La La Land", ("en",), True),
        ("Die Another Day", ("en",), True),
        ("histoire de Paris", ("en",), False),
        ("Who was Orsa?", (), True),
    ],
)
def test_the_language_of_a_question_is_told_by_its_words_without_a_topic(
    text: str, languages: tuple[str, ...], *, is_in: bool
) -> None:
    assert is_in_language(text, languages) is is_in
