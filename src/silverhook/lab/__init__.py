"""The laboratory: bots play all against all and are rated."""

from __future__ import annotations

from silverhook.lab.arena import run
from silverhook.lab.card_table import CardsInPlay, CardUse, play_cards
from silverhook.lab.match import ArenaSettings, Deal, Outcome, play_deal, play_game
from silverhook.lab.report import Report, report
from silverhook.lab.results import Results

__all__ = [
    "ArenaSettings",
    "CardUse",
    "CardsInPlay",
    "Deal",
    "Outcome",
    "Report",
    "Results",
    "play_cards",
    "play_deal",
    "play_game",
    "report",
    "run",
]
