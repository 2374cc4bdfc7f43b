"""A stage as a tournament of its own: its settings, and what of the whole belongs to it. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from tournaments.director.state.acts import AdjustPoints
from tournaments.director.state.events import Settings
from tournaments.director.state.facts import Entry, Field, Round
from tournaments.director.state.rulings import Ruling
from tournaments.pairing.registry import FORMATS


def settings_of(settings: Settings, stage: int) -> Settings:
    """The settings of a tournament that is this *stage*, from 0, alone. Nobody comes late to a later one, and no round
    of it is missed on request."""
    if stage == 0:
        return replace(settings, stages=())
    own = settings.stages[stage - 1]
    first, kind = FORMATS[settings.format], FORMATS[own.format]
    alike = first.sizes == kind.sizes and settings.table_points in kind.countings
    return replace(
        settings,
        stages=(),
        groups=1,
        late_round=0,
        half_byes=0,
        apart_rounds=0,
        acceleration="none",
        rematches=True,
        table_points=settings.table_points if alike else "share",
        place_points=settings.place_points if alike else (),
        **{
            name: getattr(own, name)
            for name in ("format", "rounds", "cycles", "tie_breaks", "series", "third_place", "advance")
        },
    )


def counting(facts: tuple[Round, ...], fields: tuple[Field, ...]) -> tuple[Round, ...]:
    """*facts* without the rounds that were drawn for a field that is another now; the same object if all count."""
    if not fields:
        return facts
    live = tuple(each for each in facts if each.stage == 0 or each.seq > fields[each.stage - 1].seq)
    return facts if len(live) == len(facts) else live


def there_at(entered: Mapping[int, Entry], seq: int) -> dict[int, Entry]:
    """The entries as they were when a stage ended with event *seq*: leaving later changes nothing there."""
    return {
        number: replace(entry, withdrawn=False) if entry.withdrawn and entry.left > seq else entry
        for number, entry in entered.items()
    }


def rulings_of(rulings: Iterable[Ruling], first: int, rounds: int, *, last: bool) -> Iterator[Ruling]:
    """Those that count in a stage of *rounds* after the *first* ones: points are given at its own rounds."""
    for ruling in rulings:
        act = ruling.act
        if not isinstance(act, AdjustPoints):
            yield ruling
        elif act.round > first and (last or act.round <= first + rounds):
            yield replace(ruling, act=replace(act, round=act.round - first))


def carried(field: Field) -> dict[int, Fraction]:
    """By entry, of those who take points along."""
    return {each.entry: Fraction(each.carried) for each in field.fixed.entries if each.carried != "0"}
