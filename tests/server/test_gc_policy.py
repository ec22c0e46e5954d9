from __future__ import annotations

import gc

import pytest

from silverhook.server.gc_policy import CollectionScheduler


def test_a_collection_runs_after_enough_tables_have_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    swept = 0

    def collect() -> int:
        nonlocal swept
        swept += 1
        return 0

    monkeypatch.setattr(gc, "collect", collect)
    collections = CollectionScheduler()
    for _ in range(5_999):
        collections.ended(left=4_000)
    assert swept == 0
    collections.ended(left=4_000)
    assert swept == 1
    for _ in range(4_000):
        collections.ended(left=0)
    assert swept == 3
