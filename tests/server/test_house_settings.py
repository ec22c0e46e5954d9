"""The house settings: what the lobby offers, what tables begin with, and errors that name the line."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import silverhook as sh
from silverhook.server.client import Lobby, Refusal
from silverhook.server.house import House
from silverhook.server.settings import ServerSettingsError
from silverhook.testing.server import Process, run, running, seated

HOUSE = """\
keep_finished = "90d"
bots_only_tables = 1
bots = ["random", "heuristic"]
games = ["hanataz", "deckhand"]

[limits]
tables_per_hour = 300

[deckhand]
edition = "tokens"
players = 2
level = "random"
card_set = "Club deck"

[deckhand.options.tokens]
reshuffle = "lazy"

[deckhand.card_sets]
"Club deck" = "club.toml"
"""
CARDS = Path(sh.__file__).parent / "deckhand" / "sets" / "reference.toml"


@pytest.fixture(scope="module")
def house_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    shutil.copy(CARDS, folder / "club.toml")
    (folder / "house.toml").write_text(HOUSE)
    return folder / "house.toml"


@pytest.fixture(scope="module")
def server(house_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with running(tmp_path_factory.mktemp("server"), "--house", str(house_file)) as process:
        yield process


def test_the_lobby_offers_what_the_house_has_chosen(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            offered = await lobby.catalogue()
            assert [game["name"] for game in offered["games"]] == ["hanataz", "deckhand"]
            assert [bot["name"] for bot in offered["bots"]] == ["random", "heuristic"]
            hanataz, deckhand = (game["house"] for game in offered["games"])
            assert hanataz["edition"] == "hz-default" and hanataz["card_sets"] == [] and hanataz["level"] is None
            assert (deckhand["edition"], deckhand["players"], deckhand["level"]) == ("tokens", 2, "random")
            assert (deckhand["card_set"], deckhand["card_sets"]) == ("Club deck", ["Club deck"])
            editions = {edition["name"]: edition["options"] for edition in offered["games"][1]["editions"]}
            defaults = {name: {one["name"]: one["default"] for one in options} for name, options in editions.items()}
            assert defaults["tokens"]["reshuffle"] == "lazy" and defaults["indicator"]["reshuffle"] == "eager"

    run(body())


def test_tables_begin_as_the_house_has_chosen_unless_told_otherwise(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:

            async def table(**wanted: object) -> tuple[str, dict[str, object], bool]:
                made = await lobby.create(game="deckhand", seats=["person", "random"], **wanted)
                found = await lobby.table(made["table"])
                return found["edition"], dict(found["options"]), found["own_cards"]

            assert await table() == ("tokens", {"reshuffle": "lazy"}, True)
            assert await table(options={"reshuffle": "eager"}, card_set="") == ("tokens", {}, False)
            assert await table(edition="indicator", card_set="Club deck") == ("indicator", {}, True)
            with pytest.raises(Refusal, match='no card set "Clb deck" on this server; did you mean "Club deck"'):
                await table(card_set="Clb deck")

    run(body())


def test_a_bot_that_is_not_offered_plays_nowhere(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            for wanted in (
                {"seats": ["person", "search:1000"]},
                {"seats": ["person", "random"], "substitute": "search:1000"},
            ):
                with pytest.raises(Refusal, match='does not offer the bot "search:1000"'):
                    await lobby.create(game="deckhand", **wanted)

    run(body())


def test_games_without_people_are_limited(server: Process) -> None:
    async def body() -> None:
        async with Lobby(server.url) as lobby:
            table, tokens = await seated(lobby)
            async with lobby.sit(table, tokens[0]) as one, lobby.sit(table, tokens[1]) as two:
                await one.command("leave")  # the game waits for nobody now, but for the pause that follows
                await two.command("leave")
                with pytest.raises(Refusal, match="at most 1 games without people"):
                    while True:  # until this game counts
                        await lobby.create(game="deckhand", seats=["random", "random"])
                waiting = await lobby.create(game="deckhand", seats=["person", "person"])
                with pytest.raises(Refusal, match="take a seat"):
                    await lobby.start(waiting["table"], waiting["token"])
                await lobby.take_seat(waiting["table"], "Ann")
                await lobby.start(waiting["table"], waiting["token"])

    run(body())


@pytest.mark.parametrize(
    ("line", "before", "after", "remedy"),
    [
        (1, '"90d"', '"soon"', "such as 90d"),
        (1, '90d"', "90d", "not TOML"),
        (2, "= 1", "= -1", "a number from 0"),
        (3, ', "heuristic"', "", 'add "heuristic"'),
        (3, "random", "randon", 'did you mean "random"'),
        (4, '["hanataz", "deckhand"]', "[]", "write a list"),
        (7, "tables_per_hour", "table_per_hour", 'did you mean "tables_per_hour"'),
        (7, "300", "0", "above 0"),
        (9, "[deckhand]", "[deckhnd]", 'did you mean "deckhand"'),
        (10, '"tokens"', '"token"', 'did you mean "tokens"'),
        (11, "= 2", "= 9", "a number from 2 to 4"),
        (11, "players", "seats", "choose one of"),
        (12, '"random"\n', '"search:1000"\n', "not among the bots above"),
        (13, "Club deck", "Clb deck", 'did you mean "Club deck"'),
        (15, "options.tokens", "options.token", "[deckhand.options.indicator]"),
        (16, "lazy", "sometimes", "allowed: eager or lazy"),
        (16, "reshuffle", "reshufle", 'did you mean "reshuffle"'),
        (19, "club.toml", "no.toml", "cannot be read"),
    ],
)
def test_an_error_names_the_line_and_the_remedy(
    house_file: Path, line: int, before: str, after: str, remedy: str
) -> None:
    other = house_file.with_name("other.toml")
    lines = HOUSE.splitlines(keepends=True)
    assert before in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(before, after)
    other.write_text("".join(lines))
    with pytest.raises(ServerSettingsError) as problem:
        House.load(other)
    assert str(problem.value).startswith(f"{other}:{line}:") and remedy in str(problem.value)


def test_a_mistake_in_a_card_set_names_the_card_file_too(house_file: Path) -> None:
    broken = house_file.with_name("broken.toml")
    broken.write_text(CARDS.read_text().replace("cost", "csot", 1))
    other = house_file.with_name("other.toml")
    other.write_text(HOUSE.replace("club.toml", "broken.toml"))
    with pytest.raises(ServerSettingsError, match=r"other\.toml:19: .*broken\.toml:\d+:"):
        House.load(other)


def test_the_documented_file_is_right(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs/hosting.md").read_text().partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "house.toml").write_text(text)
    shutil.copy(CARDS, tmp_path / "club.toml")
    house = House.load(tmp_path / "house.toml")
    assert house.keep_finished and house.limits and house.choices["deckhand"].card_set == "Club deck"


def test_without_a_file_everything_is_offered() -> None:
    house = House()
    assert [spec.name for spec in house.offered()] == list(sh.games())
    house.check_bot("search:1000")
    assert house.game("deckhand").cards(None) == ""
