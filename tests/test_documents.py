"""The documents are right: snippets run, commands and options exist, and no link is broken."""

from __future__ import annotations

import asyncio
import re
import shlex
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest
import typer.main

import silverhook as sh
from silverhook.cli import app
from silverhook.core.batch import Batch
from silverhook.table import LiveTable, Table, TableRegistry
from silverhook.table import commands as table_commands
from silverhook.testing.architecture import LEVELS, source_of
from silverhook.testing.server import running

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
REFERENCE = (Path(sh.__file__).parent / "deckhand" / "sets" / "reference.toml").read_text(encoding="utf-8")
COMMANDS: Any = typer.main.get_command(app)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def snippets(name: str, language: str) -> list[str]:
    """The code between ```language and ```."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(name), re.MULTILINE | re.DOTALL)


def run(code: str, **given: Any) -> dict[str, Any]:
    """Run a snippet with the given names, which it leaves to the reader; return the names it defines."""
    names = {"__name__": "snippet", **given}
    exec(code, names)
    return names


async def run_async(code: str) -> None:
    await run(f"async def main():\n{textwrap.indent(code, '    ')}")["main"]()


# --- links and commands ------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_no_link_is_broken(name: str) -> None:
    here = ROOT / name
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(name)):
        path, _, place = link.partition("#")
        if ":" in path:
            continue  # on another host
        there = here.parent / path if path else here
        assert there.exists(), link
        assert not place or place in places(there.read_text(encoding="utf-8")), link


def places(text: str) -> set[str]:
    """The anchors of a document: those of its headings, and the names in it that the API reference describes."""
    heads = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w-]", "", head.lower().replace(" ", "-")) for head in heads}
    return anchors | set(re.findall(r"^::: (\S+)$", text, re.MULTILINE))


def commands(name: str) -> Iterator[list[str]]:
    """Every `silverhook` command for the shell, split into words."""
    blocks = "".join(snippets(name, "sh"))
    inside = re.findall(r"`silverhook ([^`\n]*)`", text_of(name))
    for line in re.findall(r"^silverhook (.*)$", blocks, re.MULTILINE) + inside:
        yield shlex.split(line, comments=True)


@pytest.mark.parametrize("name", NAMES)
def test_commands_and_their_options_exist(name: str) -> None:
    for first, *words in commands(name):
        known = [COMMANDS]
        for word in [first, *words]:  # a command, or one in a group of commands
            if word.startswith("-") or not hasattr(known[-1], "commands"):
                break
            known.append(known[-1].commands[word])
        options = {option for command in known for parameter in command.params for option in parameter.opts}
        for word in [first, *words]:
            assert not word.startswith("--") or word.partition("=")[0] in options | {"--help"}, (first, word)


@pytest.mark.parametrize("name", NAMES)
def test_make_has_every_target(name: str) -> None:
    targets = re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE)
    for target in re.findall(r"(?:^|`)make ([a-z-]+)", text_of(name), re.MULTILINE):
        assert target in targets


# --- CONTRIBUTING ------------------------------------------------------------------------------


def chapter(title: str) -> str:
    """The text under a heading of CONTRIBUTING."""
    return text_of("CONTRIBUTING.md").partition(f"## {title}\n")[2].partition("\n## ")[0]


def found_places() -> Iterator[tuple[str, list[str]]]:
    """The files and names in the table of what is where."""
    for cell in re.findall(r"^\|[^|]*\| (`.*) \|$", chapter("Where to find what"), re.MULTILINE):
        for group in cell.split("; "):
            file, *names = re.findall(r"`([^`]+)`", group)
            yield file, names


def test_contributing_names_what_exists() -> None:
    found = list(found_places())
    assert len(found) > 15
    for file, names in found:
        folder = ROOT if file.startswith(("docs/", "web/")) else Path(sh.__file__).parent
        assert (folder / file).is_file(), file
        for name in names:
            assert source_of(file, name)


def test_the_structs_of_the_glossary_exist() -> None:
    declarations = "".join(path.read_text(encoding="utf-8") for path in Path(sh.__file__).parent.rglob("*.pxd"))
    letters = chapter("Glossary").partition("**Words")[0]
    structs = re.findall(r"\(`(\w+)`", letters)
    assert len(structs) == 5
    for struct in structs:
        assert f"cdef struct {struct}:" in declarations


def test_the_layout_names_every_folder() -> None:
    named = re.findall(r"^\| `([\w.]+)/?` \|", chapter("The layout"), re.MULTILINE)
    levels = [level if (Path(sh.__file__).parent / level).is_dir() else f"{level}.py" for level in LEVELS]
    assert named == [level for level in levels if level != "__main__.py"]


# --- Python ------------------------------------------------------------------------------------


def test_the_game_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = snippets("README.md", "python")
    game = run(code)["game"]
    assert game.over and capsys.readouterr().out == f"{game.scores} {game.winners}\n"


def test_the_game_of_the_researchers(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = snippets("docs/start/researchers.md", "python")
    game = run(code)["game"]
    assert game.over and capsys.readouterr().out == f"{game.scores}\n"


@pytest.mark.parametrize("name", ["docs/rules/deckhand.md", "docs/rules/hanataz.md"])
def test_the_games_of_the_rules(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my-deck.toml").write_text("".join(snippets("docs/rules/hanataz.md", "toml")), encoding="utf-8")
    for code in snippets(name, "python"):
        assert not run(code)["game"].over


def test_every_snippet_is_run() -> None:
    """A document with Python in it has a test in this file."""
    tests = Path(__file__).read_text(encoding="utf-8")
    for name in NAMES:
        assert not snippets(name, "python") or f'"{name}"' in tests, name


def test_the_contract_of_the_engine() -> None:
    contract, many = snippets("docs/engine.md", "python")
    game = run(contract, action="end turn", seat=0, seed=1)["game"]
    assert game.ply == 1
    actions = Batch(game.rules, 4096, seed=1).masks.argmax(axis=1)
    batch = run(many, game=game, actions=actions)["batch"]
    assert isinstance(batch.over, numpy.ndarray) and len(batch.over) == 4096


def test_the_test_of_a_ruling() -> None:
    (code,) = snippets("docs/adding-a-rule.md", "python")
    run(code)["test_we_007_last_card_drawn_reshuffles_at_once"]()


def test_the_proof_of_a_game() -> None:
    (code,) = snippets("docs/adding-a-game.md", "python")
    run(code, rules=sh.new("hanataz").rules, seed=1)


def test_a_bot_is_written_as_its_example_is() -> None:
    (code,), (project,) = snippets("docs/writing-a-bot.md", "python"), snippets("docs/writing-a-bot.md", "toml")
    assert text_of("examples/bots/miser.py").endswith(code)
    assert text_of("examples/bots/pyproject.toml") == project


def test_the_table_without_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = snippets("docs/table.md", "python")
    monkeypatch.chdir(tmp_path)
    asyncio.run(run_async(code))
    assert (tmp_path / "tables.db").exists()


def test_the_parts_of_the_table_exist() -> None:
    parts = dict(re.findall(r"^\| `(\w+)` \| [^|`]*((?:`[^|]*)?) \|$", text_of("docs/table.md"), re.MULTILINE))
    known = {"TableRegistry": TableRegistry, "LiveTable": LiveTable, "Table": Table("abc"), "commands": table_commands}
    assert known.keys() <= parts.keys()
    fields = {"table", "history"}  # set when a table goes live, or when its game starts
    for part, thing in known.items():
        for name in set(re.findall(r"`(\w+)", parts[part])) - fields:
            assert hasattr(type(thing), name) or hasattr(thing, name), f"{part}.{name}"


def test_the_table_over_the_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = snippets("docs/protocol.md", "python")
    with running(tmp_path) as server:
        asyncio.run(run_async(code.replace("http://127.0.0.1:8765", server.url)))
    assert sh.replay(capsys.readouterr().out.removesuffix("\n")).over


# --- card files and other TOML -------------------------------------------------------------------


def test_a_card_is_added_to_a_copy_of_the_reference_set(tmp_path: Path) -> None:
    (card,) = snippets("docs/adding-a-card.md", "toml")
    game = sh.new("deckhand", cards=f"{REFERENCE}\n{card}", seed=1)
    assert "Bilge Rat" in [card.name for card in game.rules.notation.prepared.card_set.cards]
    wrong = tmp_path / "my-box.toml"
    wrong.write_text(f"{REFERENCE}\n{card.replace('+1 coin. Choose', '+1 Crad. Choose')}", encoding="utf-8")
    with pytest.raises(sh.CardSetError) as problem:
        sh.games()["deckhand"].read_cards(wrong.read_text(encoding="utf-8"), wrong.name)
    assert f"\n{problem.value}\n" in text_of("docs/adding-a-card.md")


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shown_as_toml_is_toml(name: str) -> None:
    for snippet in snippets(name, "toml"):
        tomllib.loads(snippet)
