from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from silverhook.server.outbox import Outbox


class Client:
    """Reads messages when the test lets it."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.open = asyncio.Event()

    async def take(self, message: str) -> None:
        await self.open.wait()
        self.got.append(message)


async def with_client(body: Callable[[Client, Outbox], Awaitable[None]], stalled: float = 5.0) -> tuple[Client, Outbox]:
    client = Client()
    outbox = Outbox(client.take, lambda: ["whole"], most=4, stalled=stalled)
    running = asyncio.create_task(outbox.run())
    await body(client, outbox)
    outbox.close()
    await running
    return client, outbox


def test_a_client_that_keeps_up_gets_everything_in_order() -> None:
    async def body(client: Client, outbox: Outbox) -> None:
        client.open.set()
        for i in range(50):
            (outbox.state if i % 2 else outbox.answer)(str(i))
            await asyncio.sleep(0)
            await asyncio.sleep(0)

    client, outbox = asyncio.run(with_client(body))
    assert client.got == [str(i) for i in range(50)]
    assert outbox.skipped == 0 and outbox.sent == 50


def test_a_slow_client_gets_all_answers_and_one_snapshot_for_the_states_it_missed() -> None:
    async def body(client: Client, outbox: Outbox) -> None:
        await asyncio.sleep(0)
        for i in range(10):
            outbox.state(f"state {i}")
        outbox.answer("answer")
        client.open.set()

    client, outbox = asyncio.run(with_client(body))
    assert client.got[-2:] == ["answer", "whole"]
    assert len(client.got) <= 3  # at most the one state that was being sent
    assert outbox.skipped >= 9


def test_repeated_snapshot_requests_of_a_client_that_reads_nothing_are_merged() -> None:
    async def body(client: Client, outbox: Outbox) -> None:
        for i in range(12):
            outbox.whole()
            outbox.answer(f"done {i}")
        client.open.set()

    client, _ = asyncio.run(with_client(body))
    assert [message for message in client.got if message != "whole"] == [f"done {i}" for i in range(12)]
    assert client.got.count("whole") <= 2  # the one that was being sent, and the last


def test_a_client_that_reads_nothing_is_given_up() -> None:
    async def body(client: Client, outbox: Outbox) -> None:
        outbox.state("never arrives")

    with pytest.raises(TimeoutError):
        asyncio.run(with_client(body, stalled=0.05))


def test_waiting_answers_are_limited() -> None:
    async def body(client: Client, outbox: Outbox) -> None:
        for i in range(1000):
            outbox.answer(str(i))
        client.open.set()

    client, _ = asyncio.run(with_client(body))
    assert len(client.got) == 40


def test_the_outbox_is_full_while_the_client_reads_nothing() -> None:
    async def body(client: Client, outbox: Outbox) -> None:
        for i in range(4):
            assert not outbox.full
            outbox.answer(str(i))
        assert outbox.full
        client.open.set()
        while outbox.sent < 4:
            await asyncio.sleep(0)
        assert not outbox.full

    asyncio.run(with_client(body))


def test_a_client_that_keeps_up_is_written_to_at_once_and_in_order() -> None:
    async def body() -> None:
        client, fast, got = Client(), True, []

        async def send(message: str) -> None:
            await client.take(message)
            got.append(message)

        outbox = Outbox(send, lambda: ["whole"], 10, 5.0, lambda message: fast and not got.append(message))
        running = asyncio.create_task(outbox.run())
        outbox.answer("1")
        assert got == ["1"]  # without waiting for the task
        fast = False
        outbox.answer("2")
        await asyncio.sleep(0)
        fast = True
        outbox.answer("3")  # 2 is still on its way
        assert got == ["1"]
        client.open.set()
        while len(got) < 3:
            await asyncio.sleep(0)
        outbox.answer("4")
        assert got == ["1", "2", "3", "4"] and outbox.sent == 4
        outbox.close()
        await running

    asyncio.run(body())
