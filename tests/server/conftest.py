from __future__ import annotations

from collections.abc import Iterator

import pytest

from silverhook.testing.server import Process, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One server for the tests of a file."""
    with running(tmp_path_factory.mktemp("server")) as process:
        yield process
