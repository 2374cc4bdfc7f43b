"""Requests about walk-ins: entered by name, claimed by link, confirmed by an organiser. Each is one transaction."""

import hmac
from collections.abc import Sequence

from django.conf import settings
from django.db import transaction

from accounts import services as accounts
from accounts import sessions
from accounts.errors import AccountError, NameUnclear
from accounts.models import User
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.director.commands import asking, callers, desk, rounds, starting_again
from tournaments.director.errors import NotAllowed, Refused, WrongStatus
from tournaments.director.policy import walk_ins
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.log.commands import command_for
from tournaments.platform import limits


def enter(*, tournament_id: str, by: int, name: str, command: str | None = None) -> int:
    """Enter a player by *name* alone, for the organiser *by*; return the entry's number."""
    callers.count(by)
    made: list[User] = []

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        if not made:
            made.append(_guest(name))
        return starting_again.with_start(tournament, walk_ins.enter(tournament, made[0].pk))

    def attempt() -> int:
        made.clear()
        with transaction.atomic():
            after = TOURNAMENTS.carry_out(
                tournament_id, decide, actor=by, command=command_for(command, "walk in", name)
            )
            entry = after.entry_of(made[0].pk) if made else None
            if entry is None:  # it was asked before
                User.objects.filter(pk__in=[user.pk for user in made]).delete()
                return max(after.walk_ins)
            starting_again.follow(after)
            asking.count(by, 1)
        return entry.number

    return TOURNAMENTS.repeat(attempt)


def _guest(name: str) -> User:
    if not name.strip():
        raise Refused("bad_name", _("Write a name."), field="name")
    try:
        return accounts.create_walk_in(name)
    except NameUnclear as refused:
        said = _("A name has letters and digits of one script, and no signs but @ . + - _.")
        raise Refused("bad_name", said, field="name") from refused
    except AccountError as refused:
        raise Refused("bad_name", _("Nobody can have that name here. Try another one."), field="name") from refused


def secret(tournament_id: str, number: int, links: int) -> str:
    """What link number *links* of entry *number* is known by. It is kept nowhere: only the server can make it."""
    key = hmac.digest(settings.SECRET_KEY.encode(), b"cardroom walk-ins", "sha256")
    return hmac.digest(key, f"{tournament_id}/{number}/{links}".encode(), "sha256").hex()[:32]


def check_secret(tournament: Tournament, number: int, given: str) -> int:
    """Which link of entry *number* is known by *given*; raises :class:`Refused` if none ever was."""
    walk_in = tournament.walk_ins.get(number)
    for links in range(1, walk_in.links + 1 if walk_in else 1):
        if hmac.compare_digest(secret(tournament.id, number, links), given):
            return links
    raise Refused("unknown_link", _("This link leads nowhere. Ask the organiser for another one."))


def claim(*, tournament_id: str, number: int, given: str, user_id: int | None, command: str | None = None) -> int:
    """Claim a walk-in's entry by its link, with the account *user_id* or with none; return the number to show."""
    if user_id is None:
        limits.count("guests")
    else:
        callers.count(user_id)
        if not User.objects.filter(pk=user_id, is_guest=False, bot_level="").exists():
            raise NotAllowed("no_account", _("Only somebody with an account can be given the place."))
    links = check_secret(TOURNAMENTS.current(tournament_id).state, number, given)
    shown = 1_000 + int.from_bytes(sources.new_seed()[:4], "big") % 9_000

    def decide(tournament: Tournament) -> Sequence[Event]:
        return walk_ins.claim(tournament, number, links, shown, user_id)

    after = TOURNAMENTS.carry_out(tournament_id, decide, actor=user_id, command=command_for(command, "claim", number))
    claimed = after.walk_ins[number].claim
    assert claimed is not None  # noqa: S101  it has been claimed
    return claimed.number


def confirm(*, tournament_id: str, by: int, number: int, command: str | None = None) -> None:
    """Confirm the person who claims entry *number*. While the tournament runs, an account joins it by a ruling."""
    callers.count(by)
    decided_on: list[Tournament] = []

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        decided_on.append(tournament)
        return walk_ins.confirm(tournament, number, by, begun=desk.context(tournament).begun)

    def attempt() -> None:
        with transaction.atomic():
            decided_on.clear()
            TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command_for(command, "confirm", number))
            if decided_on:  # else it was asked before
                signature = desk.Signature(by=by, seq=decided_on[-1].seq, reason="agreement")
                desk.follow(decided_on[-1], tournament_id, signature, None)

    TOURNAMENTS.repeat(attempt)


def refuse(*, tournament_id: str, by: int, number: int, command: str | None = None) -> None:
    """Refuse the person who used the link, or help one who lost access: the entry gets another link, and the guest's
    account is logged out everywhere; if the guest had come to their table, they have not. A guest who has signed up
    keeps the entry."""
    callers.count(by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        walk_in = tournament.walk_ins.get(number)
        if walk_in and walk_in.confirmed and not User.objects.filter(pk=walk_in.user, is_guest=True).exists():
            raise WrongStatus("kept", _("Somebody has kept this place by signing up."))
        return walk_ins.refuse(tournament, number, begun=desk.context(tournament).begun)

    def attempt() -> None:
        with transaction.atomic():
            asked = command_for(command, "refuse claim", number)
            if TOURNAMENTS.has_taken(tournament_id, actor=by, command=asked):
                return  # by now the right person may be in
            after = TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=asked)
            guest = User.objects.select_for_update().get(pk=after.walk_ins[number].user)  # who comes in holds it
            rounds.await_again(TOURNAMENTS.current(tournament_id), guest.pk)
            sessions.end_all(guest)
            accounts.revoke_tokens(guest)

    TOURNAMENTS.repeat(attempt)
