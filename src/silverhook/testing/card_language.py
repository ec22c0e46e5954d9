"""Makes docs/card-language.md, the reference of the card language, from its declarations.

    python -m silverhook.testing.card_language > docs/card-language.md

The phrases come from operations.py, comparisons.py and the words; card_language.toml says what they mean.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from silverhook.deckhand.cards import TEXTS
from silverhook.deckhand.comparisons import VALUES
from silverhook.deckhand.edition import load_edition
from silverhook.deckhand.language import Language
from silverhook.deckhand.operations import OPERATIONS, N, Operation
from silverhook.deckhand.program import Block, Choice, If, Leaf, Program
from silverhook.deckhand.suggestions import example

__all__ = ["ABOUT", "document"]

ABOUT: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_GAP = re.compile(r"\{(\w+)\}")
_GROUPS = (
    ("Coins, cards, Actions", ("coin", "cheaper")),
    ("The same for the enemy of the block", ("they_coin", "steal_coins")),
    ("Revealing, looking, naming", ("reveal_deck", "name_card")),
    ("Cards from place to place", ("trash", "swap")),
    ("Cards used by cards", ("play", "activate")),
    ("Several cards at once", ("discard_hand", "all_discard_together")),
    ("Hooks", ("hooks", "they_minus_hooks")),
)
_PLAIN, _THEIRS = Leaf("coin"), Leaf("they_discard")
_BODIES: Mapping[str, Program] = {
    "enemy": (Leaf("reveal_their_hand"), _THEIRS),
    "each": (Leaf("they_pay"),),
    "players": (Leaf("they_coin"),),
    "they_may_pay": (_PLAIN,),
    "they_may": (_THEIRS, Leaf("they_coin")),
    "may": (Leaf("trash", place="your_hand_or_stash"), Leaf("coin", n=2)),
}
_DECIDES = {"enemy": "you", "choose": "you", "choose_some": "you", "they_choose": "the enemy", "may_pay": "you",
            "may": "you", "they_may_pay": "the enemy", "they_may": "the enemy", "pay_to": "you"}  # fmt: skip


def document() -> str:
    """The whole text of the reference."""
    language = load_edition("indicator").language()
    parts = (
        ABOUT["prose"]["introduction"],
        _moments(),
        _blocks(language),
        *_operations(language),
        *_gaps(language),
        _conditions(language),
        _recipes(),
        ABOUT["prose"]["limits"],
        _variants(language),
    )
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _code(text: str) -> str:
    return f"`{text.strip()}`"


def _shape(template: str) -> str:
    """A phrase with its gaps in capitals."""
    plain = re.sub(r"\(([^()|]*)\|([^()]*)\)", r"\2", template).replace("{n}", "N")
    return _GAP.sub(lambda gap: (" " if gap[1] in ("which", "per", "who") else "") + gap[1].upper(), plain).strip()


def _moments() -> str:
    rows = ((_code(text), ABOUT["text"][text]) for text in TEXTS)
    return "## When a text happens\n\n" + _table(("field", "when"), rows)


# --- blocks and operations --------------------------------------------------------------------------


def _blocks(language: Language) -> str:
    rows = []
    for key, template in language.table["block"].items():
        shown = language.print(_block(key))
        rows.append((_code(_shape(template)), _code(shown), _DECIDES.get(key, "nobody"), ABOUT["block"][key]))
    return f"## Blocks\n\n{ABOUT['prose']['blocks']}\n" + _table(("block", "example", "who decides", ""), rows)


def _block(key: str) -> Program:
    """An example of a block."""
    if key in ("choose", "choose_some", "they_choose"):
        theirs = key == "they_choose"
        options = ((_THEIRS if theirs else _PLAIN,), (Leaf("they_pay") if theirs else Leaf("card"),), (Leaf("buy"),))
        choice = Choice(options if key == "choose_some" else options[:2], key, 2 if key == "choose_some" else 1)
        return (Block("each", (choice,)),) if theirs else (choice,)
    if key in ("if", "otherwise"):
        condition = Leaf("you_least", n=3, value="stash")
        return (If((condition,), (_PLAIN,), (Leaf("card"),) if key == "otherwise" else ()),)
    block = Block(key, _BODIES.get(key, (_PLAIN,)), n=2 if "pay" in key else 0)
    if key == "enemy":
        block = replace(block, who=Leaf("they_least", value="hand"))
    return (Block("each", (block,)),) if key.startswith("they_") else (block,)


def _operations(language: Language) -> list[str]:
    keys, parts = list(OPERATIONS), []
    for title, (first, last) in _GROUPS:
        rows = []
        for key in keys[keys.index(first) : keys.index(last) + 1]:
            operation = OPERATIONS[key]
            leaf = replace(example(language, "leaf", key), **_sample(operation))
            rows.append(
                (
                    _code(_shape(language.table["leaf"][key])),
                    _code(language.phrase("leaf", leaf)),
                    _decider(operation),
                    _places(language, operation) + ABOUT["leaf"][key],
                )
            )
        parts.append(f"## {title}\n\n" + _table(("phrase", "example", "who decides", ""), rows))
    return parts


def _sample(operation: Operation) -> dict[str, Any]:
    """What makes the example of an operation worth reading."""
    if operation.name in ("coin", "they_coin"):
        return {"m": 2, "value": "hand", "most": 3}
    return {"high": 3} if operation.name in ("trash", "gain", "play", "steal") else {}


def _decider(operation: Operation) -> str:
    if operation.flags & N.RANDOM:
        return "chance"
    if operation.who == N.ALL_ENEMIES:
        return "each enemy"
    if not operation.asks:
        return "nobody"
    return "the enemy" if operation.who == N.THEY else "you"


def _places(language: Language, operation: Operation) -> str:
    """The places and targets that an operation may name."""
    said = ""
    for gap, names in (("place", operation.places), ("target", operation.targets)):
        if names:
            texts = dict.fromkeys(language.table[gap][name] for name in names)
            said += f"{gap.upper()}: {', '.join(texts)}. "
    return said


# --- gaps and conditions ----------------------------------------------------------------------------


def _gaps(language: Language) -> list[str]:
    table = language.table
    amounts = [(_code(_shape(table["cards"][key])), ABOUT["cards"][key]) for key in table["cards"]]
    which = [(_code(_shape(table["which"][key])), ABOUT["which"][key]) for key in table["which"]]
    per = [(_code(_shape(table["per"][key])), ABOUT["per"][key]) for key in table["per"]]
    values = [
        (_code(_shape(table["value"][key])), _code(_shape(table["each"][key])), ABOUT["value"][key]) for key in VALUES
    ]
    return [
        '## CARDS: how many\n\nSUPPLY is the same with "supply cards".\n\n' + _table(("words", ""), amounts),
        "## WHICH cards\n\nWithout it, any card will do.\n\n" + _table(("words", ""), which),
        "## PER: amounts that depend on something\n\n" + _table(("words", ""), per),
        "## VALUE and EACH: what can be counted\n\n" + _table(("VALUE", "EACH", ""), values),
    ]


def _conditions(language: Language) -> str:
    rows = []
    for key, template in language.table["condition"].items():
        text = language.phrase("condition", example(language, "condition", key))
        rows.append((_code(_shape(template)), _code(f"If {text}, +1 coin."), ABOUT["condition"][key]))
    who = [(_code(_shape(text)),) for text in language.table["who"].values()]
    return (
        "## Conditions\n\n" + _table(("condition", "example", ""), rows) + "\n\nWHO, after \"choose an enemy\" and "
        '"each enemy":\n\n' + _table(("words",), who)
    )  # fmt: skip


def _recipes() -> str:
    parts = ["## Recipes", "The well-known kinds of cards, to copy and change."]
    for name, recipe in ABOUT["recipe"].items():
        parts.append(f"**{name.capitalize()}.** {recipe['about']}\n\n```toml\n[[card]]\n{recipe['card'].strip()}\n```")
    return "\n\n".join(parts)


def _variants(language: Language) -> str:
    older: Mapping[str, Mapping[str, list[str]]] = language.table["older"]  # type: ignore[assignment]
    rows = [
        (_code(_shape(form)), _code(_shape(language.table[part][key])))
        for part, entries in older.items()
        for key, forms in entries.items()
        for form in forms
    ]
    prose: str = ABOUT["prose"]["variants"]
    return f"## Usual variants\n\n{prose}\n" + _table(("you may write", "it is printed as"), rows)


if __name__ == "__main__":
    print(document(), end="")
