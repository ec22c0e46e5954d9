"""Types of `rules.py`, which Cython compiles. What only compiled code can call is not here."""

from silverhook.core.rules import Rules
from silverhook.hanataz.narrator import HanatazNarrator
from silverhook.hanataz.notation import HanatazNotation
from silverhook.hanataz.prepared import PreparedRuleset
from silverhook.hanataz.visibility import HanatazVisibility

class Hanataz(Rules):
    def __init__(self, prepared: PreparedRuleset) -> None: ...
    @property
    def prepared(self) -> PreparedRuleset: ...
    @property
    def visibility(self) -> HanatazVisibility: ...
    @property
    def notation(self) -> HanatazNotation: ...
    def narrator(self, language: str = "en") -> HanatazNarrator: ...
