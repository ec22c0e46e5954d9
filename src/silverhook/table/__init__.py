"""A table people sit at: seats, clocks, the stored log, fairness. No HTTP."""

from silverhook.table import commands, errors
from silverhook.table.commands import Command
from silverhook.table.desk import Desk, Listener, Sitting
from silverhook.table.errors import TableError
from silverhook.table.hall import Hall, Opened
from silverhook.table.log import Draft, Entry
from silverhook.table.origin import Origin
from silverhook.table.settings import CLOCKS, PERSON, Clock, Settings
from silverhook.table.store import Store, default_database
from silverhook.table.table import Chair, Offer, Place, Said, Table
from silverhook.table.tokens import hashed, new_nonce, new_token

__all__ = [
    "CLOCKS",
    "PERSON",
    "Chair",
    "Clock",
    "Command",
    "Desk",
    "Draft",
    "Entry",
    "Hall",
    "Listener",
    "Offer",
    "Opened",
    "Origin",
    "Place",
    "Said",
    "Settings",
    "Sitting",
    "Store",
    "Table",
    "TableError",
    "commands",
    "default_database",
    "errors",
    "hashed",
    "new_nonce",
    "new_token",
]
