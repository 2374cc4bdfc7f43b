"""What a browser loads for a replay: small enough for a phone on a train, however long the game was."""

import gzip
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from engine.game import AnyGame
from engine.registry import GAMES
from tests.factories import played_out

PAGE = 100_000
"""Bytes of a page with its styles and scripts, without pictures and fonts."""
POSITIONS = 60_000
"""Bytes of all positions of a game."""
LINKED = re.compile(rf'{re.escape(settings.STATIC_URL)}([\w./-]+\.(?:css|js))"')
IMPORTED = re.compile(r'from "\./([\w-]+\.js)"')

pytestmark = pytest.mark.django_db


def loaded(html: str) -> dict[str, bytes]:
    """The styles and scripts of a page, with what its scripts import."""
    found: dict[str, bytes] = {}
    names = LINKED.findall(html)
    while names:
        name = names.pop()
        if name not in found:
            found[name] = Path(str(finders.find(name))).read_bytes()
            names += [f"js/{other}" for other in IMPORTED.findall(found[name].decode())]
    return found


def compressed(parts: Iterable[bytes]) -> int:
    return sum(len(gzip.compress(part)) for part in parts)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_replay_weighs_less_than_100_kb_and_its_positions_less_than_60(client: Client, game: AnyGame) -> None:
    table = played_out(game)
    html = client.get(f"/tables/{table}/replay").content
    files = loaded(html.decode())
    assert {"css/replay.css", "js/replay.js", "js/positions.js"} <= files.keys()
    assert compressed([html, *files.values()]) < PAGE
    assert len(client.get(f"/tables/{table}/replay/positions?seat=all").content) < POSITIONS
