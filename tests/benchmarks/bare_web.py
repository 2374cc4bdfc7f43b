"""The least that a web service can do for a move: Starlette, and one insert. ``BENCH_DATABASE`` says into which."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any
from uuid import uuid4

import msgspec
from psycopg_pool import AsyncConnectionPool
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

INSERT = "INSERT INTO bench_bare VALUES (%s, %s, %s)"
STREAM = uuid4().hex
_seqs = count(1)


@asynccontextmanager
async def pooled(app: Starlette) -> AsyncIterator[None]:
    given: dict[str, Any] = {"autocommit": True}
    async with AsyncConnectionPool(os.environ["BENCH_DATABASE"], min_size=8, max_size=8, kwargs=given) as pool:
        app.state.pool = pool
        yield


async def move(request: Request) -> Response:
    payload = msgspec.json.decode(await request.body())
    seq = next(_seqs)
    async with request.app.state.pool.connection() as connection:
        await connection.execute(INSERT, (STREAM, seq, msgspec.json.encode(payload).decode()), prepare=True)
    return Response(msgspec.json.encode({"seq": seq}), media_type="application/json")


async def ready(request: Request) -> Response:
    return Response(b"{}")


_ASKED = [Route(path, ready) for path in ("/healthz", "/readyz")]  # by the proxy, and by who waits for it
application = Starlette(routes=[Route("/move", move, methods=["POST"]), *_ASKED], lifespan=pooled)
