"""Games as text: write, read, replay, verify."""

from silverhook.records.files import load, save
from silverhook.records.replay import begin, replay

__all__ = ["begin", "load", "replay", "save"]
