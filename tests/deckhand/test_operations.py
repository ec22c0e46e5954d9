"""Every operation of the card language is declared once, and everything that it needs exists.

The tests run an operation on a table where it has something to do. That shows that it has an effect, and that
the guard against endless programs (R-D88) knows whether it discards or fills a hand.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from silverhook.core.game import Game
from silverhook.core.words import languages, phrases
from silverhook.deckhand.cards import TEXTS, read_set
from silverhook.deckhand.comparisons import VALUES
from silverhook.deckhand.edition import EDITIONS, WORDS, load_edition
from silverhook.deckhand.judgement.heuristic import DECISIONS
from silverhook.deckhand.operations import BLOCK_QUESTIONS, OPERATIONS, QUESTIONS, TARGETS, Does, N, Operation
from silverhook.deckhand.program import Block, Leaf, Node
from silverhook.testing import Scenario, cites
from silverhook.testing.card_language import ABOUT, document
from silverhook.testing.deckhand import generic_cards

CONTROL = {
    "EACH",
    "NEXT",
    "OPTION",
    "JUMP",
    "IF",
    "LATER",
    "ONCE",
}  # what the compiler makes of blocks, besides their questions
OFFERED = [
    pytest.param(operation, place, target, id="-".join(filter(None, (operation.name, place, target))))
    for operation in OPERATIONS.values()
    for place, target in product(operation.places or ("",), operation.targets or ("",))
    if not operation.at_end
]
SHOWS = {"your": Leaf("reveal_deck"), "their": Leaf("reveal_their_deck")}


THEIRS = {name for name, target in TARGETS.items() if target in (N.TO_THEIR_DECK, N.TO_THEIR_HAND, N.TO_THEIR_STASH)}


def words_of(operation: Operation, place: str, target: str) -> str:
    """An English text that contains the operation, after everything that it needs."""
    leaf = Leaf(operation.name, 6 if operation.value == N.VALUE_SHORT else 1, place=place, target=target)
    program: tuple[Node, ...] = (leaf,)
    if place == "revealed" or operation.place == N.SHOWN:
        shown = SHOWS["their" if "their_stash" in operation.places else "your"]
        program = (replace(shown, n=2) if operation.place == N.SHOWN else shown, leaf)
    if operation.of_enemy or place in ("their_stash", "revealed") or target in THEIRS:
        program = (Block("enemy", program),)
    return load_edition("indicator").language().print(program)


def table_with(text: str, key: str) -> Any:
    """A table where A holds a card with this text, and everybody has cards in every zone."""
    scenario = Scenario("indicator").with_card("Probe", **{key: text})
    hand = "Probe" if key == "discarded" else "Probe,Coin1,a,b"
    scenario.seat("A", f"hand {{{hand}}}, deck [c,d,e,f], stash (Coin3,g,h), 5 coins")
    scenario.table("out (v,w)")
    return scenario.seat("B", "hand {Raid,k,l,m}, deck [n,o,p,q], stash (Coin1,r,u), 5 coins")


Told = tuple[str, str, str]  # the name of an event, its source and its target


def events(game: Game, action: str, head: str) -> list[Told]:
    """The events of an action after an event of this kind; always take the first choice."""
    told = game.rules.notation.event_name
    turn = game.count(N.TURN)
    game.listen()
    game.apply(game.parse(action))
    happened = game.open_news()
    while not game.over and game.count(N.TURN) == turn and game.view()["decision"]["kind"] != "main":
        game.apply(next(action for action in game.legal_actions() if action != N.NO))
        happened += game.open_news()
    found = [(told(each.code), each.source, each.target) for each in happened]
    names = [name for name, _, _ in found]
    found = found[names.index(head) + 1 : names.index("end") if "end" in names else None]
    return [each for each in found if each[0] not in ("target", "finish")]


def told_by(operation: Operation, place: str, target: str) -> list[Told]:
    """The events of an operation on a played card, or else on a card discarded in the enemy's turn."""
    text = words_of(operation, place, target)
    shown = 2 if operation.place == N.SHOWN else 1 if place == "revealed" else 0
    played = events(table_with(text, "play").begin("A").game, "play Probe", "play")[shown:]
    return played or events(table_with(text, "discarded").begin("B").game, "play Raid", "trigger")[shown:]


@pytest.mark.parametrize(("operation", "place", "target"), OFFERED)
def test_an_operation_has_an_effect(operation: Operation, place: str, target: str) -> None:
    assert told_by(operation, place, target)


@pytest.mark.parametrize("operation", [one for one in OPERATIONS.values() if one.at_end], ids=lambda one: one.name)
def test_an_operation_of_end_texts_counts(operation: Operation) -> None:
    scores = []
    for text in ("+1 hook for every 99 coins.", words_of(operation, "", "")):
        scores.append(table_with(text, "end").begin("A", at="scoring").game.scores)
    assert scores[0] != scores[1]
    assert operation.does == Does.NOTHING


@cites("R-D88")
@pytest.mark.parametrize(("operation", "place", "target"), OFFERED)
def test_the_guard_knows_what_an_operation_does(operation: Operation, place: str, target: str) -> None:
    told = told_by(operation, place, target)
    names = {name for name, _, _ in told}
    assert bool(names & {"play", "activate"}) == (Does.RUNS_CARDS in operation.does)
    assert ("discard" in names) == (Does.DISCARDS in operation.does)
    assert any(zone.startswith("hand.") for _, _, zone in told) == operation.fills_hand(target)
    owned = [(source, zone) for _, source, zone in told if source != "supply"]
    assert any(zone == "out" for _, zone in owned) == (Does.TRASHES in operation.does)
    assert any(source == "out" for source, _ in owned) == operation.returns(place)


@pytest.mark.parametrize("language", languages(WORDS))
def test_every_language_has_the_words_of_every_operation(language: str) -> None:
    words = phrases(WORDS, language)
    assert set(words["leaf"]) == set(OPERATIONS)
    own = [words["edition"][edition].get("phrases", {}).get("leaf", {}) for edition in EDITIONS]
    for table in (words["leaf"], *own):
        for name, text in table.items():
            found = set(re.findall(r"\{(n|per|cards|supply|which|place|target|value)\}", text))
            assert found == set(OPERATIONS[name].gaps), f"{language}: {name}"


@pytest.mark.parametrize("language", languages(WORDS))
def test_every_question_has_words_and_is_judged_by_the_bots(language: str) -> None:
    words = phrases(WORDS, language)
    assert set(words["prompt"]) >= QUESTIONS
    assert set(DECISIONS) >= QUESTIONS
    assert {operation.asks for operation in OPERATIONS.values() if operation.places} <= set(words["action"])


def test_the_reference_says_something_about_every_phrase() -> None:
    table = load_edition("indicator").language().table
    assert set(ABOUT["leaf"]) == set(OPERATIONS)
    for part in ("block", "condition", "value", "which", "cards", "per"):
        assert set(ABOUT[part]) == set(table[part]), part
    assert set(ABOUT["text"]) == set(TEXTS)
    assert set(table["value"]) == set(table["each"]) == set(VALUES)


def test_every_phrase_is_drawn() -> None:
    signs = tomllib.loads((Path(WORDS).parent / "signs.toml").read_text(encoding="utf-8"))
    table = load_edition("indicator").language().table
    for part in (
        "leaf",
        "condition",
        "who",
        "block",
        "place",
        "target",
        "value",
        "each",
        "which",
        "cards",
        "supply",
        "per",
    ):
        assert set(signs[part]) == set(table[part]), part
    for name, text in signs["leaf"].items():
        written = set(re.findall(r"\{(\w+)\}", table["leaf"][name]))
        assert set(re.findall(r"\{(\w+)\}", text)) >= written - {"target"}, name


def test_the_reference_is_current() -> None:
    written = (Path(__file__).parents[2] / "docs" / "card-language.md").read_text(encoding="utf-8")
    assert written == document(), "make card-language writes it"


@pytest.mark.parametrize("name", ABOUT["recipe"])
def test_a_recipe_is_a_card_in_normal_form(name: str) -> None:
    recipe = ABOUT["recipe"][name]["card"]
    language = load_edition("indicator").language()
    for card in read_set(f"{generic_cards()}\n[[card]]\n{recipe}").cards:
        if f'name = "{card.name}"' in recipe:
            assert all(language.print(program) in recipe for program in card.programs.values())


def test_the_engine_has_exactly_the_instructions_that_are_needed() -> None:
    effects = {name.removeprefix("DO_"): value for name, value in vars(N).items() if name.startswith("DO_")}
    used = {operation.effect for operation in OPERATIONS.values()} | set(BLOCK_QUESTIONS)
    assert {name for name, value in effects.items() if value not in used} == CONTROL
    assert sorted(effects.values()) == list(range(1, len(effects) + 1)), "each has a number of its own"
    asking = {operation.effect for operation in OPERATIONS.values() if operation.asks} | set(BLOCK_QUESTIONS)
    assert {value for value in effects.values() if value >= N.FIRST_ASKING} == asking


def test_the_operands_of_an_operation_match_its_words() -> None:
    for operation in OPERATIONS.values():
        assert bool(operation.places) == ("place" in operation.gaps)
        assert bool(operation.targets) == ("target" in operation.gaps)
        assert not (operation.place and operation.places)
