"""A tournament as it stood after one of its events, and everything that is shown of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.selectors import by_ids
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director import words
from tournaments.director.display import (
    bracket_views,
    members,
    pod_views,
    ruling_selectors,
    stage_selectors,
    views,
)
from tournaments.director.display.bracket_shapes import BracketInfo
from tournaments.director.display.lazy import Named
from tournaments.director.display.ruling_shapes import RulingInfo
from tournaments.director.display.shapes import Crosstable, Detail, EntryInfo, LineInfo, RoundInfo
from tournaments.director.display.stage_shapes import StageInfo
from tournaments.director.display.stage_words import origins
from tournaments.director.errors import Refused
from tournaments.director.policy import decisions, drafts
from tournaments.director.policy.entries import last_round, takes_late
from tournaments.director.policy.roll_call import opens_at
from tournaments.director.set_results import results_set
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.log.folds import Folded

ALL = slice(None)


def at(tournament_id: str, *, as_of: int | None = None, after_round: int | None = None) -> At:
    """The tournament after event *as_of*, when round *after_round* was over, or now; raises ``UnknownTournament``, and
    ``Refused`` for a round that is not over, or for both."""
    now = At(TOURNAMENTS.current(tournament_id))
    if after_round is None:
        return now.back_at(as_of)
    if as_of is not None:
        raise Refused("two_moments", _("Ask for an event or for a round, not for both."), field="after_round")
    if after_round not in now.ends:
        reason = Text(_("Round {round} is not over."), {"round": after_round})
        raise Refused("round_not_over", reason, field="after_round")
    return now.back_at(now.ends[after_round])


@lru_cache(maxsize=64)
def _as_it_was(tournament_id: str, seq: int, _head: bytes) -> Tournament:
    """What has been never changes, in this stream that ends so."""
    return TOURNAMENTS.as_of(tournament_id, seq)


class At:
    """A tournament after event ``seq``. What several parts of a page need of it is worked out once."""

    def __init__(self, last: Folded[Tournament], seq: int | None = None) -> None:
        self._last = last
        self.latest = last.head.seq
        """The last event that there is."""
        self.seq, self.tournament = self.latest, last.state
        if seq is not None and seq < self.latest:
            self.seq, self.tournament = seq, _as_it_was(last.state.id, seq, last.head.digest)
        self.id = last.state.id

    def back_at(self, seq: int | None) -> At:
        """The same tournament after event *seq*; ``None``: the last."""
        return At(self._last, seq)

    @property
    def ends(self) -> Mapping[int, int]:
        """By round the event with which it was over for the first time: what later rulings change does not move it."""
        return self._last.state.ends

    @cached_property
    def entries(self) -> dict[int, EntryInfo]:
        return views.entries(self.tournament)

    @cached_property
    def rounds(self) -> tuple[RoundInfo, ...]:
        """The rounds so far, with pairings, byes and their reasons."""
        shown, ruled = self.tournament, results_set(self.tournament)
        return tuple(views.round_info(shown, paired, self.entries, ruled) for paired in shown.rounds)

    @cached_property
    def detail(self) -> Detail:
        tournament = self.tournament
        directing = by_ids((*tournament.directors, *tournament.asked))
        organiser = directing.get(tournament.organiser)
        return Detail(
            id=self.id,
            seq=self.seq,
            settings=words.shown(tournament.settings, self.id),
            status=tournament.status,
            cancelled=tournament.cancelled,
            unrated=tournament.unrated,
            may_unrate=decisions.may_unrate(tournament),
            refused=tournament.refused,
            organiser=tournament.organiser,
            organisers=tournament.organisers,
            organiser_names=tuple(directing[user].username for user in tournament.organisers if user in directing),
            asked=tournament.asked,
            asked_names=tuple(directing[user].username for user in tournament.asked if user in directing),
            organiser_name=organiser.username if organiser else "",
            planned=tournament.length,
            reached=tournament.reached,
            entries=tuple(self.entries.values()),
            rounds=self.rounds,
            announced_at=tournament.announced_at,
            started_at=tournament.started_at,
            ended_at=tournament.ended_at,
            waiting=views.waiting(tournament),
            check_in_opens=(opens := opens_at(tournament.settings)),
            check_in_open=tournament.status == "announced" and opens is not None and opens <= sources.now_ms(),
            teams=members.teams(tournament) if tournament.status == "announced" or takes_late(tournament) else (),
            substitutes=members.substitutes(tournament),
            takes_late=takes_late(tournament),
            held_until=until if (until := drafts.held_until(tournament)) and drafts.is_due(tournament) else None,
            last_round=last_round(tournament),
            stage=len(tournament.fields) + 1,
            ended_early=tournament.ended_early,
        )

    def standings(self, part: slice = ALL) -> tuple[LineInfo, ...]:
        """The lines of *part*, best first."""
        tables = {match: table for paired in self.tournament.rounds for match, table in paired.tables.items()}
        return tuple(views.line(line, self.entries, tables) for line in self.tournament.lines[part])

    def crosstable(self, part: slice = ALL) -> Crosstable:
        """The rows of *part*, best first."""
        lines, count = self.standings(part), len(self.tournament.rounds)
        order = tuple(line.entry for line in self.tournament.lines)
        return Crosstable(count, lines, tuple(views.cells(line, count) for line in lines), order)

    @cached_property
    def bracket(self) -> BracketInfo | None:
        """Of a last stage to come as things stand; ``None`` before the start, and where there is none."""
        shown, fixed = stage_selectors.whole_bracket(self.tournament)
        if shown is None:
            return None
        drawn = Named([(paired.names, paired.matches) for paired in self.rounds])
        show = bracket_views.bracket if shown.structure else pod_views.pods
        return show(shown.current, self.seq, views.entries(shown.current), drawn, origins(shown, fixed=fixed))

    @cached_property
    def stages(self) -> tuple[StageInfo, ...]:
        return stage_selectors.stages(self.tournament, self.entries)

    def rulings(self, viewer: User | AnonymousUser) -> tuple[RulingInfo, ...]:
        return ruling_selectors.rulings(self.tournament, self.entries, viewer)
