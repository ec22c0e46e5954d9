"""Makes Python import our sources in place of the compiled modules beside them (SILVERHOOK_INTERPRETED=1)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader

__all__ = ["prefer_sources"]


class _Sources:
    """Finds our modules as .py files only."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        """The source file of one of our modules; None leaves the module to other finders."""
        if not name.startswith("silverhook.") or not path:
            return None
        return FileFinder(path[0], (SourceFileLoader, [".py"])).find_spec(name)


def prefer_sources() -> None:
    """Import silverhook's sources from now on, not its compiled modules."""
    if _Sources not in sys.meta_path:
        sys.meta_path.insert(0, _Sources)  # type: ignore[arg-type]
