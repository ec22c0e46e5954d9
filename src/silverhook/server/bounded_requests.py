"""Bodies of requests, bounded in how many values they hold.

A short body can hold tens of thousands of values, and the checks of a model take a while for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import orjson
from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

__all__ = ["BoundedRoute"]

_MOST = 500  # the largest regular request has 100 tokens, or a table with 64 options


class _BoundedRequest(Request):
    async def json(self) -> Any:
        """The body as data; refused if it holds too many values."""
        data = orjson.loads(await self.body())
        if _holds_more(data, _MOST):
            raise HTTPException(413, f"a request can hold at most {_MOST} values")
        return data


def _holds_more(data: object, most: int) -> bool:
    """Whether data holds more values than this, itself and nested ones included."""
    waiting, counted = [data], 0
    while waiting and counted <= most:
        value = waiting.pop()
        counted += 1
        if isinstance(value, dict | list):
            if len(value) > most:
                return True
            waiting.extend(value.values() if isinstance(value, dict) else value)
    return counted > most


class BoundedRoute(APIRoute):
    """A route whose requests have bounded bodies."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, given bounded requests."""
        handle = super().get_route_handler()

        async def handle_bounded(request: Request) -> Response:
            return await handle(_BoundedRequest(request.scope, request.receive))

        return handle_bounded
