"""How fast the page is, in a real browser against a real server on this machine.

First load: the bytes over the wire and the time until the lobby is usable, with an empty cache. Moves: the time from
a click to the first frame that shows its effect, measured in the page; once with motion at the usual speed (skipping
the bots' moves in between), and once without motion.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from silverhook.testing.page import Person
from silverhook.testing.server import running

# Notes the time of a click, and the time when the frame with the game's next change was drawn. That is when the first
# task after the frame runs; it has priority, so that messages that have arrived meanwhile do not run before it.
WATCH = """
() => {
  window.moves = [];
  let clicked = 0;
  addEventListener("click", (event) => {
    if (event.target.closest("[data-choices], .aim, .seat.offered, [data-action]")) clicked = performance.now();
  }, true);
  const drawn = () => {
    if (!clicked) return;
    const since = clicked;
    clicked = 0;
    const done = () => window.moves.push(performance.now() - since);
    requestAnimationFrame(() => scheduler.postTask(done, {priority: "user-blocking"}));
  };
  new MutationObserver(drawn).observe(document.body, {subtree: true, attributeFilter: ["data-ply"]});
}
"""


def first_load(browser: Browser, url: str) -> tuple[float, float]:
    """Kilobytes over the wire and seconds until the lobby is usable."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en")
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(url)
    page.locator("article button.main").last.wait_for()
    seconds = page.evaluate("performance.now()") / 1000
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(sizes) / 1000, seconds


def moves(browser: Browser, url: str, game: str, number: int, speed: str) -> list[float]:
    """Milliseconds from click to frame, for each of a number of moves."""
    luck = random.Random(1)
    found: list[float] = []
    while len(found) < number:
        person = Person(browser, url, reduced_motion="no-preference", speed=speed)
        person.begin_alone(game, 2, "Pip")
        person.page.evaluate(WATCH)
        while len(found) < number and _skipped_to_a_choice(person):
            person.choose(luck.randrange)
            found += _taken(person.page)
        person.context.close()
    return found


def _skipped_to_a_choice(person: Person) -> bool:
    while not person.offers.count() and not person.finished:
        person.page.keyboard.press("s")
        person.page.wait_for_timeout(50)
    return not person.finished


def _taken(page: Any) -> list[float]:
    page.wait_for_function("() => window.moves.length > 0", timeout=2000)
    times: list[float] = page.evaluate("window.moves.splice(0)")
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=100, help="of each game (100)")
    number = parser.parse_args().moves
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        loads = [first_load(browser, server.url) for _ in range(5)]
        size, seconds = max(one[0] for one in loads), statistics.median(one[1] for one in loads)
        print(f"first load: {size:.0f} KB, {size / 300:.2f} of the 300 that it may have")
        print(f"usable after {seconds:.2f} s, {seconds:.2f} of the second that it may take")
        for game in ("deckhand", "hanataz"):
            for speed in ("normal", "instant"):
                times = sorted(moves(browser, server.url, game, number, speed))
                p50, p95 = statistics.median(times), times[int(len(times) * 0.95)]
                share = f"{p95 / 100:.2f} of the 100 it may take"
                print(f"{game}, {speed}: click to frame p50 {p50:.0f} ms, p95 {p95:.0f} ms, {share}")
        browser.close()


if __name__ == "__main__":
    main()
