"""What a token may be for: a fixed list of scopes, ``area:verb``.

Every operation of the API has exactly one. A scope may hold others: who may play at tables may look at them.
"""

from collections.abc import Collection, Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Scope: TypeAlias = Literal[
    "account:read",
    "account:write",
    "bot:play",
    "challenge:read",
    "challenge:write",
    "club:lead",
    "club:read",
    "club:write",
    "message:moderate",
    "message:read",
    "message:write",
    "notice:read",
    "notice:write",
    "people:read",
    "people:write",
    "replay:read_private",
    "replay:write",
    "study:read",
    "study:write",
    "table:play",
    "table:read",
    "tournament:direct",
    "tournament:read",
    "tournament:write",
    "webhook:write",
]

Need: TypeAlias = Scope | Literal["public", "session"]
"""What an operation asks of a token: a scope; nothing (``public``); or a log-in in its place (``session``)."""


class Allowed(NamedTuple):
    """A scope in *words* for people, and the scopes that it *holds*."""

    words: Promise
    holds: tuple[Scope, ...] = ()


GROUPS: Final[dict[Promise, dict[Scope, Allowed]]] = {
    _("Playing"): {
        "table:read": Allowed(_("See your tables, with your cards")),
        "table:play": Allowed(_("Open tables, sit down, move and report results"), ("table:read",)),
        "challenge:read": Allowed(_("See your invitations and your search for opponents")),
        "challenge:write": Allowed(_("Invite, challenge and look for opponents"), ("challenge:read",)),
        "bot:play": Allowed(
            _("Play as a bot: everything above, its rules, versions and notices"),
            ("table:read", "table:play", "challenge:read", "challenge:write", "notice:read"),
        ),
    },
    _("Tournaments and clubs"): {
        "tournament:read": Allowed(_("See tournaments as you do, private ones too")),
        "tournament:write": Allowed(_("Enter tournaments, leave them and check in"), ("tournament:read",)),
        "tournament:direct": Allowed(
            _("Announce and direct tournaments: draws, results, rulings"), ("tournament:read", "tournament:write")
        ),
        "club:read": Allowed(_("See your clubs as their member")),
        "club:write": Allowed(_("Join and leave clubs, come to their nights, climb ladders"), ("club:read",)),
        "club:lead": Allowed(_("Run your clubs: members, news, nights, ladders, seasons"), ("club:read", "club:write")),
    },
    _("Games afterwards"): {
        "replay:read_private": Allowed(_("Read your finished games, private ones too, and your notes")),
        "replay:write": Allowed(
            _("Write notes, look at games with others, ask for analyses"), ("replay:read_private",)
        ),
        "study:read": Allowed(_("Read your studies and puzzles")),
        "study:write": Allowed(_("Write studies and answer puzzles"), ("study:read",)),
    },
    _("People and messages"): {
        "people:read": Allowed(_("See your friends and whom you block")),
        "people:write": Allowed(_("Ask for friendship, end it, block and unblock"), ("people:read",)),
        "message:read": Allowed(_("Read chat that you may read")),
        "message:write": Allowed(_("Write in chats and report lines"), ("message:read",)),
        "message:moderate": Allowed(_("Moderate chats"), ("message:read", "message:write")),
        "notice:read": Allowed(_("Follow your notices and everything that concerns you")),
        "notice:write": Allowed(_("Mark notices as read and choose how they reach you"), ("notice:read",)),
    },
    _("Account"): {
        "account:read": Allowed(_("Read your account: settings, sessions, saved searches")),
        "account:write": Allowed(
            _("Change your account: name, privacy, vacation, saved searches, calendar; log out, revoke tokens"),
            ("account:read",),
        ),
        "webhook:write": Allowed(_("See and change webhooks")),
    },
}
"""Every scope in words, in the order in which people choose."""

SCOPES: Final[dict[Scope, Allowed]] = {name: each for group in GROUPS.values() for name, each in group.items()}


def holds(granted: Collection[str] | None, need: Need) -> bool:
    """Whether a token with the *granted* scopes (``None``: all) opens what has this *need*."""
    if need == "session":
        return False
    return need == "public" or granted is None or any(need in (one, *_held(one)) for one in granted)


def known(names: Iterable[str]) -> list[Scope]:
    """Those of *names* that are scopes, once each, in the order of the list."""
    asked = set(names)
    return [name for name in SCOPES if name in asked]


def in_words(names: Iterable[str]) -> list[Promise]:
    """What a token with the scopes *names* may do, for people; what another of them holds is left out."""
    own = known(names)
    held = {each for one in own for each in SCOPES[one].holds}
    return [SCOPES[one].words for one in own if one not in held]


def _held(name: str) -> tuple[Scope, ...]:
    return SCOPES[name].holds if name in SCOPES else ()
