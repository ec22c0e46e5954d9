"""The clause matrix: tests cite the clauses and rulings they prove, and the matrix shows rules without a test.

    python -m silverhook.testing.clauses docs/rules tests

prints every clause with its tests, and fails if a rule has none or a test cites an ID that does not exist.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

__all__ = ["ID", "RuleClause", "citations", "cites", "clauses", "matrix", "problems"]

ID = re.compile(r"(?:DH[123]|HZ)-[A-Z]{1,2}\d+|R-[DH]\d{2,3}")
_Test = TypeVar("_Test", bound=Callable[..., object])


@dataclass(frozen=True)
class RuleClause:
    """A clause of a printed sheet, or a ruling of ours."""

    id: str
    statement: str
    kind: str  # as in the tables: R rule, D definition, C component, H hint; a ruling is a rule

    @property
    def is_rule(self) -> bool:
        """Whether it needs a test."""
        return "R" in re.split(r"\W+", self.kind)


def cites(*ids: str) -> Callable[[_Test], _Test]:
    """Mark a test with the clauses and rulings that it proves; full IDs only."""
    for name in ids:
        if not ID.fullmatch(name):
            raise ValueError(f'"{name}" is not the full ID of a clause or ruling, such as DH1-T11 or R-D23')

    def note(test: _Test) -> _Test:
        test.cites = ids  # type: ignore[attr-defined]
        return test

    return note


def clauses(path: str | Path) -> dict[str, RuleClause]:
    """The clauses and rulings in the tables of a rules document, or of all of them in a folder."""
    path = Path(path)
    files = sorted(path.glob("*.md")) if path.is_dir() else [path]
    found: dict[str, RuleClause] = {}
    for file in files:
        columns: list[str] = []
        for line in file.read_text(encoding="utf-8").splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")] if line.startswith("|") else []
            if cells[:1] == ["ID"]:
                columns = cells
            elif cells and columns and ID.fullmatch(cells[0]):
                if cells[0] in found:
                    raise ValueError(f"{file} defines {cells[0]} twice")
                row = dict(zip(columns, cells, strict=True))
                found[cells[0]] = RuleClause(cells[0], row.get("Statement") or row["Ruling"], row.get("Kind", "R"))
            elif not cells:
                columns = []
    return found


def citations(tests: str | Path) -> dict[str, list[str]]:
    """Each ID that tests in a folder cite, with those tests. The files are read, not run."""
    tests = Path(tests)
    found: dict[str, list[str]] = {}
    for file in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in _cited(node):
                    found.setdefault(name, []).append(f"{file.relative_to(tests).as_posix()}::{node.name}")
    return found


def _cited(test: ast.FunctionDef) -> list[str]:
    calls = [call for call in test.decorator_list if isinstance(call, ast.Call)]
    return [
        argument.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "cites"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def matrix(known: Mapping[str, RuleClause], cited: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Each clause and ruling with the tests that cite it."""
    return {name: list(cited.get(name, ())) for name in known}


def problems(known: Mapping[str, RuleClause], cited: Mapping[str, list[str]]) -> list[str]:
    """The problems: rules that no test cites, and citations of unknown IDs."""
    rows = matrix(known, cited)
    unproven = [
        f"no test cites {name}: {clause.statement}"
        for name, clause in known.items()
        if clause.is_rule and not rows[name]
    ]
    unknown = [
        f"{test} cites {name}, which no document has" for name in cited if name not in known for test in cited[name]
    ]
    return unproven + unknown


def main(arguments: list[str]) -> int:
    """Print the matrix; returns 1 if it has problems."""
    if len(arguments) != 2:
        print("usage: python -m silverhook.testing.clauses <rules documents> <tests>", file=sys.stderr)
        return 2
    known, cited = clauses(arguments[0]), citations(arguments[1])
    rows = matrix(known, cited)
    for name, tests in rows.items():
        print(f"{name:8} {known[name].kind:5} {len(tests):3}  {', '.join(tests)}")
    rules = [name for name, clause in known.items() if clause.is_rule]
    wrong = problems(known, cited)
    print(f"\n{sum(bool(rows[name]) for name in rules)} of {len(rules)} rules have a test")
    print("".join(f"{line}\n" for line in wrong), end="", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
