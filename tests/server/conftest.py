from __future__ import annotations

from collections.abc import Iterator

import pytest

from silverhook.testing.server import Process, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One server for all tests that need nothing special of it; each opens tables of its own."""
    with running(tmp_path_factory.mktemp("server")) as process:
        yield process
