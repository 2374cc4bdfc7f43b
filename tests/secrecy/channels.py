"""Everything that leaves the server about a table that is being played, for one reader."""

import json
import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import structlog
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from engine.events import Seat
from tournaments.config.logs import logging_settings
from tournaments.tables import concerns, frames, live
from tournaments.tables.lines import packed
from tournaments.tables.seen import users_of
from tournaments.tables.streams import TABLES

WRITTEN = packed('[Game "duck-soup"]\n[Seat1 "seat-0"]\n[Seat2 "seat-1"]')
"""A game in an address: nothing of this site is in it."""
PATHS = {
    "view": ("/api/tables/{table}?picture=true", "/api/tables/{table}/chat"),
    "page": ("/tables/{table}", "/tables/{table}/chat"),
    "board": ("/tables/{table}/board", "/tables/{table}/board?since=0"),
    "record": ("/api/tables/{table}/record",),
    "replay": (
        "/tables/{table}/replay",
        "/tables/{table}/replay?move=1&seat=public",
        "/tables/{table}/replay?seat=0",
        "/tables/{table}/replay?seat=turn&spoilers=off",
        "/tables/{table}/replay?move=1&seat=all&on",
        "/tables/{table}/replay?after=9&line=",
        "/tables/{table}/replay/text",
        "/tables/{table}/replay/share?move=1&seat=all",
        "/tables/{table}/replay/picture.png?move=1&seat=all",
        "/tables/{table}/replay/film?seat=all",
        "/tables/{table}/replay/film.gif?seat=all",
        "/tables/{table}/replay/play-on?move=1&seat=all",
        "/tables/{table}/replay/embed?move=1&seat=all",
        "/tables/{table}/analysis",
        "/tables/{table}/notes",
        f"/replay/{WRITTEN}",
    ),
    "positions": tuple(
        f"/tables/{{table}}/replay/positions?seat={seat}" for seat in ("public", "0", "1", "turn", "all")
    ),
    "lists": ("/", "/now", "/tables", "/games/{game}", "/api/tables", "/api/tables?status=playing"),
    "watching": (
        "/tv",
        "/now/tv",
        "/tables/{table}/watched",
        "/tables/{table}/stream?late=0",
        "/tables/{table}/stream/board?late=0",
        "/tables/{table}/streaming",
        "/tables/{table}/embed",
    ),
    "search": ("/games/search", "/games/search/file", "/api/games/search?game={game}", "/games/search?player=seat-0"),
    "people": ("/players/seat-0", "/api/players/seat-0", "/players", "/ladders/{game}", "/api/ladders/{game}"),
    "errors": ("/tables/{table}/resign", "/tables/{table}/nothing", "/api/tables/{table}/nothing", "/games/{table}"),
}
CHANNELS = (*PATHS, "frames", "refusals", "head", "stream", "lines")
NEVER_A_MOVE = "bid-nothing"
BY_THE_PROXY = {"X-Request-Id": "by-the-proxy"}
"""Else each request has an id of its own in what is logged."""


def everything(
    table_id: str, viewer: User | None, seat: Seat | None, *, among: Collection[str] = CHANNELS
) -> dict[str, Any]:
    """Status, headers and body of all that *viewer* can ask for, by channel, and what is logged meanwhile.

    *among*: of more channels nothing need be asked.
    """
    client = Client(raise_request_exception=False, headers=BY_THE_PROXY)
    if viewer is not None:
        client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")
    table = TABLES.current(table_id).state
    names = {"table": table_id, "game": table.facts.game}
    with logged() as lines:
        sent: dict[str, Any] = {
            channel: [ask(client, "GET", path.format(**names)) for path in paths]
            for channel, paths in PATHS.items()
            if channel in among or "lines" in among
        }
        sent["refusals"] = list(_refusals(client, table_id, table.seq))
    status, headers, body = ask(client, "GET", f"/api/tables/{table_id}/head")
    digest = json.loads(body).pop("digest")  # of salts that are drawn by lot, and shown to nobody before the end
    headers.pop("ETag", None)  # which is that of the body
    sent["head"] = status, headers, body.replace(digest.encode(), b"-" * len(digest))
    found = frames.since(table_id=table_id, user_id=viewer.pk if viewer else None, seq=0, most=1000)
    sent["frames"] = msgspec.json.encode(found)
    sent["stream"] = [*live.backlog(table, seat, 0), *live.backlog(table, seat, None)]
    if viewer is not None:
        sent["stream"].append(msgspec.json.encode(concerns.described(table, viewer.pk, users_of(table))))
    sent["lines"] = lines
    return sent


def _refusals(client: Client, table_id: str, seq: int) -> Iterator[Any]:
    """What a user is told who moves out of turn, too late, too early, or for somebody else."""
    for expected in (0, seq, seq + 1):
        path = f"/api/tables/{table_id}/move/{NEVER_A_MOVE}?expected_seq={expected}"
        yield ask(client, "POST", path, content_type="application/json")
        yield ask(client, "POST", f"/tables/{table_id}/move", {"move": NEVER_A_MOVE, "seq": expected})
    yield ask(client, "POST", f"/api/tables/{table_id}/join", content_type="application/json")
    yield ask(client, "POST", f"/api/tables/{table_id}/abort", content_type="application/json")
    yield ask(client, "POST", f"/api/tables/{table_id}/reviews", {"move": 1, "seat": "all"}, "application/json")
    yield ask(client, "POST", f"/tables/{table_id}/together", {"move": 1, "eyes": "seat=all"})
    yield ask(client, "POST", f"/tables/{table_id}/replay/film/order", {"move": 1, "seat": "all"})
    yield ask(client, "POST", f"/tables/{table_id}/replay/play-on", {"move": 1, "seat": "all"})


def ask(client: Client, method: str, path: str, *given: Any, **more: Any) -> tuple[int, dict[str, str], bytes]:
    response = client.get(path) if method == "GET" else client.post(path, *given, **more)
    assert response.status_code < 500, (path, response.content[:300])
    headers = {name: value for name, value in response.headers.items() if name != "Set-Cookie"}
    return response.status_code, headers, response.content


def move(table_id: str, user: User, text: str, seq: int, *, by: str) -> None:
    """A move as a client makes it: its key, its form or its path say what it is. Sent twice, and once too late."""
    client = Client(raise_request_exception=False, headers=BY_THE_PROXY)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    if by == "page":
        for _ in range(2):
            client.post(f"/tables/{table_id}/move", {"move": text, "seq": seq})
        return
    _token, secret = accounts.create_token(user=user, name="mover")
    path, bearer = f"/api/tables/{table_id}/move/{text}", {"Authorization": f"Bearer {secret}"}
    for key in (f"{seq}-{text}", f"{seq}-{text}", f"again-{text}"):
        client.post(path, content_type="application/json", headers={**bearer, "Idempotency-Key": key})


@contextmanager
def logged() -> Iterator[list[str]]:
    """The lines that the service writes meanwhile, except for their times."""
    made = dict(logging_settings(debug=False)["formatters"]["line"])
    formatter = made.pop("()")(**made)
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            line = json.loads(formatter.format(record))
            lines.append(json.dumps({name: value for name, value in line.items() if name != "timestamp"}))

    handler = Keep()
    logging.getLogger().addHandler(handler)
    try:
        yield lines
    finally:
        logging.getLogger().removeHandler(handler)
        structlog.contextvars.clear_contextvars()
