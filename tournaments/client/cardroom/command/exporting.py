"""A tournament for other programs."""

import argparse
import sys
from collections.abc import Callable
from typing import Any, Final

import msgspec

from cardroom import Cardroom
from cardroom.command import Wrong


def whole(site: Cardroom, tournament: str) -> dict[str, Any]:
    """The tournament with its rounds and standings, all as of the same event."""
    found = site.get_tournament(tournament)
    return {
        "tournament": found,
        "rounds": site.list_rounds(tournament, as_of=found.seq).rounds,
        "standings": site.get_standings(tournament, as_of=found.seq).standings,
    }


FORMATS: Final[dict[str, Callable[[Cardroom, str], Any]]] = {
    "json": whole,
    "trf": Cardroom.export_report,
    "csv": Cardroom.export_standings,
    "standings.csv": Cardroom.export_standings,
    "pairings.csv": Cardroom.export_pairings,
    "entries.csv": Cardroom.export_entries,
    "bracket": Cardroom.export_bracket,
    "ics": Cardroom.export_calendar,
}


def export(site: Cardroom, given: argparse.Namespace) -> None:
    made = FORMATS[given.format](site, given.tournament)
    text = made if isinstance(made, str) else msgspec.json.format(msgspec.json.encode(made)).decode() + "\n"
    if given.output is None:
        sys.stdout.buffer.write(text.encode())
        return
    try:
        given.output.write_bytes(text.encode())
    except OSError as error:
        raise Wrong(f"{given.output}: {error.strerror}") from error
