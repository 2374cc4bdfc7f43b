"""How often a user, a guest or an address may do something: counted in Valkey, one round trip for all limits at once.

Services call :func:`count`, so a limit holds for every way in. Rates are settings (``RATES``): ``ACTION`` for a user,
``guest_ACTION`` in its place for guests, who cost nothing to make, ``bot_ACTION`` for bots that programs play, and
``address_ACTION`` beside it for all guests and strangers of one address. What the service does by itself has no caller
and is not counted; while Valkey is away nothing is: a move is worth more than a limit.
"""

import re
import sys
from collections.abc import Iterator
from contextvars import ContextVar
from functools import lru_cache
from math import ceil
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

import redis
import structlog
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from redis.commands.core import Script

from tournaments.platform import valkey
from tournaments.platform.callers import caller
from tournaments.platform.errors import TooOften

_log = structlog.get_logger(__name__)

Action: TypeAlias = Literal[
    "moves", "tables", "tournaments", "guests", "names", "tokens", "replays", "positions", "lines", "boards", "checks",
    "clubs", "club_foundings", "club_addresses", "club_requests", "club_joins", "club_edits", "club_news",
    "club_invitations", "leagues", "people", "chat", "exports", "imports", "notices", "invited", "messages",
    "searches", "game_exports", "notes", "together", "steps", "films", "analyses", "puzzles", "studies",
    "codes", "deliveries", "bots", "apps", "app_tokens",
]  # fmt: skip

BY_ADDRESS: Final = frozenset({"guests", "app_tokens"})
"""What only people without an account do, and programs that do not show one yet."""

_PERIODS = {"s": 1, "m": 60, "min": 60, "h": 3_600, "d": 86_400}
_PREFIX = re.compile("^(guest|address|bot)_")
_RATE = re.compile(r"([1-9]\d{0,8})/([smhd]|min)")


class Rate(NamedTuple):
    """A number of requests at once, and as many again within a number of seconds."""

    most: int
    seconds: int


class Left(NamedTuple):
    """What is left of an allowance called *name* after it was counted; *seconds* until all of it is there again."""

    name: str
    rate: Rate
    left: int
    seconds: int


_COUNTED: ContextVar[tuple[Left, ...]] = ContextVar("counted", default=())


def counted() -> tuple[Left, ...]:
    """What has been counted here since :func:`forget`, the last thing alone."""
    return _COUNTED.get()


def forget() -> None:
    """Another request begins."""
    _COUNTED.set(())


@lru_cache
def parse(text: str) -> tuple[Rate, ...]:
    """The rates of a setting: ``600/min``, or ``20/min,200/h``; ``ValueError`` if it is none."""
    rates = []
    for part in text.split(","):
        found = _RATE.fullmatch(part.strip())
        if found is None:
            raise ValueError(f"{part.strip()!r} is not a rate such as 600/min")
        rates.append(Rate(int(found[1]), _PERIODS[found[2]]))
    return tuple(rates)


def check(rates: dict[str, str]) -> None:
    """Raises ``ImproperlyConfigured`` if an action has no rate, or a rate no action."""
    actions = frozenset(get_args(Action))
    unlimited = {name for name in actions - BY_ADDRESS if name not in rates}
    unlimited |= {name for name in BY_ADDRESS if f"address_{name}" not in rates}
    foreign = {name for name in rates if _PREFIX.sub("", name) not in actions and name not in actions}
    if unlimited or foreign:
        raise ImproperlyConfigured(f"RATES: without a rate {sorted(unlimited)}, without an action {sorted(foreign)}")


def most_at_once(action: Action) -> int:
    """How many times a user may do *action* after any wait."""
    rates: dict[str, str] = settings.RATES
    return min(rate.most for rate in parse(rates[action])) if action in rates else sys.maxsize


def count(action: Action, *, user: int | None = None, guest: bool = False, times: int = 1) -> None:
    """Count that *user* (or, without one, the caller's address) does *action*, this many *times* at once; raises
    :class:`TooOften`."""
    if caller() is None:
        return
    rates = dict(_counted(action, user, guest))
    if not rates:
        return
    try:
        wait, *left = _spend()(keys=list(rates), args=[times, *(number for rate in rates.values() for number in rate)])
    except redis.RedisError as error:
        _log.warning("allowances_not_counted", action=action, error=str(error))
        return
    named = zip(rates.items(), left[::2], left[1::2], strict=True)
    _COUNTED.set(tuple(Left(_name(key), rate, many, ceil(ms / 1000)) for (key, rate), many, ms in named))
    if wait:
        raise TooOften(retry_after=ceil(wait / 1000))


def _counted(action: Action, user: int | None, guest: bool) -> Iterator[tuple[str, Rate]]:
    """The keys under which it is counted, and the rate of each."""
    rates: dict[str, str] = settings.RATES
    asks = caller()
    if user is not None:
        kind = "guest" if guest else "bot" if asks is not None and asks.program == "bot" else ""
        name = f"{kind}_{action}" if f"{kind}_{action}" in rates else action
        yield from _keys(name, f"user:{user}", rates)
    if asks is not None and (user is None or guest):
        yield from _keys(f"address_{action}", f"address:{asks.address}", rates)


def _name(key: str) -> str:
    return key.removeprefix(f"{settings.REDIS_PREFIX}limit:").partition(":")[0]


def _keys(name: str, who: str, rates: dict[str, str]) -> Iterator[tuple[str, Rate]]:
    for rate in parse(rates[name]) if name in rates else ():
        yield f"{settings.REDIS_PREFIX}limit:{name}:{who}:{rate.most}/{rate.seconds}", rate


@lru_cache
def _spend() -> Script:
    return valkey.client().register_script(_SCRIPT)


# The generic cell rate algorithm: one number a key, the moment at which all that was spent is earned again.
# All or none is spent; the answer is the ms to wait, then for each key how much is left, and the ms until all of it is.
_SCRIPT = """
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local wait, paid, owed, answer = 0, {}, {}, {}
for i, key in ipairs(KEYS) do
    local most, period = tonumber(ARGV[2 * i]), ARGV[2 * i + 1] * 1000
    owed[i] = math.max(tonumber(redis.call('GET', key) or 0), now)
    paid[i] = owed[i] + ARGV[1] * period / most
    wait = math.max(wait, paid[i] - period - now)
end
local spent = wait <= 0.5
answer[1] = spent and 0 or math.ceil(wait)
for i, key in ipairs(KEYS) do
    local most, period = tonumber(ARGV[2 * i]), ARGV[2 * i + 1] * 1000
    local at = spent and paid[i] or owed[i]
    if spent then redis.call('SET', key, string.format('%.3f', at), 'PX', math.max(1, math.ceil(at - now))) end
    answer[2 * i] = math.max(0, math.floor((now + period - at) * most / period + 0.001))
    answer[2 * i + 1] = math.ceil(at - now)
end
return answer
"""
