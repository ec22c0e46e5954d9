"""The page in a real browser: the system's Chromium and a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from silverhook.testing.page import Person
from silverhook.testing.server import Process, running

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="module")  # as long as it runs no other test of this process can have an event loop
def chromium(program: Callable[..., str], built_page: Path) -> Iterator[Browser]:
    """The system's Chromium."""
    path = program("chromium", "chromium-browser", "google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One server for all tests of the page; each test opens tables of its own."""
    with running(tmp_path_factory.mktemp("server")) as process:
        yield process


@pytest.fixture
def person(chromium: Browser, server: Process) -> Iterator[Callable[..., Person]]:
    """Opens pages for people; at the end no console may contain an error."""
    people: list[Person] = []

    def make(url: str = "", **settings: Any) -> Person:
        people.append(Person(chromium, url or server.url, **settings))
        return people[-1]

    yield make
    complaints = [complaint for one in people for complaint in one.complaints]
    for one in people:
        one.context.close()
    assert not complaints, complaints
