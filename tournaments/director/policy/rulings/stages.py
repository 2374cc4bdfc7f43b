"""Rulings about who plays a stage that has not begun: as they are asked for, decided on and described. Pure."""

from collections.abc import Collection
from typing import Annotated, TypeAlias

from msgspec import Meta

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import stages
from tournaments.director.policy.rulings.kinds import Context, Kind, RulingRequest
from tournaments.director.state import acts
from tournaments.director.state import settings as limits
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.registry import FORMATS


class SetSeeds(RulingRequest, frozen=True, tag="set_seeds"):
    """Those who play a stage that has not begun, in the order of their seeds."""

    stage: int
    entries: Annotated[tuple[int, ...], Meta(max_length=1_000)]


class ReplaceQualifier(RulingRequest, frozen=True, tag="replace_qualifier"):
    """In a stage that has not begun an entry takes the place of another."""

    stage: int
    out: int
    entry: int


StageRequest: TypeAlias = acts.SetQualifiers | SetSeeds | ReplaceQualifier


def set_qualifiers(tournament: Tournament, act: acts.SetQualifiers, context: Context) -> acts.SetQualifiers:
    """Others play the stage, or the same with other seeds."""
    _check_not_begun(tournament, act.stage, context)
    before = tournament.stages[-2]
    if len(set(act.entries)) != len(act.entries) or not set(act.entries) <= set(before.seeds):
        raise Refused("bad_entries", _("Name players of the previous stage, each once."), field="entries")
    if any(tournament.entries[entry].withdrawn for entry in act.entries):
        raise Refused("bad_entries", _("One of these players has left. Take them in again first."), field="entries")
    settings = tournament.current.settings
    options = limits.format_options(settings)
    if not stages.possible(FORMATS[settings.format], len(act.entries), options):
        raise Refused("bad_entries", _("That many players cannot play this stage."), field="entries")
    return act


def set_seeds(tournament: Tournament, request: SetSeeds, context: Context) -> acts.SetQualifiers:
    """The same play the stage, with other seeds."""
    _check_not_begun(tournament, request.stage, context)
    if sorted(request.entries) != sorted(tournament.current.seeds):
        raise Refused("bad_entries", _("Name every player of this stage once."), field="entries")
    return acts.SetQualifiers(request.stage, request.entries)


def replace_qualifier(tournament: Tournament, request: ReplaceQualifier, context: Context) -> acts.SetQualifiers:
    """One takes the place of another, with the same seed."""
    _check_not_begun(tournament, request.stage, context)
    seeds = tournament.current.seeds
    if request.out not in seeds or request.entry in seeds:
        raise Refused("bad_entries", _("Name one player of this stage, and one who is not in it."), field="entry")
    entries = tuple(request.entry if each == request.out else each for each in seeds)
    return set_qualifiers(tournament, acts.SetQualifiers(request.stage, entries), context)


def check_not_begun(tournament: Tournament, ruling: Ruling, context: Context) -> None:
    act = ruling.act
    if isinstance(act, acts.SetQualifiers):
        _check_not_begun(tournament, act.stage, context)


def _check_not_begun(tournament: Tournament, stage: int, context: Context) -> None:
    if not tournament.fields or stage != len(tournament.fields) + 1:
        raise Refused("unknown_stage", _("It is not known yet who plays that stage, or it is over."), field="stage")
    if stages.begun(tournament, context.begun):
        raise WrongStatus("stage_begun", _("That stage has begun: its players can no longer change."))


def in_question(tournament: Tournament, begun: Collection[str]) -> bool:
    """Whether who plays the stage that is next, or has been drawn, can still be changed."""
    return tournament.status == "running" and bool(tournament.fields) and not stages.begun(tournament, begun)


def changes_field(tournament: Tournament, ruling: Ruling, *, signed: bool) -> bool:
    """Whether who plays the next stage follows *ruling*, or its reversal: it is about that, it is *signed* with that
    consequence, or what it had changed is restored."""
    own = isinstance(ruling.act, acts.SetQualifiers)
    restored = ruling.reversed is not None and any(ruling.number in field.by for field in tournament.fields)
    return own or signed or restored


def as_ruled(tournament: Tournament, ruling: int | None) -> stages.Field | None:
    """The field of the stage that is played as it would be fixed now; ``None`` if it is the same."""
    fixed = tournament.fields[-1].fixed
    made = stages.field_of(tournament, len(tournament.fields), fixed.seed, ruling=ruling)
    return made if made is not None and stages.differs(made.fixed, fixed) else None


STAGES: tuple[Kind, ...] = (
    Kind(
        acts.SetQualifiers,
        {acts.SetQualifiers: set_qualifiers, SetSeeds: set_seeds, ReplaceQualifier: replace_qualifier},
        _("These play stage {stage}, in the order of their seeds: {names}."),
        lambda act, _tournament, names: {"stage": act.stage, "names": names.listed(act.entries)},
        check_not_begun,
    ),
)
