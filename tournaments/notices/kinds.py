"""The kinds of notices: how urgent each is, and which ways it goes unless somebody chooses otherwise. Pure."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from engine.text import gettext_noop as _

Channel: TypeAlias = Literal["inbox", "push", "mail"]
CHANNELS: Final[tuple[Channel, ...]] = ("inbox", "push", "mail")


class Group(Struct, frozen=True):
    """Kinds that behave alike. ``ways`` are the channels that they can take, all of them by default."""

    key: str
    title: str
    note: str
    ways: frozenset[Channel]
    urgent: bool = False
    """Also in quiet hours, and from a club that is muted."""
    digest: bool = False
    """Whether its mails come together, once a day."""
    fixed: bool = False
    """Whether it stands in the inbox whatever somebody chooses."""


class Kind(Struct, frozen=True):
    key: str
    group: str
    title: str
    """What it is about, as the settings name it."""
    icon: str
    action: str = _("See")
    """On the button that leads to it."""
    webhook: bool = False
    """Whether a club's webhooks are told as well."""
    answers: bool = False
    """Whether it waits for an answer."""
    on: bool = True
    """Whether it is told to those who have chosen nothing."""


_ALL: Final[frozenset[Channel]] = frozenset(("inbox", "push", "mail"))
_NO_MAIL: Final[frozenset[Channel]] = frozenset(("inbox", "push"))
_NO_PUSH: Final[frozenset[Channel]] = frozenset(("inbox", "mail"))

GROUPS: Final[dict[str, Group]] = {
    group.key: group
    for group in (
        Group("urgent", _("At the table"), _("urgent, also in quiet hours"), _NO_MAIL, urgent=True),
        Group("events", _("Tournaments you have entered"), "", _ALL),
        Group("challenges", _("Challenges and invitations"), "", _ALL),
        Group("nights", _("Club nights"), "", _ALL),
        Group("slow", _("Slow games"), "", _ALL),
        Group("rulings", _("Rulings about you"), _("always in the inbox"), _NO_PUSH, fixed=True),
        Group("clubs", _("Clubs and titles"), _("mail once a day, together"), _NO_PUSH, digest=True),
    )
}

KINDS: Final[dict[str, Kind]] = {
    kind.key: kind
    for kind in (
        Kind("round_paired", "urgent", _("Round paired"), "play", _("Sit down")),
        Kind("table_open", "urgent", _("Table open"), "play", _("Sit down")),
        Kind("seat_taken", "urgent", _("Somebody sits down at your table"), "person"),
        Kind("result_reported", "urgent", _("The result of your table is reported"), "check", _("Answer")),
        Kind("your_turn", "urgent", _("Your turn: idle for 10 minutes, or due in an hour"), "cards", _("Play")),
        Kind("appointment", "urgent", _("Appointment in 15 minutes"), "clock", _("Open")),
        Kind("check_in", "urgent", _("Check-in opens, or closes in five minutes"), "clock", _("Check in")),
        Kind("desk_called", "urgent", _("You are called to the desk"), "bell", _("To the desk")),
        Kind("event_moved", "events", _("The start is moved"), "calendar"),
        Kind("event_changed", "events", _("The settings are changed"), "cup"),
        Kind("event_off", "events", _("Called off"), "cup"),
        Kind("left_out", "events", _("It begins without you"), "cup"),
        Kind("moved_up", "events", _("You are taken in after all"), "cup"),
        Kind("out", "events", _("You missed a match, or are out"), "cup"),
        Kind("desk_message", "events", _("A message from the organisers"), "people"),
        Kind("placed", "events", _("Your place at the end"), "cup"),
        Kind("asked_in", "challenges", _("A team or an entry that asks for you"), "person", _("Answer"), answers=True),
        Kind("challenged", "challenges", _("A challenge"), "ladder", _("Answer"), answers=True),
        Kind("challenge_answered", "challenges", _("An answer to your challenge"), "ladder"),
        Kind("time_proposed", "challenges", _("A time for a challenge"), "ladder", _("Answer"), answers=True),
        Kind("challenge_ended", "challenges", _("A challenge that ended without play"), "ladder"),
        Kind("result_disputed", "challenges", _("A disputed result"), "gavel", _("Decide"), answers=True),
        Kind("invited", "challenges", _("An invitation"), "person", _("Answer"), answers=True),
        Kind("table_invited", "challenges", _("An invitation to a table"), "cards", _("Sit down"), answers=True),
        Kind("review_opened", "challenges", _("Somebody looks at one of your games again"), "eye", _("Join in")),
        Kind("study_editor", "challenges", _("You may edit a study of somebody else"), "flag", _("Open")),
        Kind("friend_request", "challenges", _("Somebody wants to be friends"), "person", _("Answer"), answers=True),
        Kind("bot_request", "challenges", _("An account that would be your bot"), "bot", _("Answer"), answers=True),
        Kind("night_tomorrow", "nights", _("Tomorrow"), "calendar"),
        Kind("night_moved", "nights", _("Moved"), "calendar", webhook=True),
        Kind("night_cancelled", "nights", _("Cancelled"), "calendar", webhook=True),
        Kind("slow_turn", "slow", _("Your turn"), "cards", _("Play")),
        Kind("deadline", "slow", _("A deadline within a day"), "clock", _("Open")),
        Kind("ruling", "rulings", _("Rulings and corrections"), "gavel", _("Why?")),
        Kind("owner_claim", "rulings", _("The ownership of one of your clubs"), "people"),
        Kind("request", "clubs", _("Somebody asks to join"), "person", _("Answer"), answers=True),
        Kind("fault", "clubs", _("A night without one of its tournaments"), "calendar", webhook=True),
        Kind("news", "clubs", _("News"), "people", webhook=True),
        Kind("night_announced", "clubs", _("A night is announced"), "calendar", webhook=True),
        Kind("night_open", "clubs", _("A night without a tournament"), "calendar", webhook=True, on=False),
        Kind("event_announced", "clubs", _("A tournament is announced"), "cup", webhook=True),
        Kind("joined", "clubs", _("New members"), "person", webhook=True),
        Kind("declined", "clubs", _("One of your requests was declined"), "person"),
        Kind("removed", "clubs", _("You were removed from a club"), "person"),
        Kind("role", "clubs", _("Your role in a club"), "person"),
        Kind("season_over", "clubs", _("A season is over"), "ladder", webhook=True),
        Kind("title", "clubs", _("You won a title"), "cup"),
        Kind("webhook_ended", "clubs", _("A webhook of yours has ended"), "bell"),
        Kind("token_ends", "clubs", _("A token of yours ends within a week"), "bell"),
    )
}
OUTSIDE: Final = frozenset(("invited", "declined", "removed"))
"""What a club tells those who are not in it."""
WEBHOOK_KINDS: Final = tuple(kind.key for kind in KINDS.values() if kind.webhook)


def group_of(kind: str) -> Group:
    return GROUPS[KINDS[kind].group]


def by_group() -> list[tuple[Group, list[Kind]]]:
    """All kinds, as settings list them."""
    return [(group, [kind for kind in KINDS.values() if kind.group == group.key]) for group in GROUPS.values()]
