"""Tournaments as files: for spreadsheets, for other programs that run tournaments, for calendars."""

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound

from accounts import selectors as accounts
from tournaments.director import exports
from tournaments.director.web.api.tournament_requests import AsOf
from tournaments.kit.endpoints import Endpoint
from tournaments.kit.files import file_operation
from tournaments.platform.files import CSV, ICS, JSON, TRF, File


@file_operation(
    "GET tournaments/<id:tournament_id>/entries.csv",
    "exportEntries",
    needs="tournament:read",
    address="entries-file",
    media_type=CSV,
    tag="tournaments",
    refusals={404, 422},
)
def export_entries(caller: Endpoint, *, tournament_id: str, query: AsOf) -> File:
    """Get the entries of a tournament as CSV.

    A header and a line for each. A name that a spreadsheet would take for a formula begins with an apostrophe.
    """
    return exports.export(query.at(tournament_id), "entries")


@file_operation(
    "GET tournaments/<id:tournament_id>/pairings.csv",
    "exportPairings",
    needs="tournament:read",
    address="pairings-file",
    media_type=CSV,
    tag="tournaments",
    refusals={404, 422},
)
def export_pairings(caller: Endpoint, *, tournament_id: str, query: AsOf) -> File:
    """Get the pairings and results of a tournament as CSV.

    A header, a line for each seat of each match, and one for each bye.
    """
    return exports.export(query.at(tournament_id), "pairings")


@file_operation(
    "GET tournaments/<id:tournament_id>/standings.csv",
    "exportStandings",
    needs="tournament:read",
    address="standings-file",
    media_type=CSV,
    tag="tournaments",
    refusals={404, 422},
)
def export_standings(caller: Endpoint, *, tournament_id: str, query: AsOf) -> File:
    """Get the standings of a tournament as CSV.

    A header and a line for each entry, with the tie-breaks as decimals of four places.
    """
    return exports.export(query.at(tournament_id), "standings")


@file_operation(
    "GET tournaments/<id:tournament_id>/report.trf",
    "exportReport",
    needs="tournament:read",
    address="report-file",
    media_type=TRF,
    tag="tournaments",
    refusals={404, 422},
)
def export_report(caller: Endpoint, *, tournament_id: str, query: AsOf) -> File:
    """Get a tournament as a FIDE Tournament Report File (TRF26).

    Seeds are the starting ranks, the first seat is white's. Of tournaments at tables of two.
    """
    return exports.export(query.at(tournament_id), "trf")


@file_operation(
    "GET tournaments/<id:tournament_id>/calendar.ics",
    "exportCalendar",
    needs="tournament:read",
    address="calendar-file",
    media_type=ICS,
    tag="tournaments",
    refusals={404, 422},
)
def export_calendar(caller: Endpoint, *, tournament_id: str, query: AsOf) -> File:
    """Get the start and the rounds of a tournament as a calendar.

    Calendars may subscribe to it: what moves is the same event with a higher SEQUENCE.
    """
    return exports.export(query.at(tournament_id), "calendar")


@file_operation(
    "GET tournaments/<id:tournament_id>/bracket.json",
    "exportBracket",
    needs="tournament:read",
    address="bracket-file",
    media_type=JSON,
    tag="tournaments",
    refusals={404, 422},
)
def export_bracket(caller: Endpoint, *, tournament_id: str, query: AsOf) -> File:
    """Get a bracket in the model of brackets-manager.

    For brackets-viewer and other programs that know it. Of single and double eliminations and of round robins that have
    started.
    """
    return exports.export(query.at(tournament_id), "bracket")


@file_operation(
    "GET players/<name:name>/calendar.ics",
    "exportPlayerCalendar",
    needs="people:read",
    address="player-calendar-file",
    media_type=ICS,
    tag="players",
    refusals={404},
)
def export_player_calendar(caller: Endpoint, *, name: str) -> File:
    """Get a player's matches as a calendar.

    The starts of the tournaments that they have entered, and their matches there. Private ones are told to the
    player alone.
    """
    user = accounts.by_name(name)
    if user is None or not user.is_active:
        raise NotFound(_("There is no such player."), "unknown_player")
    return exports.matches_of(user, viewer=caller.viewer)
