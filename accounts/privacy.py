"""What others see of somebody, who may address them, and whom they want to have nothing to do with."""

from collections.abc import Callable, Collection, Iterable, Mapping, Set
from typing import Any, Final, Literal, TypeAlias

from django.db.models import Q
from django.forms.models import model_to_dict

from accounts.errors import NotYours
from accounts.models import Block, Privacy, Reach, User
from tournaments.platform.registry import Registry

Kind: TypeAlias = Literal["challenges", "invitations"]

Shown: TypeAlias = Literal["clubs", "games", "presence", "former_names"]

SWITCHES: Final = (
    "show_clubs",
    "show_games",
    "show_presence",
    "show_former_names",
    "challenges",
    "invitations",
    "chat",
)


def may_address(reach: str, *, acquainted: bool, blocked: bool) -> bool:
    """Whether somebody may be addressed by name, whose choice is *reach*. Pure.

    >>> may_address("people", acquainted=True, blocked=False)
    True
    >>> may_address("people", acquainted=False, blocked=False)
    False
    >>> may_address("anyone", acquainted=True, blocked=True)
    False
    """
    if blocked or reach == Reach.NOBODY:
        return False
    return reach == Reach.ANYONE or acquainted


def of(user_id: int) -> Privacy:
    """What *user_id* has chosen; as by default if nothing."""
    return Privacy.objects.filter(pk=user_id).first() or Privacy(user_id=user_id)


def shows(what: Shown, *, of_user: int, to: int | None) -> bool:
    """Whether *to* is shown on somebody's page what it could tell; they themselves are."""
    return of_user == to or bool(getattr(of(of_user), f"show_{what}"))


def of_many(users: Iterable[int]) -> dict[int, Privacy]:
    """What each of *users* has chosen, in one query."""
    asked = set(users)
    chosen = Privacy.objects.in_bulk(asked)
    return {user: chosen.get(user) or Privacy(user_id=user) for user in asked}


def choose(*, user: User, choices: Mapping[str, Any]) -> Privacy:
    """Keep *choices*, some of :data:`SWITCHES`; the others stay."""
    kept, _made = Privacy.objects.update_or_create(user=user, defaults={**choices})
    return kept


def choices(user_id: int) -> dict[str, Any]:
    return model_to_dict(of(user_id), SWITCHES)


def may_ask(kind: Kind, *, by: int, to: int) -> bool:
    """Whether *by* may address *to* with something of *kind*."""
    return not out_of_reach(kind, by=by, to=[to])


def out_of_reach(kind: Kind, *, by: int, to: Collection[int], fellows: Set[int] = frozenset()) -> set[int]:
    """Those of *to* whom *by* may not address; *by* is never among them. *fellows* are the members of the club in
    question, who count as acquainted.

    Two queries. The rooms that know acquaintances are asked about people whose choice depends on it alone.
    """
    others = set(to) - {by}
    apart, chosen = apart_from(by) if others else set(), of_many(others)
    near = {other for other in others - apart if getattr(chosen[other], kind) == Reach.PEOPLE}
    known = acquainted(by, near - fellows) | (near & fellows)
    may = {
        other
        for other in others
        if may_address(getattr(chosen[other], kind), acquainted=other in known, blocked=other in apart)
    }
    return others - may


Acquaintances: TypeAlias = Callable[[int, Collection[int]], set[int]]
"""Those of some users whom one of them has met."""

ACQUAINTANCES: Final = Registry[Acquaintances]()


def acquainted(user: int, others: Collection[int]) -> set[int]:
    """Those of *others* whom *user* has sat with, or is friends with."""
    return {other for met in ACQUAINTANCES if others for other in met(user, others)}


# -- blocking


def block(*, user: User, other: User) -> None:
    """From now on *user* has nothing to do with *other*; a second time changes nothing."""
    if user.pk == other.pk:
        raise NotYours("nobody blocks themselves")
    Block.objects.bulk_create([Block(user=user, other=other)], ignore_conflicts=True)  # it may be ended at this moment


def unblock(*, user: User, other: User) -> None:
    Block.objects.filter(user=user, other=other).delete()


def blocked(user: User) -> list[User]:
    """Those whom *user* blocks, by name."""
    ids = Block.objects.filter(user=user).values_list("other_id", flat=True)
    return sorted(User.objects.filter(pk__in=[*ids]), key=lambda one: one.username.lower())


def blocked_ids(user_id: int) -> set[int]:
    return set(Block.objects.filter(user_id=user_id).values_list("other_id", flat=True))


def apart_from(user_id: int) -> set[int]:
    """Those whom *user_id* blocks, and those who block them."""
    pairs = Block.objects.filter(Q(user_id=user_id) | Q(other_id=user_id)).values_list("user_id", "other_id")
    return {user for pair in pairs for user in pair} - {user_id}


def apart_among(users: Collection[int]) -> dict[int, frozenset[int]]:
    """The users among *users* who block others of them, or whom others block: each with these others."""
    pairs = Block.objects.filter(user_id__in=users, other_id__in=users).values_list("user_id", "other_id")
    both = {(one, other) for pair in pairs for one, other in (pair, pair[::-1])}
    return {one: frozenset(other for each, other in both if each == one) for one, _other in both}
