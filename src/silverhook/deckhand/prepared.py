"""A ruleset prepared for the engine: cards numbered, texts compiled, options filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from silverhook.core.errors import CardSetError, RulesetError
from silverhook.core.narrator import Narrators
from silverhook.core.options import settled
from silverhook.core.ruleset import Ruleset
from silverhook.deckhand.cards import TEXTS, Card, CardSet, read_set, reference_set
from silverhook.deckhand.compiler import Compiler, Instruction
from silverhook.deckhand.edition import WORDS, Edition, edition_options, load_edition
from silverhook.deckhand.judgement.card_worth import slot_worth
from silverhook.deckhand.narrator import DeckHandNarrator
from silverhook.deckhand.notation import DeckHandNotation
from silverhook.deckhand.operations import OPERATIONS, N
from silverhook.deckhand.program import Block, If, Leaf, Program, leaves
from silverhook.deckhand.visibility import DeckHandVisibility

__all__ = ["Kind", "PreparedRuleset", "prepare"]

STARTERS_EACH = 2  # copies of each starter, for each player


@dataclass(frozen=True)
class Kind:
    """A kind of card as the engine knows it: addresses of its programs, 0 for none."""

    name: str
    cost: int
    hooks: int
    play: int
    start: int
    discarded: int
    bought: int
    gained: int
    trashed: int
    end: int
    activates: bool
    moves_at_end: bool
    slot: float  # the worth of holding one in an average turn, in coins
    goes_on: bool  # brings an Action


@dataclass
class PreparedRuleset:
    """All that `DeckHand` needs to play a ruleset."""

    ruleset: Ruleset
    edition: Edition
    options: dict[str, Any]
    players: int
    card_set: CardSet
    kinds: list[Kind]
    cards: list[int]  # the kind of each card
    starters: list[int]  # whose starter each card is; SEATS for the supply, SEATS + 1 for out of the game
    code: list[Instruction]
    supply_deck: int
    nodes: dict[int, Any] = field(repr=False)  # the part of a text that each address of the code came from
    owners: list[tuple[int, str]] = field(repr=False)  # the kind and the text each address belongs to

    bank: int = 0  # coins in the game, including those of the players

    def __post_init__(self) -> None:
        self.visibility = DeckHandVisibility(self)
        self.notation = DeckHandNotation(self)
        self.narrator = Narrators(WORDS, lambda language: DeckHandNarrator(self, language))


def prepare(
    ruleset: Ruleset,
    card_set: CardSet | None = None,
    laid_out: Sequence[int] | None = None,
    bank: int | None = None,
) -> PreparedRuleset:
    """Prepare a ruleset. For positions set up by hand, it has exactly these kinds of cards and this many coins."""
    edition = load_edition(ruleset.edition)
    options = settled(edition_options(ruleset.edition), ruleset.options)
    if card_set is None:
        card_set = read_set(ruleset.cards) if ruleset.cards else reference_set()
    compiler = Compiler(card_set.kinds)
    owners: list[tuple[int, str]] = [(0, "")]
    kinds = [_kind(compiler, number, card, owners) for number, card in enumerate(card_set.cards)]
    supply_deck = edition.supply_per_player[ruleset.players - 1] * ruleset.players
    if laid_out is None:
        _check_enough(card_set, ruleset.players, supply_deck, options, edition)
        cards, starters = _number_cards(card_set, ruleset.players)
    else:
        cards, starters = list(laid_out), [N.SEATS + 1] * len(laid_out)
    return PreparedRuleset(
        ruleset=ruleset,
        edition=edition,
        options=options,
        players=ruleset.players,
        card_set=card_set,
        kinds=kinds,
        cards=cards,
        starters=starters,
        code=compiler.code,
        supply_deck=supply_deck,
        nodes=compiler.nodes,
        owners=owners,
        bank=bank if bank is not None else options.get("bank_limit") or edition.bank_shown,
    )


def _kind(compiler: Compiler, number: int, card: Card, owners: list[tuple[int, str]]) -> Kind:
    at = {}
    played = card.programs.get("play", ())
    for text in TEXTS:
        at[text] = compiler.add(card.programs.get(text, ()), end=text == "end")
        owners += [(number, text)] * (len(compiler.code) - len(owners))
    return Kind(
        card.name,
        card.cost,
        card.hooks,
        **at,
        activates=any(OPERATIONS[leaf.key].effect == N.DO_ACTIVATE for leaf in leaves(played)),
        moves_at_end=not _only_counts(card.programs.get("end", ())),
        slot=slot_worth(card),
        goes_on=any(
            isinstance(node, Leaf) and OPERATIONS[node.key].worth.actions > 0 for node in card.programs.get("play", ())
        ),
    )


def _only_counts(program: Program) -> bool:
    """Whether an END text neither asks nor moves anything, so that it is counted in the common position (R-D84)."""
    for node in program:
        if isinstance(node, Leaf):
            counts = OPERATIONS[node.key].effect == N.DO_HOOKS and OPERATIONS[node.key].who == N.YOU
        elif isinstance(node, If):
            counts = _only_counts(node.then) and _only_counts(node.otherwise)
        else:
            counts = isinstance(node, Block) and node.key == "each" and _only_counts(node.body)
        if not counts:
            return False
    return True


def _check_enough(cards: CardSet, players: int, supply_deck: int, options: dict[str, Any], edition: Edition) -> None:
    """R-D03: raise if a set has too few cards."""
    need = supply_deck + N.SLOTS
    if cards.supply_cards < need:
        raise CardSetError(
            f"{cards.name}: {players} players in the {edition.name} edition need {need} cards beside the starters, "
            f"the set has {cards.supply_cards}"
        )
    for card in cards.cards[: cards.starters]:
        if card.copies < STARTERS_EACH * players:
            raise CardSetError(f"{cards.name}: {players} players need {STARTERS_EACH * players} copies of {card.name}")
    limit = options.get("bank_limit")
    if limit is not None and limit < players * options["start_money"]:
        raise RulesetError(
            f"option bank_limit = {limit} is not possible: {players} players start with {options['start_money']} each",
            "option bank_limit",
            "option start_money",
        )
    if options["money_cap"] is not None and options["money_cap"] < options["start_money"]:
        raise RulesetError(
            f"option money_cap = {options['money_cap']} is below start_money", "option money_cap", "option start_money"
        )


def _number_cards(cards: CardSet, players: int) -> tuple[list[int], list[int]]:
    numbered, starters = [], []
    for kind, card in enumerate(cards.cards):
        for copy in range(card.copies):
            numbered.append(kind)
            seat = copy // STARTERS_EACH
            if kind >= cards.starters:
                starters.append(N.SEATS)
            else:
                starters.append(seat if seat < players else N.SEATS + 1)
    return numbered, starters
