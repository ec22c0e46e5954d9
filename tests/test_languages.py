"""Every language says all that English says, in whole games, with no gap left open."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import silverhook as sh
from silverhook import bots
from silverhook.bots import RandomBot, SearchBot, Seat, think
from silverhook.core.words import BOTH, ENGLISH, NAME, SEVERAL, YOU, Words, languages, phrases
from silverhook.deckhand.cards import reference_set
from silverhook.deckhand.edition import EDITIONS, load_edition
from silverhook.games import game_spec, games
from silverhook.hanataz.composition import FACES, default_composition
from silverhook.server import catalogue
from silverhook.server.house import House

HOME = Path(sh.__file__).parent
FOLDERS = {name: HOME / name / "words" for name in ("deckhand", "hanataz")} | {
    name: HOME / name / "phrases" for name in ("bots", "analysis")
}
OTHERS = languages(FOLDERS["deckhand"])[1:]
NAMES = ["Anne", "Bart", "Chloé", "Zofia", "Émile", "Hugo"]
TABLES = [("deckhand", edition, 3) for edition in EDITIONS] + [("hanataz", None, 2), ("hanataz", None, 5)]
FREE = ("grammar", "older", "card", "face", "suit", "suit_of")  # each language's own rules, forms and names
SAME = {"title": "card", "whose": "seat", "whose_other": "other"}  # gaps for the same thing in another form


def flat(table: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every phrase with its path."""
    for key, entry in table.items():
        if isinstance(entry, Mapping):
            yield from flat(entry, (*path, key))
        elif isinstance(entry, list):
            yield from (((*path, key, str(n)), text) for n, text in enumerate(entry))
        else:
            yield (*path, key), entry


def said(name: str, language: str) -> dict[tuple[str, ...], str]:
    """The phrases of a file, except those that a language may add or omit."""
    table = {part: entries for part, entries in phrases(FOLDERS[name], language).items() if part not in FREE}
    return {path: text for path, text in flat(table) if "words" not in path}


def gaps(text: str, words: Mapping[str, str]) -> set[str]:
    found = set(re.findall(r"\{(\w+)[^}]*\}", text)) - set(words)
    return {SAME.get(gap, gap) for gap in found}


def words_of_editions(name: str, language: str) -> dict[str, str]:
    own = phrases(FOLDERS[name], language).get("edition", {})
    return {word: text for edition in own.values() for word, text in edition.get("words", {}).items()}


# --- the files ---------------------------------------------------------------------------------


def test_all_games_and_bots_speak_the_same_languages() -> None:
    assert {"fr", "pl"} <= set(OTHERS)
    for folder in FOLDERS.values():
        assert languages(folder) == (ENGLISH, *OTHERS)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", FOLDERS)
def test_a_language_has_the_phrases_of_english(name: str, language: str) -> None:
    english, other = said(name, ENGLISH), said(name, language)
    assert set(other) == set(english)
    for path, text in english.items():
        wanted = gaps(text, words_of_editions(name, ENGLISH))
        assert gaps(other[path], words_of_editions(name, language)) == wanted, path
        assert bool(other[path]) >= bool(text) or path[-1] in ("subject", "again", "trigger_alone"), path


@pytest.mark.parametrize("language", [ENGLISH, *OTHERS])
@pytest.mark.parametrize("name", ["deckhand", "hanataz"])
def test_every_form_that_a_language_needs_is_there(name: str, language: str) -> None:
    forms = Words(phrases(FOLDERS[name], language)).forms
    words = words_of_editions(name, language)
    for path, text in flat({part: one for part, one in phrases(FOLDERS[name], language).items() if part != "grammar"}):
        for word, meant in words.items():
            text = text.replace("{" + word + "}", meant)
        assert "(s)" not in text
        for number in re.findall(r"\(([^()]*\|[^()]*)\)", text):
            assert len(number.split("|")) == forms, (path, text)
        bare = re.sub(r"\([^()]*\|[^()]*\)", "", text)
        for persons in re.findall(r"\[([^\[\]]*)\]|<([^<>\[\]]*)>", bare):
            assert 2 <= len("".join(persons).split("|")) <= 4, (path, text)


@pytest.mark.parametrize("language", OTHERS)
def test_every_card_has_a_title_of_its_own(language: str) -> None:
    titles = phrases(FOLDERS["deckhand"], language)["card"]
    assert set(titles) == {card.name for card in reference_set().cards}
    assert len(set(titles.values())) == len(titles)
    hanataz = phrases(FOLDERS["hanataz"], language)
    assert set(hanataz["face"]) == {*FACES, "Number"} and set(hanataz["suit"]) == set(default_composition().suits)
    assert not any(set(".;:|()") & set(title) for title in titles.values())  # texts need these


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: 1, 1: 0, 2: 1, 11: 1, -1: 0}),
        ("fr", {0: 0, 1: 0, 2: 1, 21: 1, -2: 1}),
        ("pl", {0: 2, 1: 0, 2: 1, 4: 1, 5: 2, 11: 2, 12: 2, 14: 2, 21: 2, 22: 1, 24: 1, 25: 2, 102: 1, 112: 2, -3: 1}),
    ],
)
def test_numbers_take_the_form_of_the_language(language: str, forms: dict[int, int]) -> None:
    for name in ("deckhand", "hanataz"):
        words = Words(phrases(FOLDERS[name], language))
        assert {n: words.form(n) for n in forms} == forms


def test_persons_take_their_form_or_else_that_of_you() -> None:
    words = Words(phrases(FOLDERS["deckhand"]))
    two, four = "[a|b] {n} (one|many)", "<[p|q|r|s] x|y>"
    assert [words.fitting(two, 2, person) for person in (NAME, YOU, SEVERAL, BOTH)] == [
        "a {n} many",
        *["b {n} many"] * 3,
    ]
    assert [words.fitting(four, 1, person) for person in (NAME, YOU, SEVERAL, BOTH)] == ["p x", "q x", "r x", "s x"]
    assert words.fitting(four, 1, SEVERAL, YOU) == "y"


@pytest.mark.parametrize("game", ["deckhand", "hanataz"])
def test_an_unknown_language_gives_english(game: str) -> None:
    narrator = sh.new(game, seed=1).rules.narrator
    assert narrator("xx") is narrator() is narrator("en") and narrator().language == ENGLISH
    assert narrator("fr") is narrator("fr") is not narrator() and narrator("fr").language == "fr"


def test_unknown_languages_take_no_room() -> None:
    """A client can name any language: the server keeps each real one once and never an unknown one."""
    for folder in FOLDERS.values():
        assert phrases(folder, "xx") is phrases(folder) is phrases(folder, "../en")
    assert load_edition("tokens").language("xx") is load_edition("tokens").language()


# --- whole games -------------------------------------------------------------------------------


def whole(text: str) -> None:
    """Assert that no gap and no choice of forms is left in a text."""
    assert text and not re.search(r"[{}|\[\]<>]|\(s\)|None|  ", text), text


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_whole_games_are_told_in_every_language(name: str, edition: str | None, players: int, language: str) -> None:
    names, told = NAMES[:players], 0
    for seed in range(6):
        game, chance = sh.new(name, players, edition=edition, seed=seed), random.Random(seed)
        narrator = game.rules.narrator(language)
        titles = {face.name: face.title for face in narrator.faces()}
        game.listen()
        while not game.over:
            for seat in (game.to_act, None):
                whole(game.view(seat, language)["decision"]["prompt"])
            actions = game.legal_actions()
            labels = [narrator.label(game, action, names) for action in actions]
            abouts = [game.rules.notation.about(game, action)._replace(place=None) for action in actions]
            same = {(about.does, about.card, about.zone) for about in abouts if about.zone == "supply"}
            beside = [about for about in abouts if about.zone != "supply"]
            assert len(set(labels)) == len(same) + len(beside)  # of equal cards in the supply it does not matter which
            for action, label in zip(actions, labels, strict=True):
                whole(label)
                whole(narrator.deed(game, action, names))
            game.apply(chance.choice(actions))
            for reader in (0, players - 1, None):
                news = game.news(reader)
                for sentence in narrator.tell_all(news, names, reader):
                    whole(sentence)
                    assert sentence.endswith(".") and sentence[0] == sentence[0].upper()
                    told += 1
                shown = " ".join(narrator.tell_all(news, names, reader))
                for happening in news:
                    if happening.card and happening.card not in "".join(titles.values()):
                        assert happening.card not in shown, (happening.card, shown)
    assert told > 300


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_advice_is_given_in_every_language(name: str, edition: str | None, players: int, language: str) -> None:
    advise, chance = game_spec(name).advise, random.Random(1)
    same = different = 0
    for seed in range(4):
        game = sh.new(name, players, edition=edition, seed=seed)
        while not game.over and game.ply < 150:
            english = advise(Seat(game, game.to_act, NAMES))
            other = advise(Seat(game, game.to_act, NAMES, language))
            assert [(one.action, one.value) for one in other] == [(one.action, one.value) for one in english]
            for mine, theirs in zip(other, english, strict=True):
                whole(mine.words)
                same += mine.words == theirs.words
                different += mine.words != theirs.words
            game.apply(chance.choice(game.legal_actions()))
    assert different > 20 * same


@pytest.mark.parametrize("language", OTHERS)
def test_bots_are_introduced_in_every_language(language: str) -> None:
    game = sh.new("deckhand", seed=2)
    english, other = (think(SearchBot(1, 60), game, spoken) for spoken in (ENGLISH, language))
    assert english.action == other.action and english.candidates[0].words != other.candidates[0].words
    whole(other.candidates[0].words)
    assert think(RandomBot(1), game, language).action in game.legal_actions()
    assert list(bots.levels(language)) == list(bots.LEVELS)


def test_each_language_has_its_form_of_address() -> None:
    game = sh.new("deckhand", 2, seed=1)
    game.listen()
    game.apply(next(action for action in game.legal_actions() if "Celebrate" in game.describe(action)))
    actor = game.news(0)[0].seat
    told = {
        language: [
            game.rules.narrator(language).tell_all(game.news(reader)[:1], ["Ola", "Ola"], reader)[0]
            for reader in (actor, None)
        ]
        for language in ("en", "fr", "pl")
    }
    assert told == {
        "en": ["You play Celebrate.", "Ola plays Celebrate."],
        "fr": ["Vous jouez Ripaille.", "Ola joue Ripaille."],
        "pl": ["Zagrywasz kartę Hulanka.", "Ola zagrywa kartę Hulanka."],
    }


# --- what can be chosen ------------------------------------------------------------------------


@pytest.mark.parametrize("language", [ENGLISH, *OTHERS])
def test_the_catalogue_is_complete_in_every_language(language: str) -> None:
    for game in catalogue.game_list(House(), language):
        whole(game["summary"])
        for edition in game["editions"]:
            whole(edition["title"])
            whole(edition["summary"])
            for option in edition["options"]:
                whole(option["title"])
                whole(option["help"])
                assert option["help"].endswith(".") and not re.search(r"R-[DH]\d", option["help"])
                assert set(option["labels"]) == {catalogue.written(value) for value in option["values"]}
                assert all(label and label not in ("null", "true", "false") for label in option["labels"].values())
    for bot in catalogue.bot_list(House(), language):
        whole(bot["title"])
        whole(bot["about"])


@pytest.mark.parametrize("language", [ENGLISH, *OTHERS])
def test_cards_are_printed_completely_in_every_language(language: str) -> None:
    for name, spec in games().items():
        for edition in spec.editions:
            for face in catalogue.edition_cards(name, edition, language):
                whole(face["title"])
                assert (face["title"] == face["name"]) or language != ENGLISH
                for text in face["texts"].values():
                    whole(text)


@pytest.mark.parametrize("language", [ENGLISH, *OTHERS])
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_is_described_in_its_own_words(edition: str, language: str) -> None:
    told = str(load_edition(edition).language(language).table)
    word = load_edition("indicator").words(language)["coins"][:4]  # the beginning that all its forms share
    printed = str([face["texts"] for face in catalogue.edition_cards("deckhand", edition, language)])
    assert (word in printed) == (edition != "treasure") and "{coin" not in told
