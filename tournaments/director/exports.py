"""Tournaments as files, as of any event; and a player's matches as a calendar."""

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec
from django.conf import settings as service

from accounts.models import User
from accounts.selectors import by_ids
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.director import sight
from tournaments.director.display import members
from tournaments.director.display.at import At
from tournaments.director.errors import Refused
from tournaments.director.exchange import spreadsheets
from tournaments.director.exchange.calendars import Agenda, History, Moment, calendar, moments
from tournaments.director.exchange.group_stage import staged
from tournaments.director.exchange.told import Told
from tournaments.director.exchange.trf.tournaments import is_told, report
from tournaments.director.exchange.trf.writing import write
from tournaments.director.state.codec import CODEC
from tournaments.director.state.events import RoundPaired, Settings
from tournaments.director.state.stage_views import settings_of
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.director.words import put_back, put_back_into
from tournaments.log import selectors as log
from tournaments.pairing.registry import FORMATS
from tournaments.platform.files import CSV, ICS, JSON, TRF, File

Kind: TypeAlias = Literal["entries", "pairings", "standings", "trf", "calendar", "bracket"]

ENDINGS = {CSV: "csv", TRF: "trf", ICS: "ics", JSON: "json"}
MATCHES_OF = 50
"""Tournaments whose matches a player's calendar has: the latest."""
_TIMES = (
    *("tournament.announced", "tournament.edited", "tournament.started", "tournament.started_again"),
    "tournament.cancelled",
    *("tournament.round_paired", "tournament.ruled", "tournament.ruling_reversed", "tournament.field_fixed"),
)


def export(at: At, kind: Kind) -> File:
    """The tournament as a file."""
    media_type, make = _KINDS[kind]
    name = f"{at.id}-{kind}-{at.seq}.{ENDINGS[media_type]}"
    return File(name, media_type, make(put_back(at.tournament), at.seq))


def available(settings: Settings, *, paired: bool) -> tuple[Kind, ...]:
    """The files that there are of a tournament, one of whose rounds has been *paired* or not."""
    kinds: list[Kind] = ["entries", "pairings", "standings"] if paired else ["entries"]
    last = settings_of(settings, len(settings.stages))
    bracket = paired and (_is_round_robin(settings) or FORMATS[last.format].knocks_out)
    bracket = bracket and FORMATS[last.format].sizes == (2,)
    return (*kinds, *(("trf",) if is_told(settings) else ()), *(("bracket",) if bracket else ()), "calendar")


def matches_of(user: User, *, viewer: int | None = None) -> File:
    """The starts of the tournaments that *user* has entered, and the matches there, as far as *viewer* may know."""
    agendas = _agendas_of(user.pk, viewer)
    return File(f"{user.username}.ics", ICS, calendar(agendas, title=user.username, host=_host()))


def match_moments(user_id: int) -> list[tuple[str, Moment]]:
    """The matches of *user_id* as moments, each with the address of its tournament."""
    agendas = _agendas_of(user_id, user_id)
    return [(agenda.url, moment) for agenda in agendas for moment in agenda.moments if moment.key != "start"]


def _agendas_of(user: int, viewer: int | None) -> list[Agenda]:
    rows = sight.entries_of(user, viewer=viewer).order_by("-tournament__starts_at", "tournament")
    entered = dict(rows.values_list("tournament", "number")[:MATCHES_OF])
    return [_agenda(each, history, _own(entered[each])) for each, history in sorted(_histories(entered).items())]


def _own(entry: int) -> Callable[[RoundPaired], Iterable[str]]:
    return lambda paired: (match.match for match in paired.matches if entry in match.entries)


def _entries(tournament: Tournament, _seq: int) -> bytes:
    return spreadsheets.entries(tournament, _told(tournament)).encode()


def _pairings(tournament: Tournament, _seq: int) -> bytes:
    return spreadsheets.pairings(tournament, _told(tournament)).encode()


def _standings(tournament: Tournament, _seq: int) -> bytes:
    return spreadsheets.standings(tournament, _told(tournament)).encode()


def _trf(tournament: Tournament, _seq: int) -> bytes:
    if not is_told(tournament.settings):
        raise Refused("not_exportable", _("A tournament report covers only tables of two."))
    organiser = by_ids([tournament.organiser]).get(tournament.organiser)
    told = _told(tournament)
    return write(report(tournament, told, organiser=organiser.username if organiser else "")).encode()


def _bracket(tournament: Tournament, _seq: int) -> bytes:
    if not (tournament.structure or _groups_are_drawn(tournament)):
        raise Refused("no_bracket", _("This tournament has no bracket."))
    return msgspec.json.encode(staged(tournament, _told(tournament).names))


def _is_round_robin(settings: Settings) -> bool:
    """Whether it is one alone: groups without a bracket behind them."""
    return FORMATS[settings.format].groups and not settings.stages


def _groups_are_drawn(tournament: Tournament) -> bool:
    """Whether there is a round robin to tell of: alone, or with a bracket that follows."""
    settings = tournament.settings
    last = settings_of(settings, len(settings.stages))
    follows = FORMATS[settings.format].groups and FORMATS[last.format].knocks_out
    return bool(tournament.rounds) and (follows or _is_round_robin(settings))


def _calendar(tournament: Tournament, seq: int) -> bytes:
    agenda = _agenda(tournament.id, _histories([tournament.id], until=seq)[tournament.id])
    return calendar([agenda], title=tournament.settings.name, host=_host())


def _histories(tournaments: Iterable[str], *, until: int | None = None) -> dict[str, list[tuple[Event, int]]]:
    """What moved anything in time, up to event *until*, and when it was recorded."""
    histories: dict[str, list[tuple[Event, int]]] = {tournament: [] for tournament in tournaments}
    for stored in log.of_kinds([TOURNAMENTS.name(each) for each in histories], _TIMES):
        if until is None or stored.seq <= until:
            event = CODEC.decode(stored.kind, stored.version, stored.payload)
            histories[stored.stream.removeprefix(TOURNAMENTS.prefix)].append((event, stored.recorded_at))
    return put_back_into(histories)


def _agenda(tournament: str, history: History, matches: Callable[[RoundPaired], Iterable[str]] | None = None) -> Agenda:
    return Agenda(tournament, f"{service.SITE_URL}/tournaments/{tournament}", moments(history, matches))


def _host() -> str:
    return urlsplit(service.SITE_URL).hostname or "localhost"


def _told(tournament: Tournament) -> Told:
    """Who plays in each entry, by name; nobody for an account that is gone."""
    known = members.names(tournament.entries.values())
    people = {
        number: tuple(member.name for member in known.members(entry) if member.name)
        for number, entry in tournament.entries.items()
    }
    bots = frozenset(number for number, entry in tournament.entries.items() if known.level(entry))
    return Told({number: known.of(entry) for number, entry in tournament.entries.items()}, people, bots)


_KINDS: dict[Kind, tuple[str, Callable[[Tournament, int], bytes]]] = {
    "entries": (CSV, _entries),
    "pairings": (CSV, _pairings),
    "standings": (CSV, _standings),
    "trf": (TRF, _trf),
    "calendar": (ICS, _calendar),
    "bracket": (JSON, _bracket),
}
