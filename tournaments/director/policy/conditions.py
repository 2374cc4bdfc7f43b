"""Who may enter: each condition of a tournament held against somebody, with a verdict. Pure."""

import hashlib
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.errors import NotAllowed
from tournaments.director.state.events import Settings


class Candidate(msgspec.Struct, frozen=True):
    """What conditions ask of somebody who would like to enter."""

    is_bot: bool = False
    """Whether the service plays for it."""
    is_program: bool = False
    """Whether it is the bot of somebody, who answers for it."""
    is_guest: bool = False
    rating: int | None = None
    """At the game, as people see it."""
    tables: int = 0
    """Rated ones at the game."""
    days: int = 0
    """How old the account is."""
    code: str | None = None
    """The entry code that they have named."""
    is_invited: bool = False
    is_member: bool = True
    """Whether they are in the club that the tournament belongs to, if it belongs to one."""
    waived: bool = False
    """Whether the organiser enters them, who decides about all but bots and guests."""


class Verdict(msgspec.Struct, frozen=True):
    """A condition, what somebody has to meet it, and whether that is enough."""

    code: str
    condition: Text
    has: Text
    met: bool
    refusal: Text
    """What is said to somebody who does not meet it."""


def verdicts(tournament: str, settings: Settings, candidate: Candidate) -> tuple[Verdict, ...]:
    """Every condition that *settings* set, in the order in which they are told."""
    return tuple(_verdicts(tournament, settings, candidate))


def check(tournament: str, settings: Settings, candidate: Candidate) -> None:
    """Raise :class:`NotAllowed` for the first condition that is not met."""
    for verdict in verdicts(tournament, settings, candidate):
        if not verdict.met:
            raise NotAllowed(verdict.code, verdict.refusal)


def check_substitute(tournament: str, settings: Settings, candidate: Candidate) -> None:
    """The same for somebody whom the organiser seats: they need no invitation and no code."""
    check(tournament, replace(settings, by_invitation=False, entry_code=""), candidate)


def digest(code: str, tournament: str) -> str:
    """What is kept of an entry code: the tournament's id is its salt. Slow on purpose (some 50 ms)."""
    plain = " ".join(code.split()).casefold().encode()
    return hashlib.scrypt(plain, salt=tournament.encode(), n=2**14, r=8, p=1, dklen=16).hex()


def locked(settings: Settings, code: str, tournament: str) -> Settings:
    """*settings* with what is kept of *code*, if there is one."""
    return replace(settings, entry_code=digest(code, tournament)) if code.strip() else settings


def _verdicts(tournament: str, settings: Settings, candidate: Candidate) -> Iterator[Verdict]:
    if not settings.bots:
        has = Text(_("a bot")) if candidate.is_bot else Text(_("a person"))
        refusal = Text(_("This tournament is for people only."))
        yield Verdict("no_bots", Text(_("People only")), has, not candidate.is_bot, refusal)
    if not settings.programs and candidate.is_program:
        condition, refusal = Text(_("No programs")), Text(_("This tournament is not open to programs."))
        yield Verdict("no_programs", condition, Text(_("a program")), met=False, refusal=refusal)
    if settings.rated:
        has = Text(_("a guest")) if candidate.is_guest else Text(_("you have one"))
        refusal = Text(_("Guests cannot play rated tournaments. Sign up to enter this one."))
        yield Verdict("guests_unrated", Text(_("An account, since it is rated")), has, not candidate.is_guest, refusal)
    if settings.club is not None and not candidate.is_bot:
        met, condition = candidate.is_member, Text(_("Members of the club"))
        has = Text(_("you are one")) if met else Text(_("you are not one"))
        refusal = Text(_("This tournament is for members of its club. Join the club first."))
        yield Verdict("not_member", condition, has, met, refusal)
    if not candidate.waived:
        yield from _strength(settings, candidate)
        yield from _company(tournament, settings, candidate)


def _strength(settings: Settings, candidate: Candidate) -> Iterator[Verdict]:
    has = Text("{rating}", {"rating": candidate.rating}) if candidate.rating is not None else Text(_("no rating yet"))
    rating = candidate.rating
    if settings.least_rating is not None:
        condition = Text(_("Rating from {least}"), {"least": settings.least_rating})
        met = rating is not None and rating >= settings.least_rating
        yield Verdict("rating_too_low", condition, has, met, Text(_("Your rating is too low for this tournament.")))
    if settings.most_rating is not None:
        condition = Text(_("Rating up to {most}"), {"most": settings.most_rating})
        met = rating is None or rating <= settings.most_rating
        yield Verdict("rating_too_high", condition, has, met, Text(_("Your rating is too high for this tournament.")))
    if settings.least_games:
        condition = Text(_("Rated games played: {least}"), {"least": settings.least_games})
        count = Text("{count}", {"count": candidate.tables})
        met = candidate.tables >= settings.least_games
        yield Verdict(
            "too_few_games", condition, count, met, Text(_("You have not played enough rated games of this."))
        )
    if settings.least_days:
        condition = Text(_("Days since signing up: {least}"), {"least": settings.least_days})
        count = Text("{count}", {"count": candidate.days})
        met = candidate.days >= settings.least_days
        yield Verdict("account_too_new", condition, count, met, Text(_("Your account is too new for this tournament.")))


def _company(tournament: str, settings: Settings, candidate: Candidate) -> Iterator[Verdict]:
    if settings.by_invitation:
        met = candidate.is_invited
        has = Text(_("you are invited")) if met else Text(_("you are not"))
        refusal = Text(_("Only those who are invited may enter."))
        yield Verdict("not_invited", Text(_("By invitation")), has, met, refusal)
    if settings.entry_code:
        met = bool(candidate.code) and digest(candidate.code or "", tournament) == settings.entry_code
        has = Text(_("it fits")) if met else Text(_("required when you enter"))
        refusal = Text(_("That is not the entry code.")) if candidate.code else Text(_("Enter the entry code."))
        yield Verdict("wrong_code", Text(_("The entry code")), has, met, refusal)
