"""Every rule on the sheets, and every ruling of ours, is proven by a test that cites it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import silverhook as sh
from silverhook.testing import cites
from silverhook.testing.clauses import ID, RuleClause, citations, clauses, matrix, problems

TESTS = Path(__file__).parents[1]
DOCUMENTS = TESTS.parent / "docs" / "rules"


def test_every_rule_is_cited_and_every_citation_exists() -> None:
    assert problems(clauses(DOCUMENTS), citations(TESTS)) == []


def test_every_option_cites_a_ruling_that_exists() -> None:
    known = clauses(DOCUMENTS)
    options = [
        (game, edition, option)
        for game, spec in sh.games().items()
        for edition in spec.editions
        for option in spec.options(edition).values()
    ]
    assert len(options) > 40
    for game, edition, option in options:
        assert option.ruling in known, f"{game}, {edition}: {option.name} cites {option.ruling!r}"


def test_every_ruling_named_in_the_sources_exists() -> None:
    known, source = clauses(DOCUMENTS), Path(sh.__file__).parent
    files = [file for end in ("py", "pxd", "toml") for file in source.rglob(f"*.{end}")]
    assert len(files) > 100
    unknown = {
        f"{file.relative_to(source)}: {name}"
        for file in files
        if file.name != "clauses.py"  # its messages show examples
        for name in ID.findall(file.read_text(encoding="utf-8"))
        if name not in known
    }
    assert not unknown


def test_the_tables_are_read() -> None:
    found = clauses(DOCUMENTS)

    assert found["DH1-S1"] == RuleClause("DH1-S1", "Two, three or four can play.", "R")
    assert found["DH3-S2"].kind == "C, R"
    assert found["DH3-S2"].is_rule
    assert not found["DH2-S2"].is_rule
    assert found["R-D01"].statement.startswith("Yes.")
    assert found["R-D01"].is_rule
    assert {f"R-D{n:02}" for n in range(1, 93)} <= set(found)


def test_a_rule_without_a_test_and_an_unknown_citation_are_problems() -> None:
    known = {"DH1-S1": RuleClause("DH1-S1", "a rule", "R"), "DH1-X1": RuleClause("DH1-X1", "a hint", "H")}

    assert matrix(known, {"DH1-S1": ["a"]}) == {"DH1-S1": ["a"], "DH1-X1": []}
    assert problems(known, {"DH1-S1": ["a"]}) == []
    assert problems(known, {"DH9-S1": ["a"]}) == [
        "no test cites DH1-S1: a rule",
        "a cites DH9-S1, which no document has",
    ]


def test_an_abbreviated_id_is_refused() -> None:
    with pytest.raises(ValueError, match="full ID"):
        cites("DH1-T11", "T12")


def test_citations_are_found_without_running_the_tests(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text('@cites("R-D01", "R-D02")\ndef test_y() -> None:\n    raise SystemExit\n')

    assert citations(tmp_path) == {"R-D01": ["test_x.py::test_y"], "R-D02": ["test_x.py::test_y"]}


def test_the_program_fails_when_a_rule_has_no_test(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "silverhook.testing.clauses", str(DOCUMENTS), str(tmp_path)]

    done = subprocess.run(command, check=False, capture_output=True, text=True)

    assert done.returncode == 1
    assert "no test cites DH1-S1" in done.stderr
    assert "RuntimeWarning" not in done.stderr
