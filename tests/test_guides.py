"""The rules that players read: complete, in every language, and exactly those of their table."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import silverhook
from silverhook.core.options import Option, Value, plain, written
from silverhook.core.teaching import Guide
from silverhook.core.words import languages, phrases
from silverhook.games import games
from silverhook.server import catalogue
from silverhook.server.errors import NoSuchGame

SOURCE = Path(silverhook.__file__).parent
LANGUAGES = languages(SOURCE / "deckhand" / "words")
FOLDERS = [SOURCE / game / texts for game in games() for texts in ("guide", "lessons/first", "lessons/second")]
GUIDES = [(game, edition) for game, spec in games().items() if spec.guide for edition in spec.editions]
OPTIONS = [(game, edition, option) for game, edition in GUIDES for option in games()[game].options(edition).values()]
WITH: dict[str, dict[str, Value]] = {  # other options that an option needs to take effect
    "action_guard": {"action_cap": None},
    "target_silvs": {"game_end": "target"},
}


def guide_of(game: str, edition: str | None = None, language: str = "en", **options: object) -> Guide:
    spec = games()[game]
    guide: Guide = spec.guide(spec.ruleset(2, edition, options), language)
    return guide


def told(game: str, edition: str | None = None, language: str = "en", **options: object) -> str:
    guide = guide_of(game, edition, language, **options)
    return "\n".join(text for section in guide.sections for text in (section.title, *section.paragraphs))


def others(option: Option) -> list[Value]:
    """Values of an option that are not its default."""
    numbers = [option.least, option.least + 7] if option.least is not None else []
    return [value for value in (*option.values, *numbers) if value != option.default and option.allows(value)]


def shape(entries: Any) -> Any:
    """The keys of a file of texts in their order, without its words."""
    return [(key, shape(entry)) for key, entry in entries.items()] if isinstance(entries, dict) else None


def words_in(entries: Any) -> Iterator[str]:
    """All texts of a file, chosen or not."""
    if isinstance(entries, str):
        yield entries
    else:
        for entry in entries.values():
            yield from words_in(entry)


def choices_in(entries: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All choices of a table of entries: the fact, and the answers by its values."""
    for entry in entries.values():
        while isinstance(entry, dict):
            ((fact, answers),) = entry.items()
            yield fact, answers
            entry = next((answer for answer in answers.values() if isinstance(answer, dict)), None)


# --- every language -----------------------------------------------------------------------------


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: "/".join(folder.parts[-3:]))
def test_every_language_says_the_same_things(folder: Path) -> None:
    english = {key: shape(entry) for key, entry in phrases(folder, "en").items() if key != "gap"}
    for language in LANGUAGES[1:]:
        table = phrases(folder, language)
        assert language in languages(folder), f"there is no {folder / language}.toml"
        assert {key: shape(entry) for key, entry in table.items() if key != "gap"} == english
        assert list(table) == list(phrases(folder, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: "/".join(folder.parts[-3:]))
def test_every_word_for_a_gap_is_used_somewhere(folder: Path, language: str) -> None:
    table = phrases(folder, language)
    used = {gap for text in words_in(table) for gap in re.findall(r"\{(\w+)\}", text)}
    assert set(table.get("gap", {})) <= used


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: "/".join(folder.parts[-3:]))
def test_words_wait_only_for_values_that_an_option_can_have(folder: Path) -> None:
    spec = next(spec for game, spec in games().items() if game in folder.parts)
    known = {name: option for edition in spec.editions for name, option in spec.options(edition).items()}
    for key, entries in phrases(folder, "en").items():
        if key == "title":
            continue
        for fact, answers in choices_in(entries):
            for value in answers if fact in known and fact != "fools" else ():
                number = int(value) if value.isdigit() else plain(value)
                assert value in ("n", "else") or known[fact].allows(number), f"{key}: {fact}.{value}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "edition"), GUIDES)
def test_a_guide_has_all_chapters_and_no_gap_left_open(game: str, edition: str, language: str) -> None:
    guide = guide_of(game, edition, language)
    assert [section.id for section in guide.sections] == [section.id for section in guide_of(game, edition).sections]
    text = told(game, edition, language)
    assert len(text) > 5_000
    assert not re.search(r"[{}]|\b(null|None|true|false)\b|  ", text)
    assert all(paragraph.count("*") % 2 == 0 for section in guide.sections for paragraph in section.paragraphs)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "edition", "option"), OPTIONS, ids=lambda value: getattr(value, "name", value))
def test_every_house_rule_changes_the_guide(game: str, edition: str, option: Option, language: str) -> None:
    beside = WITH.get(option.name, {})
    seen = {told(game, edition, language, **beside)}
    for value in others(option):
        text = told(game, edition, language, **beside, **{option.name: value})
        assert text not in seen, f"{option.name} = {written(value)}"
        assert not re.search(r"[{}]|\b(null|None)\b|  ", text)
        seen.add(text)


def test_an_unknown_language_gives_the_english_guide() -> None:
    assert guide_of("deckhand", language="xx") == guide_of("deckhand", language="en")


# --- the rules of a table -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "options", "says"),
    [
        ("indicator", {}, "There is no bank"),
        ("indicator", {}, "22, 33 or 44 of them become the supply deck"),
        ("indicator", {}, "you may draw a card, now"),
        ("indicator", {}, "now or not at all, put a card of the supply under the reload deck"),
        ("indicator", {}, "you can use no more than 5 in one turn"),
        ("indicator", {}, "you may not pick what would do nothing at all"),
        ("indicator", {"action_cap": 7}, "you can use no more than 7 in one turn"),
        ("indicator", {"money_cap": 12}, "a player can hold: 12"),
        ("indicator", {"start_money": 0}, "Nobody has any coins yet"),
        ("indicator", {"start_money": 3}, "Everybody has 3 coins"),
        ("indicator", {"start_trigger_zone": "hand"}, "in your hand then. In the stash or in the deck it does nothing"),
        ("indicator", {"hand_discard": "end_of_turn"}, "*4. Tidy up.* Discard the cards that you did not play"),
        ("indicator", {"reshuffle": "lazy"}, "an empty deck just stays empty"),
        ("indicator", {"offturn_reload": False}, "Actions, Buys and Reloads come to nothing"),
        ("indicator", {"final_tie": "after_ender"}, "next in turn order after that player wins"),
        ("indicator", {"max_rounds": 30}, "after 30 rounds"),
        ("tokens", {}, "There are 17 in the whole game"),
        ("tokens", {}, "22, 33 or 40 of them become the supply deck"),
        ("tokens", {"bank_limit": None}, "which never runs dry"),
        ("treasure", {}, "you draw a card, now"),
        ("treasure", {}, "you may also pick what does nothing"),
        ("treasure", {}, "once in this turn, at any time when no card is being carried out"),
        ("treasure", {"action_guard": 60}, "it ends after 60"),
    ],
)
def test_the_guide_of_deck_hand_follows_the_options(edition: str, options: dict[str, Value], says: str) -> None:
    assert says in told("deckhand", edition, **options)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "into the pot, just this once"),
        ({"ante": "every_hand"}, "at the beginning of every further hand"),
        ({"first_hand_swap": False}, "From the second hand on"),
        ({"refill": "may"}, "you may draw until you have five"),
        ({"after_return": "beat_last"}, "its last card still has to be beaten"),
        ({"all_out": "house"}, "The house takes the pot, and the same player opens again"),
        ({"lone_player": "wins_pot"}, "the pot is yours at once, without a showdown"),
        ({"turn_guard": 40}, "ends after 40 turns"),
        ({"flip_choice": "random"}, "picked by chance, is turned up"),
        ({"split_rest": "pot"}, "rounded up, and the rest stays in the pot"),
        ({"split_odd": "rest"}, "rounded down, and the house takes the rest"),
        ({"fool_unclaimed": "winner"}, "the winner of the hand takes the pot after all"),
        ({"fool_token_on_replace": "keep"}, "Fool tokens stay with those who hold them"),
        ({"fools": 2}, "There are 2 Fools and as many tokens"),
        ({"knight_scope": "target_only"}, "nothing stops a Dragon"),
        ({"crown_self": False}, "except for you"),
        ({"bard_self_pays": False}, "except you"),
        ({"jester_play": "may"}, "Then you may play a card"),
        ({"priest_scope": "all_hands"}, "all numbers in all hands"),
        ({"game_end": "last_standing"}, "when only one player has silvs left, or after hand 24"),
        ({"game_end": "hands", "hand_limit": 9}, "The game ends after 9 hands"),
        ({"game_end": "target", "target_silvs": 30, "hand_limit": None}, "30 silvs or more after a hand."),
    ],
)
def test_the_guide_of_hanataz_follows_the_options(options: dict[str, Value], says: str) -> None:
    assert says in told("hanataz", **options)


def test_the_guide_of_an_edition_uses_its_words() -> None:
    treasure = told("deckhand", "treasure")
    assert "Treasure" in treasure and "refresh deck" in treasure
    assert not re.search(r"\bcoins?\b|stash|reload deck", treasure)


def test_the_guide_mentions_custom_cards() -> None:
    cards = (SOURCE / "deckhand" / "sets" / "reference.toml").read_text(encoding="utf-8")
    spec = games()["deckhand"]
    ruleset = spec.ruleset(2, None, {}, cards.replace("Fist Fight", "Brawl"))
    assert "two Brawl and two Celebrate" in str(spec.guide(ruleset, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_mentions_a_custom_deck(language: str) -> None:
    deck = 'suits = ["Suns", "Moons", "Stars"]\nnumbers = [3, 9]\ndecks = 2\n[faces]\nsuited = ["Wizard"]'
    spec = games()["hanataz"]
    guide: Guide = spec.guide(spec.ruleset(2, None, {}, deck), language)
    ids = {section.id for section in guide.sections}
    assert "faces" in ids and not {"fool", "knight"} & ids
    text = str(guide)
    assert "Suns, Moons, Stars" in text and " 48" in text
    assert not re.search(r"[{}]|\b(Bard|Assassin|Flames)\b", text)


def test_a_game_without_a_guide_has_an_empty_one_and_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = dataclasses.replace(games()["hanataz"], guide=None, lesson=None)
    monkeypatch.setattr(catalogue, "game_spec", lambda name: bare)
    assert catalogue.edition_guide("hanataz", None, "en") == {"title": "", "sections": []}
    with pytest.raises(NoSuchGame, match="no guided games"):
        catalogue.lesson_of("hanataz", None, "en")
