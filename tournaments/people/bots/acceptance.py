"""Which invitations a bot accepts by rules of its own, so that its program need not answer each one."""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
import redis
from msgspec.structs import asdict

from accounts.models import PROGRAM, User
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.people.errors import NotAllowed, Refused
from tournaments.people.models import BotRules
from tournaments.platform import limits
from tournaments.ratings import selectors as ratings
from tournaments.tables import catalogue, presence, programs, services
from tournaments.tables.events import Clock
from tournaments.tables.selectors import Summary

Rated: TypeAlias = Literal["any", "rated", "casual"]
Opponents: TypeAlias = Literal["anyone", "people", "bots"]

MOST: Final = 30
"""Games, and clocks, in a rule."""
_Rating: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which invitations a bot accepts at once; it declines all others."""

    games: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40)], ...],
        msgspec.Meta(description="Keys of games; empty: every game.", max_length=MOST),
    ] = ()
    clocks: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=20)], ...],
        msgspec.Meta(
            description='Paces: "300+5", "86400 a move", "none"; empty: any.', max_length=MOST, examples=[["300+5"]]
        ),
    ] = ()
    rated: Annotated[Rated, msgspec.Meta(description="Rated tables, casual ones, or any.")] = "any"
    opponents: Annotated[Opponents, msgspec.Meta(description="Who may invite it.")] = "anyone"
    least_rating: Annotated[_Rating | None, msgspec.Meta(description="The lowest rating of who invites it.")] = None
    most_rating: Annotated[_Rating | None, msgspec.Meta(description="The highest one.")] = None


NO_CLOCK: Final = "none"


def of(bot: User) -> Rules | None:
    """The rules of *bot*; ``None``: its program answers."""
    row = BotRules.objects.filter(pk=bot.pk).first()
    return _read(row) if row else None


def choose(*, bot: User, rules: Rules) -> None:
    """Accept by *rules* from now on; raises :class:`Refused`."""
    limits.count("bots", user=bot.pk)
    check_bot(bot)
    known = {game.key for game in catalogue.games()}
    if not known.issuperset(rules.games):
        raise Refused("unknown_game", _("There is no such game."), field="games")
    if not all(clock == NO_CLOCK or _is_clock(clock) for clock in rules.clocks):
        raise Refused("bad_clock", _("A pace is written as 300+5, 86400 a move, or none."), field="clocks")
    if rules.least_rating is not None and rules.most_rating is not None and rules.least_rating > rules.most_rating:
        raise Refused("bad_rating", _("The lowest rating is above the highest one."), field="least_rating")
    kept = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(rules).items()}
    BotRules.objects.update_or_create(pk=bot.pk, defaults=kept)


def drop(*, bot: User) -> None:
    """The program of *bot* answers itself from now on."""
    limits.count("bots", user=bot.pk)
    BotRules.objects.filter(pk=bot.pk).delete()


def check_bot(user: User) -> None:
    if not user.is_program:
        raise NotAllowed("not_a_bot", _("Only the account of a bot can do that."))


def accepts(*, bot: User, table: Summary, by: User) -> bool:
    """Seat *bot* at *table*, to which *by* invites it, if it has rules; raises what refuses it."""
    programs.check(people_only=table.people_only, user=bot)
    rules = of(bot)
    if rules is None:
        return False
    rating = round(ratings.ratings_of(table.game, [by.pk])[by.pk])
    reason = refusal(rules, table, is_bot=by.is_bot, rating=rating)
    if reason is not None:
        raise Refused("bot_declines", reason)
    if not is_connected(bot):
        raise Refused("bot_away", _("The program of this bot is not connected now."))
    services.join(table_id=table.id, user_id=bot.pk)
    return True


def refusal(rules: Rules, table: Summary, *, is_bot: bool, rating: int) -> Text | None:
    """Why a bot with *rules* declines *table*, to which somebody rated *rating* invites it; ``None`` if it accepts.
    Pure."""
    pace = table.clock.text if table.clock else NO_CLOCK
    if rules.games and table.game not in rules.games:
        return Text(_("This bot does not play this game."))
    if rules.clocks and pace not in rules.clocks:
        return Text(_("This bot does not play at this pace."))
    if rules.rated != "any" and (rules.rated == "rated") != table.rated:
        return Text(_RATED[rules.rated])
    if rules.opponents != "anyone" and (rules.opponents == "bots") != is_bot:
        return Text(_OPPONENTS[rules.opponents])
    if not (rules.least_rating or 0) <= rating <= (rules.most_rating or rating):
        return Text(_("Your rating is outside of what this bot accepts."))
    return None


def is_connected(bot: User) -> bool:
    """Whether the program of *bot* has its stream open; taken for granted while that is not known."""
    try:
        return presence.is_connected(bot.pk)
    except redis.RedisError:
        return True


def online(limit: int) -> list[tuple[User, Rules | None]]:
    """The bots of others whose programs are connected, by name, each with its rules; none while that is not known."""
    try:
        here = presence.connected()
    except redis.RedisError:
        return []
    found = User.objects.filter(pk__in=here, bot_level=PROGRAM, is_active=True).order_by("username")[:limit]
    rules = BotRules.objects.in_bulk([bot.pk for bot in found])
    return [(bot, _read(rules[bot.pk]) if bot.pk in rules else None) for bot in found]


def _read(row: BotRules) -> Rules:
    return msgspec.convert({name: getattr(row, name) for name in Rules.__struct_fields__}, Rules)


def _is_clock(text: str) -> bool:
    try:
        clock = Clock.of(text)
    except ValueError:
        return False
    is_possible = clock.LEAST_BASE <= clock.base <= clock.most_base and 0 <= clock.increment <= clock.most_increment
    return clock.text == text and is_possible


_RATED = {"rated": _("This bot plays rated tables only."), "casual": _("This bot plays casual tables only.")}
_OPPONENTS = {"bots": _("This bot plays with bots only."), "people": _("This bot plays with people only.")}
