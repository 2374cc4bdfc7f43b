"""What webhooks can be told: a dotted type for each thing, by who owns them. Pure."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from engine.text import gettext_noop as _
from tournaments.notices.kinds import KINDS, WEBHOOK_KINDS, by_group

Sort: TypeAlias = Literal["club", "tournament", "account"]
"""What owns a webhook."""
ADDED: Final = "webhook.added"
"""What a new webhook is sent first."""
TEST: Final = "webhook.test"


class Type(Struct, frozen=True):
    key: str
    """As it is kept with a webhook: twenty letters at most."""
    name: str
    """As it is sent."""
    title: str


EVENTS: Final[Mapping[str, Type]] = {
    each.key: each
    for each in (
        Type("announced", "tournament.announced", _("It is announced")),
        Type("round_drawn", "tournament.round_drawn", _("A round is drawn")),
        Type("table_opened", "table.opened", _("Tables are open")),
        Type("result", "tournament.result", _("A match has a result")),
        Type("ruling", "tournament.ruling", _("An organiser rules, or takes a ruling back")),
        Type("finished", "tournament.finished", _("It is over")),
        Type("cancelled", "tournament.cancelled", _("It is called off")),
    )
}
"""Of a tournament."""
STORED: Final[Mapping[str, str]] = {
    "tournament.announced": "announced",
    "tournament.round_paired": "round_drawn",
    "tournament.tables_opened": "table_opened",
    "tournament.result_recorded": "result",
    "tournament.ruled": "ruling",
    "tournament.ruling_reversed": "ruling",
    "tournament.finished": "finished",
    "tournament.cancelled": "cancelled",
}
"""The kinds of stored events that tell of them. A draft of a round is none: it is drawn once it is published."""
NOTICES: Final[Mapping[Sort, Mapping[str, Type]]] = {
    "club": {key: Type(key, f"club.{key}", KINDS[key].title) for key in WEBHOOK_KINDS},
    "tournament": {},
    "account": {key: Type(key, f"account.{key}", kind.title) for key, kind in KINDS.items()},
}
"""Of what members of a club, or somebody, are told: by the kinds of notices."""
TYPES: Final[Mapping[Sort, Mapping[str, Type]]] = {
    "club": {**NOTICES["club"], **EVENTS},
    "tournament": EVENTS,
    "account": NOTICES["account"],
}
"""By their keys."""
USUAL: Final[Mapping[Sort, tuple[str, ...]]] = {
    sort: tuple(each.name for each in (NOTICES[sort] or EVENTS).values()) for sort in TYPES
}
"""What is sent where nothing else is chosen. A club's channel is spared every result of its tournaments."""


def grouped(sort: Sort) -> list[tuple[str, list[Type]]]:
    """All of that sort, under titles."""
    own = NOTICES[sort]
    found = [(group.title, [own[kind.key] for kind in kinds if kind.key in own]) for group, kinds in by_group()]
    if sort != "account":
        found.append((_("Tournaments") if sort == "club" else _("The tournament"), [*EVENTS.values()]))
    return [(title, types) for title, types in found if types]


def keys(sort: Sort, names: tuple[str, ...]) -> tuple[str, ...] | None:
    """How *names* are kept; ``None`` if one of them is not for webhooks of that sort.

    >>> keys("tournament", ("table.opened",)), keys("account", ("table.opened",))
    (('table_opened',), None)
    """
    known = {each.name: each.key for each in TYPES[sort].values()}
    return tuple(known[name] for name in dict.fromkeys(names)) if names and {*names} <= {*known} else None
