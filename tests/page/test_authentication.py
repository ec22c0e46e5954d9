"""The page behind HTTP authentication: a proxy asks for a password, and people still play."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import Browser

from silverhook.testing.nginx import Nginx, running_nginx
from silverhook.testing.page import Person
from silverhook.testing.server import Process

PASSWORD = {"username": "club", "password": "sesame"}


def test_people_play_in_the_page_behind_a_password(
    chromium: Browser, server: Process, program: Callable[[str], str], tmp_path: Path
) -> None:
    with running_nginx(program("nginx"), tmp_path, [server.url], PASSWORD["password"]) as proxy:
        play_behind(proxy, chromium)


def play_behind(proxy: Nginx, chromium: Browser) -> None:
    assert httpx.get(proxy.https, verify=False).status_code == 401
    anna = Person(chromium, proxy.https, http_credentials=PASSWORD, ignore_https_errors=True)
    anna.visit("/")
    anna.page.get_by_role("button", name="With friends").first.click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    anna.page.get_by_role("button", name="Start now").click()  # this sends the host's token
    for seed in range(5):
        if anna.has_choice():
            anna.choose(random.Random(seed).randrange)
    assert anna.ply > 0
    anna.context.close()
    assert not anna.complaints
