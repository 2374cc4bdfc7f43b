"""Times that rulings bring forward: the notice that they give, and which ruling is behind one that has come. Pure."""

from collections.abc import Iterator

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused
from tournaments.director.policy.rulings.kinds import Context
from tournaments.director.state.acts import Extend
from tournaments.director.state.facts import Round
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.standing import unfinished
from tournaments.director.state.tournament import Tournament
from tournaments.platform.units import MINUTE

NOTICE = 5 * MINUTE
"""Who is to act when a deadline passes loses, and who has not come is waited for no longer: an earlier time must
surprise nobody."""
NEVER = float("inf")


def check(before: Tournament, after: Tournament, context: Context) -> None:
    """Refuse what would end the time of an open match, or the waiting for its players, both earlier than now is known
    and too soon."""
    waits = unfinished(after)
    for match in unfinished(before):
        if match in waits and any(time < context.now + NOTICE for time in _earlier(before, after, match, context)):
            raise Refused("bad_deadline", _("An earlier time has to be five minutes away at least."), field="deadline")


def _earlier(before: Tournament, after: Tournament, match: str, context: Context) -> Iterator[float]:
    was, will = before.round_of(match), after.round_of(match)
    if was is None or will is None:
        return
    then, now = was.until_of(match), will.until_of(match)
    times = [(then.deadline, now.deadline)]
    if match not in context.begun or was.over.get(match):  # of several tables another is to begin
        times.append((then.grace, now.grace))
    yield from (new or NEVER for old, new in times if (new or NEVER) < (old or NEVER))


def hastened_by(tournament: Tournament, match: str) -> int | None:
    """The event of the ruling, or of the reversal, that brought the deadline of *match* forward last, or set it, if it
    is earlier now than it once was."""
    paired = tournament.fact_of(match)
    if paired is None:
        return None
    extensions = [ruling for ruling in tournament.rulings if isinstance(ruling.act, Extend)]
    ends = [ruling.reversed.seq for ruling in extensions if ruling.reversed]
    latest = last = paired.drawn.deadline or NEVER
    behind = None
    for seq in sorted([*(ruling.seq for ruling in extensions), *ends]):
        due = _due_after(paired, match, extensions, seq)
        behind = seq if due < last else behind
        last, latest = due, max(latest, due)
    return behind if last < latest else None


def _due_after(paired: Round, match: str, extensions: list[Ruling], seq: int) -> float:
    """When *match* was to be over, as it stood behind event *seq*."""
    for ruling in extensions:
        if ruling.seq <= seq and (ruling.reversed is None or ruling.reversed.seq > seq):
            paired = ruling.act.change_round(paired, ruling.seq) or paired
    return paired.until_of(match).deadline or NEVER
