"""The alerts and the dashboard of deploy/: Prometheus's own tools find no fault, and every metric exists."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from silverhook.testing.server import PATIENCE, Process

DEPLOY = Path(__file__).parents[2] / "deploy"
HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
ALERTS = DEPLOY / "prometheus" / "silverhook-alerts.yml"
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "silverhook.json").read_text())
_METRIC = re.compile(r"\b(?:silverhook|process)_[a-z_]+\b(?!\")")


def promtool(program: Callable[[str], str], *words: str | Path, text: str = "") -> str:
    command = [program("promtool"), *words]
    done = subprocess.run(
        command, cwd=ALERTS.parent, input=text, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def panels() -> Iterator[dict[str, Any]]:
    yield from (panel for panel in DASHBOARD["panels"] if panel["type"] != "row")


def queries() -> list[str]:
    return [target["expr"] for panel in panels() for target in panel["targets"]]


@pytest.fixture(scope="module")
def exported(server: Process) -> str:
    return httpx.get(f"{server.url}/metrics").text


def series(exported: str) -> set[str]:
    """Every name that a query can use."""
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", exported, re.MULTILINE))
    parts = {
        f"{name}{end}" for name, kind in kinds.items() if kind == "histogram" for end in ("_bucket", "_count", "_sum")
    }
    return set(kinds) | parts


def test_prometheus_accepts_what_the_server_exports(program: Callable[[str], str], exported: str) -> None:
    assert exported.count("# TYPE") > 20
    assert promtool(program, "check", "metrics", text=exported) == ""


def test_prometheus_accepts_the_files(program: Callable[[str], str], tmp_path: Path) -> None:
    config = (ALERTS.parent / "prometheus.yml").read_text()
    assert "/etc/prometheus/silverhook-alerts.yml" in config
    (tmp_path / "prometheus.yml").write_text(config.replace("/etc/prometheus/silverhook-alerts.yml", str(ALERTS)))
    promtool(program, "check", "config", tmp_path / "prometheus.yml")
    promtool(program, "check", "rules", ALERTS)


def test_each_alert_is_raised_when_it_should_be(program: Callable[[str], str]) -> None:
    promtool(program, "test", "rules", "silverhook-alerts.test.yml")
    tests = (ALERTS.parent / "silverhook-alerts.test.yml").read_text()
    for name in re.findall(r"- alert: (\w+)", ALERTS.read_text()):
        assert re.search(rf"alertname: {name}\n +exp_alerts:\n +- exp_labels", tests), f"no test raises {name}"


def test_every_metric_of_an_alert_or_a_panel_is_exported(exported: str) -> None:
    known = series(exported)
    rules = "\n".join(re.findall(r"expr: (.*)", ALERTS.read_text()))
    for text in (rules, *queries(), DASHBOARD["templating"]["list"][1]["query"]["query"]):
        assert set(_METRIC.findall(text)) <= known
    documented = set(re.findall(r"`((?:silverhook|process)_[a-z_]+)", HOSTING.read_text()))
    assert documented <= known, documented - known


def test_every_metric_has_a_panel(exported: str) -> None:
    drawn = set(_METRIC.findall(" ".join(queries())))
    for name in re.findall(r"^# TYPE (silverhook_\w+) ", exported, re.MULTILINE):
        assert any(one.startswith(name) for one in drawn), f"nothing shows {name}"


def test_prometheus_understands_every_query_of_the_dashboard(program: Callable[[str], str], tmp_path: Path) -> None:
    rules = [
        {"record": f"panel:{n}", "expr": query.replace("$__rate_interval", "5m")} for n, query in enumerate(queries())
    ]
    (tmp_path / "queries.yml").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    assert f"{len(rules)} rules found" in promtool(program, "check", "rules", tmp_path / "queries.yml")


def test_the_dashboard_is_what_grafana_imports() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids)) and DASHBOARD["uid"] and DASHBOARD["schemaVersion"] >= 36
    places: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert at["x"] + at["w"] <= 24 and not cells & places, panel["title"]
        places |= cells
    assert all(panel["datasource"]["uid"] == "${source}" for panel in panels())
