"""People at one table: two browsers against each other, somebody who watches, lines that break, servers that stop."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, WebSocketRoute, expect

from silverhook.testing.page import PATIENCE, Person
from silverhook.testing.server import Process, lasting_port

NewPerson = Callable[..., Person]


def open_table(host: Person, game: str, people: int = 2, **numbers: int) -> str:
    """A table for friends with house rules, opened by a host who sits down; its address."""
    host.visit("/")
    host.page.locator("#name").fill("Anna")
    choice = host.page.locator(f'article[data-game="{game}"]')
    choice.get_by_role("radio", name=re.compile(f"^{people}")).press("Space")
    choice.get_by_role("button", name="With friends").click()
    dialog = host.page.get_by_role("dialog")
    if numbers:
        dialog.get_by_text("House rules").click()
    for words, number in numbers.items():
        dialog.get_by_role("spinbutton", name=words.replace("_", " ")).fill(str(number))
    dialog.get_by_role("button", name="Open the table").click()
    return host.page.get_by_label("Link to this table").input_value()


def join(guest: Person, link: str, name: str) -> None:
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill(name)
    guest.page.get_by_role("button", name="Take a seat").click()


def take_turns(people: list[Person], times: int, seed: int) -> None:
    """Make this many choices, each by the person to act."""
    luck = random.Random(seed)
    for _ in range(times):
        asked = _asked(people)
        if asked is None:
            return
        asked.choose(luck.randrange)


def _asked(people: list[Person]) -> Person | None:
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        for one in people:
            if one.finished:
                return None
            if one.offers.count():
                return one
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def test_two_browsers_play_a_whole_game_against_each_other(person: NewPerson) -> None:
    anna, ben = person(), person(width=1024, height=768, theme="dark")
    link = open_table(anna, "hanataz", Hand_limit=2)
    expect(anna.page.get_by_text("One seat is free")).to_be_visible()
    join(ben, link, "Ben <b>")
    for one in (anna, ben):
        one.sees_table()
    expect(anna.page.get_by_text("Ben <b>").first).to_be_visible()  # a name is text, whatever it looks like
    take_turns([anna, ben], 5_000, 2)
    for one in (anna, ben):
        expect(one.page.get_by_role("button", name="Result")).to_be_visible()


def test_a_spectator_sees_the_game_but_no_hand_and_can_do_nothing(person: NewPerson) -> None:
    anna, ben, eve = person(), person(), person()
    link = open_table(anna, "deckhand")
    join(ben, link, "Ben")
    anna.sees_table()
    ben.sees_table()
    eve.page.goto(link)
    eve.sees_table()
    expect(eve.page.get_by_text("You are watching")).to_be_visible()
    take_turns([anna, ben], 8, 4)
    expect(eve.page.locator("[data-ply]")).to_have_attribute("data-ply", str(anna.ply))
    assert eve.offers.count() == 0
    hands = eve.page.locator('[data-zone^="hand."] [data-card]')
    assert hands.count() > 0
    assert all(card.get_attribute("data-card") == "" for card in hands.all())
    eve.picture("spectator")


def test_chat_reaches_everybody_and_is_shown_as_plain_text(person: NewPerson) -> None:
    anna, ben = person(), person()
    join(ben, open_table(anna, "deckhand"), "Ben")
    ben.sees_table()
    for one in (anna, ben):
        one.page.keyboard.press("c")
    field = anna.page.locator("[data-chat]")
    field.fill("<img src=x onerror=alert(1)> ahoy")
    field.press("Enter")
    expect(ben.page.get_by_text("<img src=x onerror=alert(1)> ahoy").first).to_be_visible()


def test_an_undo_is_offered_and_accepted(person: NewPerson) -> None:
    anna, ben = person(), person()
    join(ben, open_table(anna, "deckhand"), "Ben")
    luck = random.Random(1)
    for _ in range(40):
        asked = _asked([anna, ben])
        assert asked
        asked.choose(luck.randrange)
        other = ben if asked is anna else anna
        back = asked.page.get_by_role("button", name="Take back")
        if back.count():
            before = asked.ply
            back.click()
            other.page.get_by_role("button", name=re.compile("Agree|Accept|Yes", re.I)).click()
            asked.sees_change(before)
            asked.page.keyboard.press("l")
            return
    raise AssertionError("nothing could ever be taken back")


def test_a_broken_line_comes_back_without_a_reload(person: NewPerson) -> None:
    anna = person()
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    anna.page.route_web_socket(re.compile("/play$"), through)
    anna.begin_alone("deckhand", 2)
    anna.page.evaluate("window.same = true")
    for seed in range(3):
        assert anna.has_choice()
        lines[-1].close(code=1011)
        while len(lines) < seed + 2:  # until it has come back
            anna.page.wait_for_timeout(20)
        expect(anna.page.get_by_text("Connected", exact=True)).to_be_visible()
        anna.choose(random.Random(seed).randrange)
    assert len(lines) == 4
    assert anna.page.evaluate("window.same"), "the page was not reloaded"


def test_a_server_that_restarts_in_the_middle_loses_nothing(chromium: Browser, tmp_path: Path) -> None:
    port = str(lasting_port())
    start = lambda: Process(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "log", "--pace", "0", "--port", port)  # noqa: E731
    process = start()
    anna = Person(chromium, process.url)
    try:
        anna.begin_alone("hanataz", 3)
        for seed in range(3):
            assert anna.has_choice()
            anna.choose(random.Random(seed).randrange)
        ply = anna.ply
        process.stop()
        expect(anna.page.locator(".notice.bad")).to_be_visible()
        anna.picture("server-away")
        process = start()
        expect(anna.page.locator(".notice.bad")).not_to_be_visible()
        assert anna.ply >= ply
        assert anna.has_choice()
        anna.choose(random.Random(9).randrange)
    finally:
        anna.context.close()
        process.stop()


def test_a_seat_can_be_left_and_taken_back(person: NewPerson) -> None:
    anna = person()
    anna.begin_alone("deckhand", 2)
    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("button", name="Leave for now").click()
    expect(anna.page.get_by_text("Your tables")).to_be_visible()
    anna.page.locator("section").filter(has_text="Your tables").get_by_role("link").first.click()
    anna.page.get_by_role("button", name="Return to your seat").click()
    assert anna.has_choice()


def test_a_seat_can_be_taken_along_to_another_device(person: NewPerson) -> None:
    anna, phone = person(), person(width=360, height=740)
    anna.begin_alone("deckhand", 2)
    assert anna.has_choice()
    anna.page.get_by_role("button", name="More", exact=True).click()
    anna.page.get_by_role("button", name="Move my seat to another device").click()
    phone.page.goto(anna.page.get_by_role("dialog").get_by_role("textbox").input_value())
    phone.sees_table()
    assert "#" not in phone.page.url, "the key does not stay in the address"
    assert phone.has_choice()
    phone.choose(random.Random(1).randrange)


def test_after_a_reload_the_whole_log_can_be_read(person: NewPerson) -> None:
    anna = person()
    anna.begin_alone("deckhand", 2)
    luck = random.Random(2)
    while anna.ply <= 130 and anna.has_choice():
        anna.choose(luck.randrange)
    assert anna.has_choice() or anna.finished
    lines = anna.page.locator('[data-part="log"] li')
    told = lines.all_inner_texts()
    anna.page.reload()
    expect(lines.last).to_have_text(told[-1])
    earlier = anna.page.get_by_role("button", name="Show earlier moves")
    while earlier.count():
        before = lines.count()
        earlier.click()
        expect(lines).not_to_have_count(before)
    expect(lines).to_have_text(told)


def test_a_name_that_is_too_long_cannot_be_typed(person: NewPerson) -> None:
    anna, bob = person(), person()
    link = open_table(anna, "deckhand")
    bob.page.goto(link)
    bob.page.get_by_label("Your name").press_sequentially("Bartholomew the Long-Named")
    bob.page.get_by_role("button", name="Take a seat").click()
    bob.sees_table()
