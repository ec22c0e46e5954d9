"""Tables for people and bots: seats, clocks, the stored log and fair deals. No HTTP."""

from silverhook.table import commands, errors
from silverhook.table.commands import Command
from silverhook.table.database import default_database
from silverhook.table.errors import TableError
from silverhook.table.live_table import Listener, LiveTable, Sitting
from silverhook.table.log import Draft, Entry
from silverhook.table.origin import Origin
from silverhook.table.position import Chair, Place, Said
from silverhook.table.registry import Opened, TableRegistry
from silverhook.table.settings import CLOCKS, PERSON, TableSettings, TimeControl
from silverhook.table.store import Store
from silverhook.table.table import Table
from silverhook.table.tokens import hashed, new_nonce, new_token
from silverhook.table.undo import Offer

__all__ = [
    "CLOCKS",
    "PERSON",
    "Chair",
    "Command",
    "Draft",
    "Entry",
    "Listener",
    "LiveTable",
    "Offer",
    "Opened",
    "Origin",
    "Place",
    "Said",
    "Sitting",
    "Store",
    "Table",
    "TableError",
    "TableRegistry",
    "TableSettings",
    "TimeControl",
    "commands",
    "default_database",
    "errors",
    "hashed",
    "new_nonce",
    "new_token",
]
