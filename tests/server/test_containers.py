"""The container files of deploy/: linters find no fault, and what they run and name works without a container too."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from silverhook.testing.server import PATIENCE, Process, running

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "container"
CONTAINERFILE = FOLDER / "Containerfile"
INSTALLED = "/opt/silverhook/bin/"
GIVEN = {"POSTGRES_PASSWORD": "secret", "ORIGIN": "https://cards.example"}


def lines() -> list[tuple[str, str]]:
    """The instructions of the Containerfile with their arguments."""
    text = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", CONTAINERFILE.read_text()))
    return [
        (word, " ".join(rest.split())) for word, _, rest in (line.partition(" ") for line in text.splitlines() if line)
    ]


def of(instruction: str) -> list[str]:
    return [rest for word, rest in lines() if word == instruction]


def services() -> dict[str, dict[str, Any]]:
    """The services of the compose file with the variables of its .env filled in."""
    text = (FOLDER / "compose.yaml").read_text()
    filled = re.sub(r"\$\{(\w+):\?[^}]*\}", lambda gap: GIVEN[gap[1]], text)
    found: dict[str, dict[str, Any]] = yaml.safe_load(filled)["services"]
    return found


def silverhook(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "silverhook", *words]
    return subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, timeout=PATIENCE)


def test_the_linters_find_no_fault(program: Callable[[str], str]) -> None:
    here = Path(sys.executable).parent
    if not (here / "hadolint").exists():
        program("hadolint")
    hadolint = subprocess.run([here / "hadolint", CONTAINERFILE], capture_output=True, text=True, timeout=PATIENCE)
    assert (hadolint.returncode, hadolint.stdout) == (0, "")
    command = [here / "compose-lint", "check", "--fail-on", "high", FOLDER / "compose.yaml"]
    assert subprocess.run(command, capture_output=True, timeout=PATIENCE).returncode == 0


def test_the_image_is_built_from_what_the_context_holds(tmp_path: Path) -> None:
    """Every step exists, and nothing that `make dist` needs is left out of the context."""
    update, dist, install, user = of("RUN")
    packages = update.partition("--no-install-recommends")[2].partition("&&")[0].split()
    assert packages == ["gcc", "libc6-dev", "make"]  # and Python: what the documentation asks for
    assert dist == "make dist" and install.startswith("python3 -m venv /opt/silverhook && " + INSTALLED + "pip install")
    assert user.startswith("useradd --system") and of("USER") == [user.split("--uid ")[1].split()[0]]
    left_out = (ROOT / ".dockerignore").read_text().split()
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    for name in filter(None, tracked):
        if not any(Path(name).match(one) or name.startswith(f"{one}/") for one in left_out):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    make = shlex.split("make --dry-run --always-make dist")
    dry = subprocess.run(make, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert dry.returncode == 0 and " wheel --quiet " in dry.stdout, dry.stderr
    needed = ("pyproject.toml", "setup.py", "LICENSE", "README.md", "CONTRIBUTING.md", "web/package.json", "mkdocs.yml")
    assert all((tmp_path / name).exists() for name in (*needed, "docs/index.md", "src/silverhook/__init__.py"))


def test_the_container_runs_a_server_that_its_health_check_finds(tmp_path: Path) -> None:
    variables = dict(word.split("=", 1) for word in shlex.split(of("ENV")[0]))
    assert json.loads(of("ENTRYPOINT")[0]) == [f"{INSTALLED}silverhook"] and of("EXPOSE") == [
        variables["SILVERHOOK_PORT"]
    ]
    shown = silverhook(*json.loads(of("CMD")[0]), "--limits", **variables)
    assert shown.returncode == 0 and "message_bytes" in shown.stdout
    check = json.loads(of("HEALTHCHECK")[0].partition("CMD ")[2])
    assert check[0] == f"{INSTALLED}python"
    with running(tmp_path) as server:
        assert healthy(check, server) == 0
    assert healthy(check, server) != 0


def healthy(check: list[str], server: Process) -> int:
    port = str(urllib.parse.urlsplit(server.url).port)
    command = [sys.executable, *check[1:]]
    return subprocess.run(command, env={**os.environ, "SILVERHOOK_PORT": port}, capture_output=True).returncode


def test_the_services_fit_together() -> None:
    found = services()
    postgres, nginx = found["postgres"]["environment"], found["nginx"]
    ports = set()
    for name in ("one", "two"):
        environment = found[name]["environment"]
        database = urllib.parse.urlsplit(environment["SILVERHOOK_DATABASE"])
        assert (database.username, database.password) == (postgres["POSTGRES_USER"], postgres["POSTGRES_PASSWORD"])
        assert (database.hostname, database.path) == ("postgres", f"/{postgres['POSTGRES_DB']}")
        assert found[name]["network_mode"] == "service:nginx" and environment["SILVERHOOK_HOST"] == "127.0.0.1"
        ports.add(f"127.0.0.1:{environment['SILVERHOOK_PORT']}")
        accepted = silverhook("serve", "--limits", **environment)
        assert accepted.returncode == 0, accepted.stderr
        build = found[name]["build"]
        assert (FOLDER / build["context"]).resolve() == ROOT and (ROOT / build["dockerfile"]) == CONTAINERFILE
    site = (ROOT / "deploy/nginx.conf").read_text()
    assert ports == set(re.findall(r"server (127\.0\.0\.1:\d+) ", site))
    mounts = dict(volume.rsplit(":", 2)[:2] for volume in nginx["volumes"])
    assert (FOLDER / "../nginx.conf").exists() and mounts["../nginx.conf"].startswith("/etc/nginx/conf.d/")
    for certificate in re.findall(r"ssl_certificate\w* +(\S+);", site):
        assert str(Path(certificate).parent) == mounts["./certificates"]
    assert {port.rpartition(":")[2] for port in nginx["ports"]} == set(re.findall(r"listen (\d+)", site))


@pytest.mark.parametrize("name", ["SILVERHOOK_HOST", "SILVERHOOK_PORT", "SILVERHOOK_DATABASE", "SILVERHOOK_ORIGIN"])
def test_every_setting_of_the_containers_is_one_of_the_server(name: str) -> None:
    assert f"env var: {name}" in re.sub(r"[\s│]+", " ", silverhook("serve", "--help", COLUMNS="300").stdout)
