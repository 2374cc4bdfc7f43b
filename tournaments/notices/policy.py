"""Which ways a notice goes, and when. Pure; times are epoch ms.

>>> berlin = Choices(zone="Europe/Berlin", mail=True, push=True)
>>> ways("challenged", berlin, at=1_795_431_600_000)  # noon there: mail waits two minutes
(Way(channel='push', due_at=1795431600000, digest=False), Way(channel='mail', due_at=1795431720000, digest=False))
>>> ways("challenged", berlin, at=1_795_471_200_000)  # at night both wait for the morning
(Way(channel='push', due_at=1795503600000, digest=True), Way(channel='mail', due_at=1795503600000, digest=True))
>>> ways("round_paired", berlin, at=1_795_471_200_000)  # urgent
(Way(channel='push', due_at=1795471200000, digest=False),)
"""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

from msgspec import Struct

from tournaments.notices.kinds import CHANNELS, GROUPS, KINDS, Channel, group_of

Out: TypeAlias = Literal["push", "mail"]
MAIL_WAITS: Final = 120_000
RETRIES: Final = (60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 12 * 3_600_000)
"""How long to wait after each failure; after the last there is no further try."""
MANY: Final = 5
"""How many of a kind can come in an hour; with one more they become one."""
MORNING: Final = 8


class Choices(Struct, frozen=True):
    """What somebody has chosen. ``switches`` names only what is not as by default."""

    switches: Mapping[str, Mapping[str, bool]] = {}
    muted: frozenset[str] = frozenset()
    """Clubs of which only what is urgent is heard."""
    quiet_from: int = 22
    quiet_until: int = MORNING
    """Hours of their day; the same twice: never."""
    zone: str = ""
    mail: bool = False
    """Whether they have said yes to mail, and have an address that is verified."""
    push: bool = False
    """Whether any browser of theirs takes pushes."""


class Way(Struct, frozen=True):
    channel: Out
    due_at: int
    digest: bool
    """Whether it goes out together with others that are due at that moment."""


def is_on(kind: str, channel: Channel, choices: Choices) -> bool:
    """Whether *kind* goes by *channel*, as far as somebody has chosen that."""
    group = group_of(kind)
    if channel not in group.ways:
        return False
    if channel == "inbox" and group.fixed:
        return True
    return choices.switches.get(kind, {}).get(channel, KINDS[kind].on)


def is_heard(kind: str, club: str | None, choices: Choices) -> bool:
    """Whether somebody wants to hear of *club*; what is urgent, and rulings, they hear in any case."""
    group = group_of(kind)
    return club not in choices.muted or group.urgent or group.fixed


def ways(kind: str, choices: Choices, *, at: int) -> tuple[Way, ...]:
    """How a notice of *kind*, made *at*, goes out beside standing in the inbox."""
    found = []
    for channel, open_ in (("push", choices.push), ("mail", choices.mail)):
        if open_ and is_on(kind, channel, choices):  # type: ignore[arg-type]
            found.append(_way(kind, channel, choices, at))  # type: ignore[arg-type]
    return tuple(found)


def _way(kind: str, channel: Out, choices: Choices, at: int) -> Way:
    group = group_of(kind)
    due = at + MAIL_WAITS if channel == "mail" else at
    if group.urgent:
        return Way(channel, due, digest=False)
    if group.digest:
        return Way(channel, morning(due, choices), digest=True)
    if is_quiet(due, choices):
        return Way(channel, morning(due, choices), digest=True)
    return Way(channel, due, digest=False)


def is_quiet(at: int, choices: Choices) -> bool:
    """Whether it is a quiet hour where they are."""
    hour, begin, end = _local(at, choices.zone).hour, choices.quiet_from, choices.quiet_until
    if begin <= end:
        return begin <= hour < end
    return hour >= begin or hour < end


def morning(at: int, choices: Choices) -> int:
    """The next end of the quiet hours after *at*: of a day without them, eight."""
    hour = choices.quiet_until if choices.quiet_from != choices.quiet_until else MORNING
    local = _local(at, choices.zone)
    for days in (0, 1, 2):
        day = local.date() + timedelta(days=days)
        then = int(datetime.combine(day, time(hour % 24), tzinfo=local.tzinfo).timestamp() * 1000)
        if then > at:
            return then
    raise AssertionError("a day has a morning")


def tried_again_at(now: int, tries: int) -> int | None:
    """When what has failed *tries* times is tried next, ``None``: never."""
    return now + RETRIES[tries - 1] if tries <= len(RETRIES) else None


def _local(at: int, zone: str) -> datetime:
    tz = ZoneInfo(zone) if zone else UTC
    return datetime.fromtimestamp(at / 1000, tz)


def defaults() -> dict[str, dict[Channel, bool]]:
    """What goes where as long as nothing is chosen, by group."""
    return {key: {channel: channel in group.ways for channel in CHANNELS} for key, group in GROUPS.items()}
