"""Games as text: write, read, replay, verify."""

from silverhook.records.files import load, load_fair, save
from silverhook.records.replay import begin, replay
from silverhook.records.verify import Proof, verify, write_fair

__all__ = ["Proof", "begin", "load", "load_fair", "replay", "save", "verify", "write_fair"]
