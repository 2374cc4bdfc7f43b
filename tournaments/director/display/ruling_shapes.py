"""Rulings as they are shown, with names. Times are epoch ms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.text import Text
from tournaments.director.display.shapes import EntryInfo, LineInfo
from tournaments.director.state.acts import ReasonCode

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


REASONS: dict[ReasonCode, StrOrPromise] = {
    "no_show": _("Somebody was not there"),
    "agreement": _("Those concerned agree"),
    "mistake": _("A mistake is put right"),
    "technical": _("Technical trouble"),
    "conduct": _("Conduct"),
    "rules": _("The rules say so"),
    "other": _("Another reason"),
}


class Grounds(msgspec.Struct, frozen=True):
    """Who signed, when and by which event; why is told to those whom it concerns."""

    by: str
    at: int
    seq: int
    reason: ReasonCode | None
    text: str | None
    """``None`` also where nothing was written, or it has been erased."""
    plays: bool
    """Whether they have entered, too."""

    @property
    def who(self) -> str:
        return gettext("{name}, who plays here").format(name=self.by) if self.plays else self.by

    @property
    def why(self) -> str:
        """In words; empty for readers who are not concerned."""
        said = str(REASONS[self.reason]) if self.reason else ""
        return f"{said}: “{self.text}”" if said and self.text else said


class RulingInfo(msgspec.Struct, frozen=True):
    number: int
    act: str
    """Its kind: ``set_result``, ``forfeit``, ..."""
    says: Text
    round: int | None
    signed: Grounds
    reversed: Grounds | None
    concerns: bool
    """Whether it concerns the reader, who is a player."""


class LineChange(msgspec.Struct, frozen=True):
    before: LineInfo
    after: LineInfo
    changed: bool


class MatchChange(msgspec.Struct, frozen=True):
    """A result before and after, in seat order; null: not decided."""

    round: int
    match: str
    entries: tuple[EntryInfo, ...]
    before: tuple[str, ...] | None
    after: tuple[str, ...] | None


class PairingChange(msgspec.Struct, frozen=True):
    """A round before and after: who sits together, in seat order; alone: who rests."""

    round: int
    before: tuple[tuple[EntryInfo, ...], ...]
    after: tuple[tuple[EntryInfo, ...], ...]


class RatingChange(msgspec.Struct, frozen=True):
    user: int
    name: str
    table: str
    before: int
    after: int

    @property
    def by(self) -> int:
        return self.after - self.before


class FieldChange(msgspec.Struct, frozen=True):
    """Others would play the stage that is next, or the same with other seeds."""

    stage: int
    out: tuple[EntryInfo, ...]
    into: tuple[EntryInfo, ...]
    seeds: tuple[EntryInfo, ...]
    """Everybody then, by seed."""
    possible: bool
    """Whether that stage has not begun: else who plays it stays."""
    follows: bool
    """Whether it changes by itself; else only if that is signed, too."""


class DryRun(msgspec.Struct, frozen=True, kw_only=True):
    """What a ruling would change, worked out at event ``seq``."""

    seq: int
    number: int
    """The one that the ruling would have, or that would be reversed."""
    says: Text
    lines: tuple[LineChange, ...]
    matches: tuple[MatchChange, ...]
    pairings: tuple[PairingChange, ...]
    coming: PairingChange | None
    """The next round if it were paired now, with another lot than it will have; nothing if it would not be, and nothing
    for who plays: they look at a draft, and the round says so."""
    ratings: tuple[RatingChange, ...]
    ratings_unknown: bool
    """Whether too many tables were rated since to say beforehand whom it moves."""
    site_stays: bool
    """Whether the site's ratings stay as tables were played that would count otherwise here."""
    stopped: tuple[str, ...]
    """Tables that would end."""
    reopened: tuple[str, ...]
    """Matches that would be played again, or on."""
    broken: tuple[Text, ...]
    """Rules of pairing that would be broken."""
    finishes: bool
    """Whether the tournament would be over."""
    field: FieldChange | None = None
    """Who would play the stage that is next, if that is somebody else."""
