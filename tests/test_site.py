"""The built documentation: no link is broken, and no page needs another host or an inline script."""

from __future__ import annotations

import importlib
import json
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

AUDIENCES = ("players", "hosts", "designers", "researchers", "contributors")
PARTS = ("bots", "records", "lab", "table", "testing")
CONSTANTS = {"CLOCKS", "DEFAULT", "LEVELS", "PERSON", "STRONGEST", "Listener"}  # without docstrings
LOADS = ("img", "script", "link", "iframe", "source", "video", "audio", "object", "embed")  # not <a>: it loads nothing


class Page(HTMLParser):
    """The links, resources and scripts of a page, and its anchors."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.places = {""}
        self.inline: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.places |= {given[name] for name in ("id", "name") if name in given}
        address = given.get("href") or given.get("src") or given.get("data") or ""
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in LOADS and address:
            self.loads.append(address)
        data = tag == "script" and given.get("type") == "application/json"  # data, not a script
        if tag == "style" or "style" in given or (tag == "script" and "src" not in given and not data):
            self.inline.append(f"<{tag} {given}>")
        self.inline += [f"{name}={value}" for name, value in given.items() if name.startswith("on")]


@cache
def read(path: Path) -> Page:
    return Page(path)


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_every_audience_has_its_entry(site: Path) -> None:
    front = read(site / "index.html").links
    for name in (*(f"start/{audience}.html" for audience in AUDIENCES), "reference/index.html"):
        assert (site / name).exists() and name in front


def test_no_link_or_anchor_is_broken(site: Path) -> None:
    dead = []
    for path in pages(site):
        for link in (*read(path).links, *read(path).loads):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            if not there.is_file() or not there.is_relative_to(site):
                dead.append(f"{path.relative_to(site)}: {link}")
            elif there.suffix == ".html" and unquote(parts.fragment) not in read(there).places:
                dead.append(f"{path.relative_to(site)}: {link}: no such place")
    assert not dead


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    outside = {load for path in pages(site) for load in read(path).loads if urlsplit(load).netloc}
    assert not outside
    sheets = "".join(sheet.read_text(encoding="utf-8") for sheet in site.rglob("*.css"))
    assert "url(http" not in sheets and 'url("http' not in sheets and "@import" not in sheets


def test_pages_obey_the_server_s_content_security_policy(site: Path) -> None:
    inline = {(path.name, found) for path in pages(site) for found in read(path).inline}
    assert not inline


@pytest.mark.parametrize("package", ["silverhook", *(f"silverhook.{part}" for part in PARTS)])
def test_the_reference_has_everything_public(site: Path, package: str) -> None:
    described = {place for path in (site / "reference").glob("*.html") for place in read(path).places}
    names = {place.rsplit(".", 1)[-1] for place in described if place.startswith("silverhook.")}
    public = {name for name in importlib.import_module(package).__all__ if not name.startswith("__")}
    assert not public - names - CONSTANTS


def test_the_search_finds_every_page_except_sources(site: Path) -> None:
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    wanted = {path.relative_to(site).as_posix() for path in pages(site)}
    assert {name for name in wanted if not name.startswith("sources/")} == found
