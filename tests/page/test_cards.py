"""Cards that you choose from can be read: nothing on them is cut or covered, at any size, in any language."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, Route, TimeoutError

from silverhook.core.words import languages
from silverhook.deckhand.edition import WORDS
from silverhook.testing.page import Person

SIZES = [(1440, 900), (1024, 768), (720, 450), (640, 360), (360, 740)]

# What is wrong with the cards in the supply and in the reader's hand, and with the upper edges in stashes.
FAULTS = """() => {
  const faults = [];
  const over = (a, b) => a.left < b.right - 1 && a.top < b.bottom - 1;
  const meet = (a, b) => over(a, b) && over(b, a);
  for (const card of document.querySelectorAll('[data-zone="supply"] button.card, [data-zone="hand.0"] button.card')) {
    const print = card.querySelector('.print');
    const [box, title] = [print, print.querySelector('.title')].map(part => part.getBoundingClientRect());
    const say = what => faults.push(`${card.querySelector('.title').textContent}: ${what}`);
    if (print.scrollWidth > print.clientWidth + 1 || print.scrollHeight > print.clientHeight + 1) say('is cut');
    if (box.top < 0 || box.bottom > innerHeight || box.left < 0) say('is outside of the window');
    const top = document.elementFromPoint(box.left + box.width / 2, box.bottom - 4);
    if (box.right <= innerWidth && !card.parentElement.contains(top)) say(`is covered by ${top?.className}`);
    if (print.querySelector('.title').scrollWidth > title.width + 1) say('has a cut title');
    for (const word of print.querySelectorAll('.text .word')) {
      const place = word.getBoundingClientRect();
      if (place.right > box.right || place.bottom > box.bottom + 1 || place.top < title.bottom - 2) say('is cut');
      const worth = [...print.querySelectorAll('.worth > .coin, .worth > .hooks')];
      if (worth.some(one => meet(one.getBoundingClientRect(), place))) say('has its price over its text');
    }
  }
  for (const edge of document.querySelectorAll('.sliver .title')) {
    const [place, card] = [edge.getBoundingClientRect(), edge.closest('.sliver').getBoundingClientRect()];
    const cut = edge.scrollWidth > edge.clientWidth + 1 || place.height > card.height + 2;
    if (cut) faults.push(`${edge.textContent}: its edge is cut`);
  }
  return faults;
}"""


@pytest.mark.parametrize("language", languages(WORDS))
def test_no_text_on_a_card_is_cut(person: Callable[..., Person], language: str) -> None:
    """The page is told that the cards in sight are others, until every card has been there."""
    anna = person()
    anna.begin_alone("deckhand", 4)
    for _ in range(2):
        anna.page.get_by_role("button", name="End turn").click()
        assert anna.has_choice()
    names = "() => [...new Set([...document.querySelectorAll('[data-card]')].map(card => card.dataset.card))]"
    seen = [name for name in anna.page.evaluate(names) if name]
    printed: list[str] = []

    def disguise(route: Route) -> None:
        faces: list[dict[str, Any]] = route.fetch().json()
        longest = sorted(faces, key=lambda face: -sum(map(len, face["texts"].values())))
        first = len(printed)
        shown = (longest[first:] + longest)[: len(seen)]
        printed.extend(face["name"] for face in shown)
        as_seen = {name: {**face, "name": name} for name, face in zip(seen, shown, strict=True)}
        route.fulfill(json=[as_seen.get(face["name"], face) for face in faces])

    anna.page.route("**/cards?*", disguise)
    faults: list[str] = []
    while len(printed) < 30:
        anna.speak(language)
        anna.page.wait_for_function(
            "() => document.fonts.status === 'loaded' && document.querySelector('.small-print')"
        )
        for width, height in SIZES:
            anna.page.set_viewport_size({"width": width, "height": height})
            faults += [f"{width}x{height}: {fault}" for fault in lasting_faults(anna.page)]
            anna.picture(f"cards-{language}-{width}-{len(printed)}")
    assert not faults, "\n".join(faults)


def lasting_faults(page: Page) -> list[str]:
    """What is still wrong once the page has fitted its texts to a new size."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => ({FAULTS})().length === 0", timeout=20_000)
    faults: list[str] = page.evaluate(FAULTS)
    return faults
