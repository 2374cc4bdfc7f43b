"""What a ruling does, as it stands in the log: the act, what it makes of what was recorded, and whom it is about.

Points are exact fractions as text, times epoch ms. How an act is asked for and described: ``policy/rulings``.
"""

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from tournaments.director.state import disqualification, pairings
from tournaments.director.state.facts import Entry, Field, Round
from tournaments.director.state.pairings import Contest
from tournaments.pairing.record import PLAYED, Code, Mark, Marks

ReasonCode: TypeAlias = Literal["no_show", "agreement", "mistake", "technical", "conduct", "rules", "other"]
"""Why somebody ruled: not there, both sides agree, recorded wrongly, technical trouble, conduct, a breach of rules."""

Rest: TypeAlias = Literal["keep", "forfeit", "annul"]
"""What becomes of a disqualified entry's matches from a round on: they stand; they are lost as if it had not come;
they count for nobody."""

Entries: TypeAlias = Mapping[int, Entry]


class Tournament(Protocol):
    """What an act asks of its tournament."""

    @property
    def seeds(self) -> tuple[int, ...]: ...
    @property
    def present(self) -> tuple[int, ...]: ...
    @property
    def fields(self) -> tuple[Field, ...]: ...
    def fact_of(self, match: str) -> Round | None: ...


class _Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """``seq`` is the event of the ruling."""

    @property
    def key(self) -> str:
        return str(self.__struct_config__.tag)

    @property
    def users(self) -> tuple[int, ...]:
        """The users whom it names."""
        return ()

    def change_round(self, paired: Round, _seq: int) -> Round | None:
        """The round as it counts by the act; ``None``: it is taken back."""
        return paired

    def change_facts(self, paired: Round, _seq: int) -> Round:
        """The round as it was recorded, with the matches that the act makes."""
        return paired

    def change_entries(self, entries: Entries, _seq: int) -> Entries:
        return entries

    def round_in(self, tournament: Tournament) -> int | None:
        """The round that it is about."""
        raise NotImplementedError

    def concerned(self, tournament: Tournament) -> frozenset[int]:
        """The entries that may read why."""
        raise NotImplementedError

    def notified(self, tournament: Tournament) -> Sequence[int]:
        """The entries that have a notice of it."""
        return tuple(self.concerned(tournament))


class MatchAct(_Act, frozen=True):
    match: str

    def contest(self, tournament: Tournament) -> tuple[int, tuple[int, ...]]:
        """The round and the entries of the match, also of one that a ruling has taken out."""
        return contest(tournament, self.match)

    def round_in(self, tournament: Tournament) -> int | None:
        return self.contest(tournament)[0] or None

    def concerned(self, tournament: Tournament) -> frozenset[int]:
        return frozenset(self.contest(tournament)[1])

    def notified(self, tournament: Tournament) -> Sequence[int]:
        return self.contest(tournament)[1]


class _EntryAct(_Act, frozen=True):
    entry: int

    def round_in(self, _tournament: Tournament) -> int | None:
        return getattr(self, "round", None)

    def concerned(self, _tournament: Tournament) -> frozenset[int]:
        return frozenset({self.entry})


class _RoundAct(_Act, frozen=True):
    round: int

    def round_in(self, _tournament: Tournament) -> int | None:
        return self.round

    def concerned(self, tournament: Tournament) -> frozenset[int]:
        return frozenset(tournament.seeds)

    def notified(self, tournament: Tournament) -> Sequence[int]:
        return tournament.present


class _Decision(MatchAct, frozen=True):
    def marks(self, entries: Sequence[int]) -> Marks:
        """What the *entries* of the match made of it, in seat order."""
        raise NotImplementedError

    def change_round(self, paired: Round, _seq: int) -> Round | None:
        if not paired.has(self.match):
            return paired
        return paired.with_result(self.match, self.marks(paired.entries_of(self.match)))


class SetResult(_Decision, frozen=True, tag="set_result"):
    """The match ended like this, whatever was or will be recorded: a code and a place for each entry, in seat order."""

    codes: tuple[Code, ...]
    places: tuple[int, ...]
    points: tuple[int, ...] = ()
    """The game's own, in the same order, where the tournament counts them; none: they are not told."""

    def marks(self, _entries: Sequence[int]) -> Marks:
        made = zip(self.codes, self.places, self.points or repeat(None), strict=False)
        return tuple(Mark(code, place, points if code in PLAYED else None) for code, place, points in made)


class Forfeit(_Decision, frozen=True, tag="forfeit"):
    """These entries lose the match as if they had not come; the others win it so, or all have lost it."""

    entries: tuple[int, ...]

    def marks(self, entries: Sequence[int]) -> Marks:
        return tuple(Mark("-", len(entries)) if entry in self.entries else Mark("+", 1) for entry in entries)

    def change_round(self, paired: Round, seq: int) -> Round | None:
        """A match that was played by all counts as if some had not come."""
        if not paired.has(self.match) or paired.played.results.get(self.match) is None:
            return super().change_round(paired, seq)
        match = next(each for each in paired.played.matches if each.match == self.match)
        for entry in self.entries:
            paired = paired.with_result(self.match, disqualification.lost(paired, match, entry))
        return paired


class DoubleLoss(_Decision, frozen=True, tag="double_loss"):
    """The match was played, and everybody in it has lost it."""

    def marks(self, entries: Sequence[int]) -> Marks:
        return tuple(Mark("LL", len(entries)) for _entry in entries)


class VoidTable(MatchAct, frozen=True, tag="void_table"):
    """What was played at the table counts no more, nor does a forfeit among the first ``results`` results of the match:
    it is played again at another table."""

    table: str | None
    results: int

    def change_round(self, paired: Round, _seq: int) -> Round | None:
        if not paired.has(self.match):
            return paired
        void = paired.void if self.table is None else paired.void | {self.table}
        left = next(paired.results_apart_from(self.match, void, self.results), None)
        return replace(paired.with_result(self.match, left.marks if left else None), void=void)


class AdjustPoints(_EntryAct, frozen=True, tag="adjust_points"):
    """Points given or taken at a round: part of the entry's own score, nothing to its opponents."""

    points: str
    round: int


class GiveTime(MatchAct, frozen=True, tag="give_time"):
    """More time on the clock of a seat, and of its partner's in a fixed team."""

    table: str
    seat: int
    ms: int


class Extend(_RoundAct, frozen=True, tag="extend"):
    """Another deadline for a round, or for one match of it; another end of waiting for players."""

    match: str | None
    deadline: int | None
    grace: int | None

    def change_round(self, paired: Round, seq: int) -> Round | None:
        if not paired.is_round(self.round, seq) or seq < paired.timed.get(self.match or "", 0):
            return paired
        return paired.extended(self.match, self.deadline, self.grace)

    def concerned(self, tournament: Tournament) -> frozenset[int]:
        return super().concerned(tournament) if self.match is None else frozenset(contest(tournament, self.match)[1])

    def notified(self, tournament: Tournament) -> Sequence[int]:
        return super().notified(tournament) if self.match is None else contest(tournament, self.match)[1]


class Disqualify(_EntryAct, frozen=True, tag="disqualify"):
    """Out, without a place; and what becomes of its matches from a round on."""

    round: int
    results: Rest

    def change_round(self, paired: Round, _seq: int) -> Round | None:
        """Before that round, and by ``keep``, its matches stand."""
        if self.results == "keep" or paired.drawn.round < self.round:
            return paired
        return disqualification.without(paired, self.entry, annuls=self.results == "annul")

    def change_entries(self, entries: Entries, _seq: int) -> Entries:
        return {**entries, self.entry: replace(entries[self.entry], withdrawn=True, disqualified=True)}


class Readmit(_EntryAct, frozen=True, tag="readmit"):
    """In again from the next round on, after it had withdrawn or was disqualified."""

    def change_entries(self, entries: Entries, seq: int) -> Entries:
        entry = entries[self.entry]
        return {**entries, self.entry: replace(entry, withdrawn=entry.left > seq, disqualified=False)}


class Substitute(_EntryAct, frozen=True, tag="substitute"):
    """From now on another user plays in an entry, or as one member of a team."""

    leaves: int
    comes: int

    @property
    def users(self) -> tuple[int, ...]:
        return self.leaves, self.comes

    def change_entries(self, entries: Entries, _seq: int) -> Entries:
        return {**entries, self.entry: entries[self.entry].with_substitute(self.leaves, self.comes)}


class SetPairing(_RoundAct, frozen=True, tag="set_pairing"):
    """The round is played like this: who meets whom, in seat order, and who rests. A match keeps its name where its
    entries and seats are as before."""

    contests: tuple[Contest, ...]
    byes: tuple[int, ...]

    def change_round(self, paired: Round, seq: int) -> Round | None:
        return pairings.paired_as(paired, self.contests, self.byes) if paired.is_round(self.round, seq) else paired

    def change_facts(self, paired: Round, seq: int) -> Round:
        """Its matches are played, whatever becomes of the ruling."""
        return pairings.with_matches(paired, self.contests) if paired.is_round(self.round, seq) else paired

    def notified(self, _tournament: Tournament) -> Sequence[int]:
        return (*(entry for each in self.contests for entry in each.entries), *self.byes)


class UndoRound(_RoundAct, frozen=True, tag="undo_round"):
    """The last round is taken back, with what was played of it, and paired again."""

    def change_round(self, paired: Round, seq: int) -> Round | None:
        """Later rounds that an early end has taken back do not return with its reversal: they were drawn on this."""
        return None if paired.drawn.round >= self.round and paired.seq < seq else paired


class EndAfter(_RoundAct, frozen=True, tag="end_after"):
    """The tournament ends with this round: later ones are taken back, and none is drawn."""

    def change_round(self, paired: Round, seq: int) -> Round | None:
        return None if paired.drawn.round > self.round and paired.seq < seq else paired


class SetQualifiers(_Act, frozen=True, tag="set_qualifiers"):
    """These play the stage (from 2), in the order of their seeds, regardless of who would go on by the rules."""

    stage: int
    entries: tuple[int, ...]

    def round_in(self, _tournament: Tournament) -> int | None:
        return None

    def concerned(self, tournament: Tournament) -> frozenset[int]:
        fields = tournament.fields[self.stage - 2 : self.stage - 1]
        return frozenset(self.entries).union(*((each.entry for each in field.fixed.entries) for field in fields))

    def notified(self, _tournament: Tournament) -> Sequence[int]:
        return self.entries


Act: TypeAlias = (
    SetResult
    | Forfeit
    | DoubleLoss
    | VoidTable
    | AdjustPoints
    | GiveTime
    | Extend
    | Disqualify
    | Readmit
    | Substitute
    | SetPairing
    | UndoRound
    | EndAfter
    | SetQualifiers
)


def contest(tournament: Tournament, match: str) -> tuple[int, tuple[int, ...]]:
    """The round and the entries of *match*, also of one that a ruling has taken out; ``0`` and nobody if unknown."""
    paired = tournament.fact_of(match)
    return (paired.drawn.round, paired.entries_of(match)) if paired else (0, ())
