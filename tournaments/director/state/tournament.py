"""What a tournament has come to. :func:`~.folding.evolve` alone makes a new :class:`Tournament`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Literal, TypeAlias

from msgspec.structs import replace

from tournaments.director.state import rulings, stage_views
from tournaments.director.state.acts import EndAfter, SetPairing
from tournaments.director.state.drafts import Draft
from tournaments.director.state.events import (
    CancelReason,
    Settings,
)
from tournaments.director.state.facts import Entry, Field, Message, Round
from tournaments.director.state.invitations import Expected
from tournaments.director.state.lines import counted, given
from tournaments.director.state.order import behind, by_groups, of_group
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.settings import table_sizes
from tournaments.director.state.walk_ins import WalkIns
from tournaments.pairing import record
from tournaments.pairing.brackets.structure import Structure
from tournaments.pairing.format import Record
from tournaments.pairing.pod_knockout.tables import Rules
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.standings import Line, Standings, standings
from tournaments.pairing.tiebreaks.crosstable import Adjustments

__all__ = ["Entry", "Round", "Status", "Tournament"]

Status: TypeAlias = Literal["announced", "running", "finished", "cancelled"]


class Tournament(Expected, frozen=True, dict=True):
    """All that has happened so far; times are epoch ms. ``facts`` and ``entered`` are what was recorded; ``rounds`` and
    ``entries``, and all that is read of them, are that with the rulings applied."""

    id: str = ""
    organiser: int = 0
    organisers: tuple[int, ...] = ()
    """Who else directs it."""
    asked: tuple[int, ...] = ()
    """Who is asked to direct it too, and has not answered."""
    announced: Settings | None = None
    earlier: tuple[Settings, ...] = ()
    """What was announced before it was changed, the oldest first."""
    status: Status = "announced"
    entered: Mapping[int, Entry] = {}
    seeds: tuple[int, ...] = ()
    planned: int = 0
    """Rounds, once started."""
    structure: Structure = ()
    pods: Rules | None = None
    facts: tuple[Round, ...] = ()
    undone: tuple[Round, ...] = ()
    """What was drawn before it started again."""
    rulings: tuple[Ruling, ...] = ()
    messages: tuple[Message, ...] = ()
    drafts: tuple[Draft, ...] = ()
    """Of rounds that were held, the first one first."""
    walk_ins: WalkIns = {}
    placed: Mapping[str, bool] = {}
    """By match: whether it is played with real cards, where that was decided for it alone."""
    calls: Mapping[str, int] = {}
    """Who calls the organisers, by the match where they are wanted."""
    places: Mapping[int, int] = {}
    """The final places, once finished."""
    unrated: bool = False
    """Whether it has been taken out of the site's ratings."""
    cancelled: CancelReason | None = None
    refused: str | None = None
    """Why the next round could not be made, while nothing has changed since."""
    announced_at: int = 0
    started_at: int | None = None
    ended_at: int | None = None
    seq: int = 0
    """The number of its last event."""
    ends: Mapping[int, int] = {}
    """By round: the event with which all of it had been decided for the first time."""
    groups: tuple[tuple[int, ...], ...] = ()
    """The entries of each group of the first stage, by seed; none: all are together."""
    fields: tuple[Field, ...] = ()
    """Of the stages after the first that have begun."""
    first_rounds: int = 0
    """Of the first stage, where others follow."""
    carried: Mapping[int, Fraction] = {}
    """By entry: the points that it has brought along, in a stage."""

    @property
    def settings(self) -> Settings:
        if self.announced is None:
            raise LookupError("a tournament begins with its announcement")
        return self.announced

    @property
    def sizes(self) -> tuple[int, ...]:
        """The tables that its format makes of its game."""
        return table_sizes(self.settings)

    @property
    def present(self) -> tuple[int, ...]:
        """The entries that have not withdrawn: in seed order once started, before that as they entered."""
        everybody = (self.entries[number] for number in self.seeds or self.entries)
        return tuple(entry.number for entry in everybody if not entry.withdrawn and not entry.waiting)

    @property
    def directors(self) -> tuple[int, ...]:
        """Who directs it: the organiser, and those whom they named."""
        return self.organiser, *self.organisers

    def is_in_room(self, match: str) -> bool:
        """Whether *match* is played with real cards."""
        return self.placed.get(match, self.settings.in_room)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The entries on the waiting list, who comes in next first."""
        return tuple(entry.number for entry in self.entries.values() if entry.waiting and not entry.withdrawn)

    @cached_property
    def entries(self) -> Mapping[int, Entry]:
        """Who has entered, as it counts."""
        return rulings.standing(self.entered, self.rulings)

    @property
    def stages(self) -> tuple[Tournament, ...]:
        """Those that have begun, each as a tournament of its own."""
        return self._stages if self.settings.stages else (self,)

    @property
    def current(self) -> Tournament:
        """The stage that is played, as a tournament of its own."""
        return self._stages[-1] if self.settings.stages else self

    def stage_of(self, paired: Round) -> Tournament:
        """The stage that a round belongs to."""
        return self._stages[paired.stage] if self.settings.stages else self

    @cached_property
    def _stages(self) -> tuple[Tournament, ...]:
        """A stage's rounds keep their numbers, and its rulings and entries what is about it."""
        facts = stage_views.counting(self.facts, self.fields)
        found: list[Tournament] = []
        for number, field in enumerate((None, *self.fields)):
            last, first = number == len(self.fields), sum(len(each.rounds) for each in found)
            own = tuple(each for each in facts if each.stage == number)
            stage = replace(
                self,
                announced=stage_views.settings_of(self.settings, number),
                planned=field.fixed.rounds if field else self.first_rounds,
                structure=self.structure if last else (),
                pods=self.pods if last else None,
                facts=own,
                fields=(),
                entered=self.entered if last else stage_views.there_at(self.entered, self.fields[number].seq),
                rulings=tuple(stage_views.rulings_of(self.rulings, first, len(own), last=last)),
            )
            found.append(_filled(stage, field) if field else stage)
        return tuple(found)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds as they count."""
        if self.settings.stages:
            return tuple(chain.from_iterable(stage.rounds for stage in self._stages))
        rounds = rulings.applied(self.facts, self.rulings)
        if rounds is self.facts:
            return rounds
        void = FORMATS[self.settings.format].void(self._record(rounds))
        return tuple(paired.apart_from(void) for paired in rounds) if void else rounds

    @property
    def repaired(self) -> bool:
        """Whether a ruling has paired a round by hand."""
        return any(isinstance(ruling.act, SetPairing) for ruling in self.rulings)

    @cached_property
    def adjustments(self) -> Adjustments:
        """Points given and taken by rulings, and those that were brought along."""
        ruled = rulings.adjustments(self.rulings, len(self.rounds))
        given = {entry: each for entry, each in ruled.items() if entry in self.seeds}
        return given | {entry: ((1, own), *given.get(entry, ())) for entry, own in self.carried.items()}

    @property
    def here(self) -> tuple[int, ...]:
        """The present entries that do not pause."""
        return tuple(number for number in self.present if not self.entries[number].paused)

    @property
    def drawn_next(self) -> tuple[int, ...]:
        """The entries that the next round is drawn for."""
        following = len(self.rounds) + 1
        return tuple(number for number in self.here if following not in self.entries[number].byes)

    @property
    def scored(self) -> tuple[Round, ...]:
        """The rounds of which the standings are made."""
        return tuple(paired for paired in self.rounds if not paired.parts_ties)

    @property
    def played(self) -> tuple[record.Round, ...]:
        return tuple(paired.with_games for paired in self.scored)

    @property
    def counted(self) -> tuple[record.Round, ...]:
        """The rounds as they count in the standings."""
        return self._counted_of(self.seeds)

    @property
    def counted_apart(self) -> Iterator[tuple[Sequence[int], tuple[record.Round, ...]]]:
        """The entries of each group, or all, and the rounds as they count among them."""
        return ((entries, self._counted_of(entries)) for entries in self.groups or (self.seeds or self.present,))

    def _counted_of(self, entries: Sequence[int]) -> tuple[record.Round, ...]:
        rounds = of_group(entries, self.played, self.settings) if self.groups else self.played
        among = [self.entries[number] for number in entries]
        return counted(self.settings, among, rounds, ended_early=self.ended_early)

    @property
    def so_far(self) -> Record:
        """What a format may know of it."""
        return self._record(self.rounds)

    def _record(self, rounds: Sequence[Round]) -> Record:
        return Record(
            planned=self.planned,
            seeds=self.seeds,
            present=self.present,
            rounds=tuple(paired.played for paired in rounds if not paired.parts_ties),
            structure=self.structure,
            pods=self.pods,
            groups=self.groups,
        )

    @property
    def reached(self) -> int:
        """The last round that is paired."""
        return max((paired.drawn.round for paired in self.rounds), default=0)

    @property
    def draft(self) -> Draft | None:
        """Of the next round, if its organisers have looked at one."""
        last = self.drafts[-1] if self.drafts else None
        return last if last and not last.published and last.round == len(self.rounds) + 1 else None

    @property
    def length(self) -> int:
        """The number of rounds: as planned, or as it was ended early. A bracket has more than it is deep if its matches
        end one by one."""
        return self.reached if self.ended_early else max(self.planned, self.reached)

    @property
    def ended_early(self) -> bool:
        """Whether a ruling ends it with a round that stands: one that is taken back is drawn again first."""
        ends = [each.act.round for each in self.rulings if isinstance(each.act, EndAfter) and each.reversed is None]
        return bool(ends) and self.reached >= min(ends)

    @property
    def has_more_rounds(self) -> bool:
        """Whether another round may be drawn, of a stage."""
        return len(self.rounds) < self.planned and not self.ended_early

    @property
    def before_stage(self) -> int:
        """The rounds of the stages before the one that is played."""
        return len(self.rounds) - len(self.current.rounds)

    @property
    def round_open(self) -> bool:
        """Whether a match has no result yet; it may be one of an earlier round."""
        return not all(paired.played.complete for paired in self.rounds)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The standings now, over all that has been recorded: reckoned once, since every reader asks for them."""
        if self.settings.stages:
            return behind([stage.lines for stage in self._stages])
        if self.groups:
            return by_groups(self.group_lines, self.settings)
        return FORMATS[self.settings.format].ranking(self._of_group(self._standings[0]), self.so_far)

    @cached_property
    def group_lines(self) -> tuple[tuple[Line, ...], ...]:
        """The standings of each group of this stage; one if all are together."""
        if not self.groups:
            return (self.lines,)
        return tuple(map(self._of_group, self._standings))

    def _of_group(self, among: Standings) -> tuple[Line, ...]:
        """Of those who meet nobody else."""
        lines = among.lines
        return tuple(_with_carried(line, self.carried) for line in lines) if self.carried else lines

    @cached_property
    def _standings(self) -> tuple[Standings, ...]:
        """Of each group."""
        groups, former = self.groups or (self.seeds or self.present,), self._former
        known = former if len(former) == len(groups) else (None,) * len(groups)
        return tuple(self._reckoned(group, each) for group, each in zip(groups, known, strict=True))

    def _reckoned(self, entries: Sequence[int], former: Standings | None) -> Standings:
        rounds = of_group(entries, self.played, self.settings) if self.groups else self.played
        among = [self.entries[number] for number in entries]
        adjusted = self._adjustments_of(entries, len(rounds))
        return standings(given(self.settings, among, rounds, adjusted, ended_early=self.ended_early), former)

    @property
    def _former(self) -> tuple[Standings, ...]:
        """What standings may begin from: those of this tournament as they were."""
        known: tuple[Standings, ...] = vars(self).get("_remembered", ())
        return known

    def remember(self, former: Tournament) -> None:
        """Let the standings begin from what has been reckoned of *former*, the same tournament at another moment: it
        saves work and changes nothing."""
        vars(self)["_remembered"] = vars(former).get("_standings", former._former)

    def _adjustments_of(self, entries: Sequence[int], rounds: int) -> Adjustments:
        """Those of *entries* who have played *rounds* among themselves; none before the first."""
        return {
            entry: tuple((min(number, rounds), points) for number, points in given)
            for entry, given in self.adjustments.items()
            if rounds and entry in entries
        }

    @property
    def ratings(self) -> dict[int, int]:
        """By entry, of those who had one when they came."""
        return {entry.number: entry.rating for entry in self.entries.values() if entry.rating is not None}

    @property
    def taken_back(self) -> Tournament:
        """It as it would be without its start, to start again: nothing of it has been played."""
        return replace(
            self,
            status="announced",
            seeds=(),
            planned=0,
            structure=(),
            pods=None,
            groups=(),
            first_rounds=0,
            facts=(),
            undone=(*self.undone, *self.facts),
            ends={},
            calls={},
        )

    def round_of(self, match: str) -> Round | None:
        """The round that *match* belongs to; nearly always the last."""
        return next((paired for paired in reversed(self.rounds) if paired.has(match)), None)

    def fact_of(self, match: str) -> Round | None:
        """The round of *match* as it was recorded."""
        return next((paired for paired in reversed((*self.undone, *self.facts)) if paired.knows(match)), None)

    def open_match(self, entry: int) -> str | None:
        """The last match that *entry* has still to play."""
        for paired in reversed(self.rounds):
            for match in paired.played.matches:
                if entry in match.entries and match.match not in paired.played.results:
                    return match.match
        return None

    @property
    def next_number(self) -> int:
        """Of an entry that comes now; a team has its own from when it is named."""
        return 1 + max((*self.entries, self.last_team))

    def entry_of(self, user: int) -> Entry | None:
        """The entry of *user* that is in, or waits to be."""
        entries = (entry for entry in self.entries.values() if user in entry.users and not entry.withdrawn)
        return next(entries, None)


def _filled(stage: Tournament, field: Field) -> Tournament:
    """A stage after the first, with those who have come to it."""
    seeds = tuple(each.entry for each in field.fixed.entries)
    rests = FORMATS[stage.settings.format].open_field  # else nobody could stay away, or come back
    entered = {
        number: replace(entry, byes={}, paused=entry.paused and rests) for number, entry in stage.entered.items()
    }
    carried = stage_views.carried(field)
    return replace(stage, seeds=seeds, starters=len(seeds), entered=entered, groups=(), carried=carried)


def _with_carried(line: Line, carried: Mapping[int, Fraction]) -> Line:
    """What was brought along stands at round 0."""
    if line.entry not in carried:
        return line
    return replace(line, adjusted=((0, carried[line.entry]), *line.adjusted[1:]))
