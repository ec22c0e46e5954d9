"""The card language: printing and reading are inverse, and errors are precise."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from silverhook import CardSetError
from silverhook.core.words import languages
from silverhook.deckhand.cards import read_set, reference_set
from silverhook.deckhand.comparisons import CONDITIONS, FILTERS, VALUES
from silverhook.deckhand.edition import EDITIONS, WORDS, load_edition
from silverhook.deckhand.language import Language
from silverhook.deckhand.operations import OPERATIONS, N
from silverhook.deckhand.program import ANY, Block, Choice, If, Leaf, PhraseError, Program
from silverhook.deckhand.reader import LONGEST

TABLE = load_edition("indicator").language().table
COSTS = [(0, ANY), (3, 3), (0, 2), (4, ANY), (1, 3)]
PLAIN = Leaf("coin", n=2)


def gaps(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", template))


AMOUNTS = [("", 1), ("", 2), ("", 99), ("up_to", 3), ("any", ANY)]
PER = [{}, {"m": 1}, {"m": 3}, {"m": 2, "most": 4}]


def whiches() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"low": low, "high": high} for low, high in COSTS]
    for key in FILTERS:
        high = {"high": 2} if "high" in gaps(TABLE["which"][key]) else {}
        found.append({"which": key, **high, **({"name": "Fist Fight"} if key == "named" else {})})
    return found


def counted(part: str, key: str) -> list[str]:
    """The values that a phrase can count or compare."""
    if part in ("condition", "who"):
        return [
            name
            for name, value in VALUES.items()
            if value.conditional and (value.compared or not CONDITIONS[key].compares)
        ]
    return list(VALUES)


def one_by_one(choices: list[list[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
    """Every choice in turn, with the first and the last of all the others."""
    found = []
    for number, choice in enumerate(choices):
        for other in (0, -1):
            rest = [each[other] for each in choices]
            found += [[*rest[:number], one, *rest[number + 1 :]] for one in choice]
    return found


def _merged(filled: list[dict[str, Any]]) -> dict[str, Any]:
    return dict(pair for one in filled for pair in one.items())


def fillings(part: str, key: str) -> list[Leaf]:
    """A phrase with every place, target, value and kind of card, and with one and several of a thing."""
    present = gaps(TABLE[part][key])
    operation = OPERATIONS.get(key) if part == "leaf" else None
    values = [{"value": name, **({"name": "Fist Fight"} if name == "named" else {})} for name in counted(part, key)]
    per = [{**one, **value} for one in PER for value in (values if one else [{}])]
    amounts = [{"amount": amount, "n": n} for amount, n in AMOUNTS]
    choices: list[list[dict[str, Any]]] = [
        [{"n": 1}, {"n": 2}, {"n": 99}] if "n" in present else [{}],
        amounts if {"cards", "supply"} & present else [{}],
        per if "per" in present else [{}],
        values if "value" in present else [{}],
        whiches() if "which" in present else [{}],
        [{"place": name} for name in operation.places] if operation and operation.places else [{}],
        [{"target": name} for name in operation.targets] if operation and operation.targets else [{}],
    ]
    found = [Leaf(key, **_merged(filled)) for filled in one_by_one(choices)]
    if key in ("revealed_is", "it_is"):  # "one" alone would say nothing
        found = [leaf for leaf in found if leaf.which or (leaf.low, leaf.high) != COSTS[0]]
    return found


LEAVES = [leaf for key in TABLE["leaf"] for leaf in fillings("leaf", key)]
TESTS = [leaf for key in TABLE["condition"] for leaf in fillings("condition", key)]
WHO = [leaf for key in TABLE["who"] for leaf in fillings("who", key)]


MINE = [leaf for leaf in LEAVES if OPERATIONS[leaf.key].who != N.THEY]  # they can begin a sentence after an enemy's
MY_TESTS = [leaf for leaf in TESTS if not leaf.key.startswith("they_")]
SPOKEN = [(edition, language) for edition in EDITIONS for language in languages(WORDS)]


@pytest.fixture(params=SPOKEN, ids="-".join)
def language(request: pytest.FixtureRequest) -> Language:
    edition, language = request.param
    return load_edition(edition).language(language)


def assert_round_trip(language: Language, program: Program) -> None:
    text = language.print(program)
    assert language.read(text) == program, text
    assert language.print(language.read(text)) == text


# --- inverse -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", TABLE["leaf"])
def test_every_phrase_is_read_as_it_is_printed(language: Language, key: str) -> None:
    for leaf in fillings("leaf", key):
        assert_round_trip(language, (leaf,))
        assert_round_trip(language, (PLAIN, leaf, PLAIN))


def test_every_condition_is_read_as_it_is_printed(language: Language) -> None:
    for condition in TESTS:
        assert_round_trip(language, (If((condition,), (PLAIN,)),))
        assert_round_trip(language, (If((condition, TESTS[0]), (PLAIN, PLAIN), (Leaf("buy"),)), PLAIN))


@pytest.mark.parametrize("key", ["enemy", "each"])
def test_every_player_phrase_is_read_as_it_is_printed(language: Language, key: str) -> None:
    for who in [None, *WHO]:
        assert_round_trip(language, (Block(key, (Leaf("they_discard"), PLAIN), who=who), PLAIN))
        assert_round_trip(language, (Block(key, (If((TESTS[0],), (PLAIN,), (PLAIN,)), PLAIN), who=who),))


HEADS = [("may", 0), ("may_pay", 1), ("may_pay", 3), ("pay_to", 2), ("they_may", 0), ("they_may_pay", 2)]


@pytest.mark.parametrize(("key", "n"), [*HEADS, ("later", 0), ("once", 0), ("players", 0)])
def test_every_block_is_read_as_it_is_printed(language: Language, key: str, n: int) -> None:
    for body in ((PLAIN,), (PLAIN, Leaf("card"), Leaf("trash_this"))):
        assert_round_trip(language, (Block(key, body, n),))
        assert_round_trip(language, (PLAIN, Block(key, body, n), PLAIN))


def test_choices_are_read_as_they_are_printed(language: Language) -> None:
    options = ((PLAIN,), (Leaf("card"), Leaf("action")), (Block("pay_to", (Leaf("buy"),), 1),))
    for key, n in (("choose", 1), ("they_choose", 1), ("choose_some", 2)):
        assert_round_trip(language, (Choice(options, key, n),))
        assert_round_trip(language, (PLAIN, Choice(options, key, n), PLAIN))
    enemy = (Block("enemy", (Leaf("steal_coins"),)),)
    assert_round_trip(language, (Choice((enemy, (PLAIN,))),))
    assert_round_trip(language, (Block("enemy", (Choice((options[0], options[1])), Leaf("they_pay"))),))


@given(
    st.lists(st.sampled_from(LEAVES), min_size=1, max_size=2),
    st.sampled_from(TESTS),
    st.sampled_from(SPOKEN),
)
def test_any_list_of_phrases_is_read_as_it_is_printed(
    leaves: list[Leaf], condition: Leaf, spoken: tuple[str, str]
) -> None:
    program = (*leaves, If((condition,), tuple(leaves), (PLAIN,)), Block("may", tuple(leaves)))

    assert_round_trip(load_edition(spoken[0]).language(spoken[1]), program)


def programs() -> st.SearchStrategy[Program]:
    """Any program: sentences of all kinds, blocks in blocks."""
    lists = st.lists(st.sampled_from(LEAVES), min_size=1, max_size=2).map(tuple)
    paid = st.builds(Block, st.sampled_from(["may_pay", "pay_to"]), lists, st.integers(1, 99))
    ends = st.one_of(paid, *(lists.map(partial(Block, key)) for key in ("may", "later", "once")))
    theirs = st.one_of(
        st.builds(Block, st.just("they_may_pay"), lists, st.integers(1, 99)),
        lists.map(partial(Block, "they_may")),
        st.lists(lists, min_size=2, max_size=3).map(lambda options: Choice(tuple(options), "they_choose")),
    )
    aimed = st.builds(
        Block,
        st.sampled_from(["enemy", "each"]),
        st.lists(st.one_of(_clauses(LEAVES, TESTS, ends), theirs), min_size=1, max_size=2).map(tuple),
        who=st.none() | st.sampled_from(WHO),
    )
    options = st.lists(st.one_of(lists, ends.map(lambda end: (end,))), min_size=3, max_size=3).map(tuple)
    choices = st.one_of(st.builds(Choice, options), options.map(lambda all: Choice(all, "choose_some", 2)))
    sentence = st.one_of(_clauses(MINE, MY_TESTS, ends), aimed, choices)
    return st.lists(sentence, min_size=1, max_size=2).map(tuple)


def _clauses(leaves: list[Leaf], tests: list[Leaf], ends: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(st.sampled_from(leaves), min_size=1, max_size=2).map(tuple)
    conditions = st.lists(st.sampled_from(tests), min_size=1, max_size=2).map(tuple)
    return st.one_of(st.sampled_from(leaves), ends, st.builds(If, conditions, lists, lists))


@given(programs(), st.sampled_from(SPOKEN))
def test_any_program_is_read_as_it_is_printed(program: Program, spoken: tuple[str, str]) -> None:
    language = load_edition(spoken[0]).language(spoken[1])
    assume(len(language.print(program)) <= LONGEST)

    assert_round_trip(language, program)


def test_all_words_of_the_table_are_exercised() -> None:
    assert {leaf.key for leaf in LEAVES} == set(TABLE["leaf"])
    assert {leaf.key for leaf in TESTS} == set(TABLE["condition"])
    assert {leaf.key for leaf in WHO} == set(TABLE["who"])
    blocks = {"enemy", "each", "players", "choose", "choose_some", "they_choose", "later", "once", "if", "otherwise"}
    assert set(TABLE["block"]) == blocks | {key for key, _ in HEADS}


def test_the_same_program_in_the_words_of_each_edition() -> None:
    program = (
        load_edition("indicator").language().read("You may pay 2: gain 1 supply card into your stash and +1 coin.")
    )

    assert {edition: load_edition(edition).language().print(program) for edition in EDITIONS} == {
        "indicator": "You may pay 2: gain 1 supply card into your stash and +1 coin.",
        "tokens": "You may pay 2: gain 1 supply card into your stash and +1 coin.",
        "treasure": "You may put back 2 Treasures: gain 1 supply card into your discard and +1 Treasure.",
    }


def test_taken_coins_are_counted_in_plain_words() -> None:
    text = "Pay 2. Choose an enemy: steal 1 coin from them; steal 2 coins from them; they pay 1."
    program = load_edition("indicator").language().read(text)

    assert load_edition("tokens").language().print(program) == text
    assert load_edition("treasure").language().print(program) == (
        "Put back 2 Treasures. "
        "Choose an enemy: steal 1 Treasure from them; steal 2 Treasures from them; they put back 1 Treasure."
    )


def test_reference_texts_are_in_normal_form(language: Language) -> None:
    """Players read exactly the program that runs, in every language."""
    for card in reference_set().cards:
        for program in card.programs.values():
            assert_round_trip(language, program)


def test_case_and_plural_do_not_matter_and_an_empty_text_is_no_program() -> None:
    language = load_edition("indicator").language()
    assert language.read("+1 CARD. Trash 2 card from your hand.") == language.read(
        "+1 Card. trash 2 cards from your hand."
    )
    assert language.read("Choose an enemy: steal 2 coin from them.") == language.read(
        "Choose an enemy: steal 2 coins from them."
    )
    assert language.read("") == language.read("  ") == ()


# --- errors ------------------------------------------------------------------------------------


def refused(text: str, key: str = "play") -> str:
    """The message for a card with this text; the text begins at line 10, column 9 for play."""
    file = (
        '[[card]]\nname = "Fist Fight"\n\n[[card]]\nname = "Celebrate"\n\n'
        f'[[card]]\nname = "Odd"\ncost = 1\n{key} = "{text}"\n'
    )
    with pytest.raises(CardSetError) as problem:
        read_set(file, "odd.toml")
    return str(problem.value)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("+1 Crad.", 9, 'unknown phrase "+1 Crad"; the nearest is "+1 Card"'),
        ("+1 coin. +1 Cardd.", 18, 'unknown phrase "+1 Cardd"; the nearest is "+1 Card"'),
        ("+1 coin and gian 1 supply card into your stash.", 21, 'the nearest is "gain 1 supply card'),
        ("Frobnicate.", 9, 'unknown phrase "Frobnicate"'),
        ("+1 coin", 16, 'a text ends with "."'),
        ("+1 coin. Otherwise, +1 Card.", 18, '"otherwise" without an "if" before it'),
        ("If you have 1 or more coins, +1 Buy. Otherwise, +1 Buy. Otherwise, +1 Buy.", 65, '"otherwise" without'),
        ("If you are rich, +1 Card.", 12, 'unknown phrase "you are rich"'),
        ("Choose one: +1 coin.", 21, "a choice needs two options or more"),
        ("They discard 1 card.", 9, 'put "choose an enemy:"'),
        ("+1 Card. Steal 1 coin from them.", 18, 'put "choose an enemy:"'),
        ("Steal 1 card from their stash into your stash.", 9, 'put "choose an enemy:"'),
        ("If they have more coins than you, +1 coin.", 12, 'put "choose an enemy:"'),
        ("Put this card into their stash.", 9, 'put "choose an enemy:"'),
        ("Take 1 random card from their hand into your hand.", 9, 'put "choose an enemy:"'),
        ("+1 hook.", 9, 'hooks are only counted in an "end" text'),
        ("Put 1 card from the revealed cards into your hand.", 9, "nothing has been revealed or looked at"),
        ("If the revealed card is one costing 1, +1 coin.", 12, "nothing has been revealed or looked at"),
        ("You may reveal your hand. Trash 1 card from the revealed cards.", 35, "nothing has been"),
        (
            "Reveal your hand. Each enemy: reveal their hand. Trash 1 card from the revealed cards.",
            58,
            "other cards have been revealed since",
        ),
        (
            "Reveal your hand. Each enemy: trash 1 card from the revealed cards; reveal their hand.",
            39,
            "other cards have been revealed since",
        ),
        ("Choose an enemy: choose an enemy: they pay 1.", 26, "an enemy is chosen already"),
        ("Each enemy: each enemy: they pay 1.", 21, "an enemy is chosen already"),
        ("Choose an enemy: all enemies discard 1 card together.", 26, '"all enemies" does not fit where'),
        ("+0 coin.", 10, "0 is not a number from 1 to 99"),
        ("+100 coin.", 10, "100 is not a number from 1 to 99"),
        ("+1 coin. +1 Card. Trash 100 cards from your hand.", 33, "100 is not a number from 1 to 99"),
        ("Gain 1 supply card costing 3 to 2 into your hand.", 27, 'no card costs "costing 3 to 2"'),
        ("Choose an enemy: steal 1 card from your stash into your hand.", 26, "you steal an enemy's card"),
        ("Choose an enemy: give 1 card from their stash into your hand.", 26, "you give a card of your own"),
        ("Choose an enemy: give this card into your hand.", 26, 'you give a card to an enemy; say "put this card"'),
        ("Activate a card in your hand.", 9, "cards cannot be activated there"),
        ("Reveal your hand. Play a card from the revealed cards.", 27, "cards cannot be played there"),
        ("If you have 1 or more cards named Gallion, +1 coin.", 12, 'no card "Gallion" in this set'),
    ],
)  # fmt: skip
def test_error_names_the_place_and_the_remedy(text: str, column: int, message: str) -> None:
    said = refused(text)

    assert said.startswith(f'odd.toml:10:{column}: card "Odd", play text: ')
    assert message in said


def test_a_wrong_name_in_a_text_is_answered_with_the_nearest() -> None:
    said = refused("+1 hook for every 2 cards named Fist Figth.", key="end")

    assert 'no card "Fist Figth" in this set; did you mean "Fist Fight"?' in said


@pytest.mark.parametrize("n", [0, 100])
@pytest.mark.parametrize(
    "text", ["You may pay {n}: +1 Card.", "Pay {n}: +1 Card.", "Choose an enemy: pay {n}: +1 Card."]
)
def test_a_price_out_of_range_is_refused(text: str, n: int) -> None:
    assert f"{n} is not a number from 1 to 99" in refused(text.format(n=n))


def test_too_many_options_are_refused() -> None:
    options = "; or ".join(f"+{n} coin" for n in range(1, 10))

    assert "a choice has at most 8 options" in refused(f"Choose one: {options}.")


def test_reading_alone_gives_the_column_in_the_text() -> None:
    with pytest.raises(PhraseError) as problem:
        load_edition("indicator").language().read("+1 coin. +1 Crad.")

    assert problem.value.column == 9


@pytest.mark.parametrize(
    ("older", "printed"),
    [
        ("+2 coin.", "+2 coins."),
        ("+3 Card.", "+3 Cards."),
        ("+2 Action. +2 Buy. +2 Reload.", "+2 Actions. +2 Buys. +2 Reloads."),
        ("+1 Discard.", "Discard 1 card."),
        ("+2 Discard.", "Discard 2 cards."),
        ("Choose an enemy: they get +2 coin.", "Choose an enemy: they get +2 coins."),
        (
            "Choose an enemy: exchange a card from your stash with a card from their stash.",
            "Choose an enemy: swap a card from your stash with a card from their stash.",
        ),
    ],
)
def test_older_forms_are_read_and_printed_in_the_new_one(older: str, printed: str) -> None:
    language = load_edition("indicator").language()
    assert language.print(language.read(older)) == printed
