"""A tournament that a file describes."""

import argparse
import hashlib
import json
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

from cardroom import Cardroom, Refused
from cardroom.command import Wrong
from cardroom.command.saying import dump, say
from cardroom.models import AnnounceTournament, Tournament


def announce(site: Cardroom, given: argparse.Namespace) -> None:
    """Announce it and say its address. The same file again is the same tournament, not a second one."""
    described = read(given.file)
    key = hashlib.sha256(given.file.read_bytes()).hexdigest()
    try:
        made = site.ask("POST", "/api/tournaments", Tournament, body=described, key=key)
    except Refused as refused:
        raise named(refused, given.file) from refused
    if given.json:
        dump(made)
    else:
        say(f"{str(site.http.base_url).rstrip('/')}/tournaments/{made.id}")


def read(path: Path) -> dict[str, Any]:
    """The fields of ``AnnounceTournament``. Moments are epoch milliseconds, or dates and times with a zone."""
    try:
        text = path.read_text(encoding="utf-8")
        found = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise Wrong(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise Wrong(f"{path}: {error}") from error
    if not isinstance(found, dict):
        raise Wrong(f"{path}: a tournament is an object with fields")
    if unknown := [name for name in found if name not in AnnounceTournament.__struct_fields__]:
        raise Wrong("\n".join(f"{path}: {name}: a tournament has no such field" for name in unknown))
    return found | ({"starts_at": moment(path, found["starts_at"])} if "starts_at" in found else {})


def moment(path: Path, given: object) -> object:
    """Epoch milliseconds. The site refuses what is not a moment."""
    if isinstance(given, str):
        try:
            given = datetime.fromisoformat(given)
        except ValueError as error:
            raise Wrong(f"{path}: starts_at: {error}") from error
    if not isinstance(given, datetime):
        return given
    if given.tzinfo is None:
        raise Wrong(f"{path}: starts_at: say the zone as well: {given.isoformat()}+01:00")
    return round(given.timestamp() * 1000)


def named(refused: Refused, path: Path) -> Exception:
    """The same with the fields of the file, where it is a field that is wrong."""
    if not refused.errors:
        return refused
    return Wrong("\n".join(f"{path}: {field}: {text}" for field, texts in refused.errors.items() for text in texts))
