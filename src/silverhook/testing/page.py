"""People at real browsers, for tests of the page: they click what they see, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, TimeoutError, expect

__all__ = ["PATIENCE", "Person", "faults_of_access"]

MOMENT = 10_000  # milliseconds before a person checks again whether the thing to click is still there
PATIENCE = 300_000  # milliseconds before a test that waits is taken to hang
OFFERS = "[data-choices]:visible, .aim:visible, .seat.offered:visible, [data-does]:enabled:visible"
FINISHED = "section.finished"
_ROOT = Path(__file__).parents[3]
_PICTURES = _ROOT / "build" / "screenshots"
_AXE = _ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_AWAY = ("ERR_CONNECTION", "WebSocket connection to", "status of 4", "status of 503")  # a server gone for a while

expect.set_options(timeout=PATIENCE)


class Person:
    """A person at a browser of their own; `complaints` holds the errors of its console."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        width: int = 1440,
        height: int = 900,
        theme: str = "light",
        language: str = "en",
        speed: str = "instant",
        **more: Any,
    ) -> None:
        settings = {"reduced_motion": "reduce", **more}
        screen = {"viewport": {"width": width, "height": height}, "color_scheme": theme, "locale": language}
        self.context = browser.new_context(**screen, **settings)  # type: ignore[arg-type]
        self.context.set_default_timeout(PATIENCE)
        self.complaints: list[str] = []
        self.url = url
        prefs = f'{{"speed": "{speed}", "sound": false, "confirm": false}}'
        self.context.add_init_script(f"localStorage['silverhook.prefs'] ??= '{prefs}'")
        self.context.add_init_script("crypto.getRandomValues = bytes => bytes.fill(7)")  # this person's share of a deal
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab of this browser."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(word in message.text for word in _AWAY):
            self.complaints.append(message.text)

    # --- navigation ------------------------------------------------------------------------------

    def visit(self, path: str = "/") -> None:
        """Open an address of the page."""
        self.page.goto(self.url + path)

    def begin_alone(self, game: str, players: int, level: str = "Pip", edition: str = "") -> None:
        """A game against bots from the lobby."""
        self.visit("/")
        choice = self.page.locator(f'article[data-game="{game}"]')
        if edition:
            choice.get_by_text("More:").click()
        for wanted in filter(None, (edition, str(players), level)):
            choice.get_by_role("radio", name=re.compile(f"^{wanted}")).press("Space")
        choice.get_by_role("button", name="Play now").click()
        self.sees_table()

    def sees_table(self) -> None:
        """Wait until the page shows a game."""
        expect(self.page.locator('[data-part="prompt"]')).to_be_visible()

    @property
    def table(self) -> str:
        """The name of the table that is open."""
        return self.page.url.rsplit("/", 1)[1]

    def speak(self, language: str) -> None:
        """Read this table in another language from now on."""
        change = "language => localStorage['silverhook.prefs'] = JSON.stringify({...JSON.parse("
        self.page.evaluate(change + "localStorage['silverhook.prefs']), language})", language)
        self.page.reload()
        self.sees_table()

    # --- playing ---------------------------------------------------------------------------------

    @property
    def offers(self) -> Locator:
        """Everything that can be chosen now: cards, seats and buttons."""
        return self.page.locator(OFFERS)

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.page.locator(FINISHED).count() > 0

    @property
    def ply(self) -> int:
        """The ply that the page shows."""
        return int(self.page.locator("[data-ply]").get_attribute("data-ply") or -1)

    def has_choice(self) -> bool:
        """Wait until there is something to choose or the game is over; returns whether there is a choice."""
        self.page.locator(f"{OFFERS}, {FINISHED}").first.wait_for()
        return not self.finished

    def choose(self, wish: Callable[[int], int]) -> None:
        """Click one of the offers, the one that `wish` picks; if a menu opens, click its first entry."""
        before = self.ply
        while self.ply == before and (count := self.offers.count()):
            try:
                self._click(self.offers.nth(wish(count)))
                break
            except TimeoutError:  # it is gone, for example because the time for a secret answer is up: look again
                continue
        self.sees_change(before)

    def _click(self, offer: Locator) -> None:
        offer.click(timeout=MOMENT)
        menu = self.page.locator('[role="menuitem"]')
        if menu.count():
            menu.first.click(timeout=MOMENT)

    def sees_change(self, ply: int) -> None:
        """Wait until the game has moved on, or nothing is asked any more."""
        gone = "ply => Number(document.querySelector('[data-ply]')?.dataset.ply) !== ply"
        self.page.wait_for_function(gone, arg=ply)

    def play_to_the_end(self, wish: Callable[[int], int], most: int = 600) -> int:
        """Choose until the game is over, and close its result; returns the number of choices."""
        for times in range(most):
            if not self.has_choice():
                self.page.get_by_role("dialog").wait_for()
                self.page.keyboard.press("Escape")
                return times
            self.choose(wish)
        raise AssertionError(f"the game was not over after {most} choices")

    # --- looking ---------------------------------------------------------------------------------

    def picture(self, name: str) -> None:
        """Keep a screenshot for later inspection."""
        _PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=_PICTURES / f"{name}.png")


def faults_of_access(person: Person) -> list[str]:
    """The accessibility problems that axe-core finds on the page."""
    person.page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = person.page.evaluate("tags => axe.run({runOnly: tags})", _RULES)
    return [
        f"{fault['id']}: {fault['help']}: {[node['target'] for node in fault['nodes']][:3]}"
        for fault in found["violations"]
    ]
