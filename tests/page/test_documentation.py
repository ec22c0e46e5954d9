"""The documentation in a real browser, as the server sends it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from silverhook.testing.page import Person

NewPerson = Callable[..., Person]


@pytest.mark.parametrize(("theme", "width", "height"), [("light", 1440, 900), ("dark", 360, 740)])
def test_pages_are_drawn_without_console_errors(
    person: NewPerson, site: Path, theme: str, width: int, height: int
) -> None:
    anna = person(theme=theme, width=width, height=height)
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    for name in ("", "start/players.html", "architecture.html", "rules/hanataz.html", "reference/game.html"):
        anna.visit(f"/docs/{name}")
        expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
        expect(anna.page.locator("html.js")).to_be_attached()  # Material's own script has run
        anna.picture(f"docs-{name.removesuffix('.html').replace('/', '-') or 'index'}-{theme}-{width}")
        wide = anna.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], f"{name} is wider than its window"
    assert {url for url in asked if not url.startswith((anna.url, "data:"))} == set()


def test_the_search_works_without_another_host(person: NewPerson, site: Path) -> None:
    anna = person()
    anna.visit("/docs/")
    found = anna.page.locator(".md-search-result__meta")
    expect(found).to_have_text("Type to start searching")  # the index is read
    anna.page.get_by_role("textbox", name="Search").press_sequentially("resample")
    expect(found).to_have_text(re.compile(r"^\d+ matching documents?$"))
    anna.page.locator(".md-search-result__link").first.click()
    expect(anna.page).to_have_url(re.compile(r"/docs/.+\.html"))
    expect(anna.page.get_by_role("heading", level=1)).to_be_visible()
