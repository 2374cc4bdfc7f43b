"""Tournaments as files: for spreadsheets, for other programs that run tournaments, for calendars."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound

from accounts import selectors as accounts
from tournaments.director import exports
from tournaments.director.web.api.tournament_requests import AsOf
from tournaments.kit.endpoints import Endpoint
from tournaments.kit.files import CsvRenderer, IcsRenderer, ModelRenderer, TrfRenderer, file_operation
from tournaments.platform.files import CSV, ICS, JSON, TRF, File


class EntriesFile(Endpoint):
    renderer_classes = [CsvRenderer]

    @file_operation("exportEntries", media_type=CSV, tag="tournaments", query=AsOf, refusals={404, 422})
    def get(self, *, tournament_id: str, query: AsOf) -> File:
        """Get the entries of a tournament as CSV.

        A header and a line for each. A name that a spreadsheet would take for a formula begins with an apostrophe.
        """
        return exports.export(tournament_id, "entries", as_of=query.seq(tournament_id))


class PairingsFile(Endpoint):
    renderer_classes = [CsvRenderer]

    @file_operation("exportPairings", media_type=CSV, tag="tournaments", query=AsOf, refusals={404, 422})
    def get(self, *, tournament_id: str, query: AsOf) -> File:
        """Get the pairings and results of a tournament as CSV.

        A header, a line for each seat of each match, and one for each bye.
        """
        return exports.export(tournament_id, "pairings", as_of=query.seq(tournament_id))


class StandingsFile(Endpoint):
    renderer_classes = [CsvRenderer]

    @file_operation("exportStandings", media_type=CSV, tag="tournaments", query=AsOf, refusals={404, 422})
    def get(self, *, tournament_id: str, query: AsOf) -> File:
        """Get the standings of a tournament as CSV.

        A header and a line for each entry, with the tie-breaks as decimals of four places.
        """
        return exports.export(tournament_id, "standings", as_of=query.seq(tournament_id))


class ReportFile(Endpoint):
    renderer_classes = [TrfRenderer]

    @file_operation("exportReport", media_type=TRF, tag="tournaments", query=AsOf, refusals={404, 422})
    def get(self, *, tournament_id: str, query: AsOf) -> File:
        """Get a tournament as a FIDE Tournament Report File (TRF26).

        Seeds are the starting ranks, the first seat is white's. Of tournaments at tables of two.
        """
        return exports.export(tournament_id, "trf", as_of=query.seq(tournament_id))


class CalendarFile(Endpoint):
    renderer_classes = [IcsRenderer]

    @file_operation("exportCalendar", media_type=ICS, tag="tournaments", query=AsOf, refusals={404, 422})
    def get(self, *, tournament_id: str, query: AsOf) -> File:
        """Get the start and the rounds of a tournament as a calendar.

        Calendars may subscribe to it: what moves is the same event with a higher SEQUENCE.
        """
        return exports.export(tournament_id, "calendar", as_of=query.seq(tournament_id))


class BracketFile(Endpoint):
    renderer_classes = [ModelRenderer]

    @file_operation("exportBracket", media_type=JSON, tag="tournaments", query=AsOf, refusals={404, 422})
    def get(self, *, tournament_id: str, query: AsOf) -> File:
        """Get a bracket in the model of brackets-manager.

        For brackets-viewer and other programs that know it. Of single and double eliminations that have started.
        """
        return exports.export(tournament_id, "bracket", as_of=query.seq(tournament_id))


class PlayerCalendarFile(Endpoint):
    renderer_classes = [IcsRenderer]

    @file_operation("exportPlayerCalendar", media_type=ICS, tag="players", refusals={404})
    def get(self, *, name: str) -> File:
        """Get a player's matches as a calendar.

        The starts of the tournaments that they have entered, and their matches there. Private ones are told to the
        player alone.
        """
        user = accounts.by_name(name)
        if user is None or not user.is_active:
            raise NotFound(_("There is no such player."), "unknown_player")
        return exports.matches_of(user, viewer=self.viewer)
