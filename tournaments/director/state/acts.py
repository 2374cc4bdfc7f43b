"""What a ruling does, as it stands in the log. Points are exact fractions as text, times epoch ms."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from tournaments.pairing.record import Code

ReasonCode: TypeAlias = Literal["no_show", "agreement", "mistake", "technical", "conduct", "rules", "other"]
"""Why somebody ruled: not there, both sides agree, recorded wrongly, technical trouble, conduct, a breach of rules."""

Rest: TypeAlias = Literal["keep", "forfeit", "annul"]
"""What becomes of a disqualified entry's matches from a round on: they stand; they are lost as if it had not come;
they count for nobody."""


class _Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    pass


class SetResult(_Act, frozen=True, tag="set_result"):
    """The match ended like this, whatever was or will be recorded: a code and a place for each entry, in seat order."""

    match: str
    codes: tuple[Code, ...]
    places: tuple[int, ...]


class Forfeit(_Act, frozen=True, tag="forfeit"):
    """These entries lose the match as if they had not come; the others win it so, or all have lost it."""

    match: str
    entries: tuple[int, ...]


class DoubleLoss(_Act, frozen=True, tag="double_loss"):
    """The match was played, and everybody in it has lost it."""

    match: str


class VoidTable(_Act, frozen=True, tag="void_table"):
    """What was played at the table counts no more, nor does a forfeit among the first ``results`` results of the match:
    it is played again at another table."""

    match: str
    table: str | None
    results: int


class AdjustPoints(_Act, frozen=True, tag="adjust_points"):
    """Points given or taken at a round: part of the entry's own score, nothing to its opponents."""

    entry: int
    points: str
    round: int


class GiveTime(_Act, frozen=True, tag="give_time"):
    """More time on the clock of a seat, and of its partner's in a fixed team."""

    match: str
    table: str
    seat: int
    ms: int


class Extend(_Act, frozen=True, tag="extend"):
    """Another deadline for a round, or for one match of it; another end of waiting for players."""

    round: int
    match: str | None
    deadline: int | None
    grace: int | None


class Disqualify(_Act, frozen=True, tag="disqualify"):
    """Out, without a place; and what becomes of its matches from a round on."""

    entry: int
    round: int
    results: Rest


class Readmit(_Act, frozen=True, tag="readmit"):
    """In again from the next round on, after it had withdrawn or was disqualified."""

    entry: int


class Substitute(_Act, frozen=True, tag="substitute"):
    """From now on another user plays in an entry, or as one member of a team."""

    entry: int
    leaves: int
    comes: int


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: str
    entries: tuple[int, ...]


class SetPairing(_Act, frozen=True, tag="set_pairing"):
    """The round is played like this: who meets whom, in seat order, and who rests. A match keeps its name where its
    entries and seats are as before."""

    round: int
    contests: tuple[Contest, ...]
    byes: tuple[int, ...]


class UndoRound(_Act, frozen=True, tag="undo_round"):
    """The last round is taken back, with what was played of it, and paired again."""

    round: int


class SetQualifiers(_Act, frozen=True, tag="set_qualifiers"):
    """These play the stage (from 2), in the order of their seeds, whoever would go on by the rules."""

    stage: int
    entries: tuple[int, ...]


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
    | SetQualifiers
)
