"""Analyses of finished games: repeatable, interruptible, right about plain errors, and discreet."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import silverhook as sh
from silverhook import analysis, bots
from silverhook.analysis.analyst import Analysis, Analyst, Judged, Judgement
from silverhook.cli import app
from silverhook.core.game import Game

QUICK = 100
GAMES = [("deckhand", 2), ("hanataz", 3)]


@cache
def finished(game: str, players: int) -> Game:
    played = sh.new(game, players, seed=11)
    levels = [bots.make("heuristic"), *(bots.make("random", seat) for seat in range(1, players))]
    while not played.over:
        assert played.to_act is not None
        played.apply(bots.think(levels[played.to_act], played).action)
    return played


@cache
def analysed(game: str, players: int) -> Analysis:
    return analysis.analyse(finished(game, players), QUICK)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_choice_is_judged_and_the_chances_end_with_the_result(game: str, players: int) -> None:
    end, found = finished(game, players), analysed(game, players)
    again, choices = type(end)(end.rules, end.seed), []
    for step, action in enumerate(end.actions):
        if len(again.legal_actions()) > 1:
            choices.append((step, again.to_act, action))
        again.apply(action)
    assert [(one.step, one.seat, one.played.action) for one in found.decisions] == choices
    assert [point.step for point in found.points] == [*(step for step, _, _ in choices), end.ply]
    for point in found.points:
        for row in (*point.seats, point.watching, point.open):
            assert all(-0.001 <= chance <= 1.001 for chance in row) and abs(sum(row) - 1) < 0.01
    assert {seat for seat, chance in enumerate(found.points[-1].open) if chance} == set(end.winners)


def test_an_analysis_can_be_stopped_and_goes_on_with_the_same_result() -> None:
    analyst, calls = Analyst(finished("hanataz", 3), QUICK), 0
    advance = analyst._chances

    def interrupted(*args: object, **more: object) -> object:
        nonlocal calls
        calls += 1
        if calls % 7 == 3:
            analyst.stop()
        return advance(*args, **more)  # type: ignore[arg-type]

    analyst._chances = interrupted  # type: ignore[method-assign,assignment]
    before = analyst.progress
    while not analyst.done:
        analyst.advance()
    assert before == 0 and analyst.progress == 1
    assert analyst.analysis() == analysed("hanataz", 3)


def test_a_loss_within_its_uncertainty_is_not_an_error() -> None:
    def verdict(loss: float, error: float) -> str:
        return Judgement(0, 0, Judged(1, 0.5 - loss, error), Judged(2, 0.5, 0.0)).verdict

    assert verdict(0.3, 0.01) == "mistake"
    assert verdict(0.08, 0.01) == "inaccuracy"
    assert verdict(0.3, 0.16) == verdict(0.04, 0.001) == verdict(-0.2, 0.01) == "good"


def test_a_player_at_random_gives_away_more_than_one_that_knows_the_cards() -> None:
    decisions = analysed("deckhand", 2).decisions
    lost = [sum(one.loss for one in decisions if one.seat == seat and one.verdict != "good") for seat in range(2)]
    assert lost[0] < lost[1]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_closed_report_holds_only_what_its_reader_could_know(game: str, players: int) -> None:
    end, found = finished(game, players), analysed(game, players)
    names = ["Ann", "Bob", "Cyd"][:players]
    for seat in range(players):
        told = analysis.report(found, end, names, str(seat))
        assert told.true == () and {one.seat for one in told.decisions} == {seat}
        assert [one.seat for one in told.players] == [seat] and told.players[0].luck is None
        assert told.known == tuple(point.seats[seat] for point in found.points)
        assert {turn.seat for turn in told.turning} <= {seat}
    watched = analysis.report(found, end, names, "watch")
    assert not watched.decisions and not watched.players and not watched.true
    everything = analysis.report(found, end, names, "open")
    assert len(everything.decisions) == len(found.decisions) and len(everything.true) == len(everything.known)
    assert all(one.luck is not None for one in everything.players)


@pytest.mark.parametrize("language", ["en", "fr", "pl"])
def test_missed_actions_have_reasons_in_every_language(language: str) -> None:
    told = analysis.report(analysed("deckhand", 2), finished("deckhand", 2), ["Ann", "Bob"], "open", language)
    missed = [one for one in told.decisions if one.best]
    assert missed and all(one.best != one.label for one in missed)
    assert sum(bool(one.why) for one in missed) > len(missed) / 2


# --- the command -------------------------------------------------------------------------------------


def test_the_command_writes_a_page_and_data(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(finished("hanataz", 3).record())
    arguments = ["review", str(record), "--strength", str(QUICK)]
    assert CliRunner().invoke(app, [*arguments, "--language", "fr"]).exit_code == 0
    text = (tmp_path / "game.html").read_text()
    assert "Analyse d’une partie" in text and "<svg" in text and "http" not in text and "<script" not in text
    out = tmp_path / "one.json"
    assert CliRunner().invoke(app, [*arguments, "--eyes", "1", "--out", str(out)]).exit_code == 0
    told = analysis.report(analysed("hanataz", 3), finished("hanataz", 3), ["A", "B", "C"], "1")
    assert json.loads(out.read_text()) == json.loads(json.dumps({"names": ["A", "B", "C"], **asdict(told)}))


def test_the_command_refuses_what_it_cannot_review(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(sh.new("deckhand", 2, seed=1).record())
    refused = CliRunner().invoke(app, ["review", str(record)])
    assert refused.exit_code == 2 and "only finished games can be reviewed" in refused.output
    record.write_text(finished("hanataz", 3).record())
    refused = CliRunner().invoke(app, ["review", str(record), "--eyes", "5"])
    assert refused.exit_code == 2 and 'no eyes "5"; choose open, watch, or a seat: 0, 1, 2' in refused.output
    nowhere = CliRunner().invoke(app, ["review", str(record), "--strength", "100", "--out", str(tmp_path)])
    assert nowhere.exit_code == 2 and "cannot be written" in nowhere.output
