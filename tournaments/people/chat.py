"""What people write to each other at a table, in a club, in a review: short, plain, and nowhere in the log."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from django.db import IntegrityError, transaction

from accounts import privacy, selectors
from accounts.models import User
from tournaments.log import sources
from tournaments.log.commands import stored_as
from tournaments.people import places, policy, streaming
from tournaments.people.models import Line
from tournaments.people.reviews import streaming as reviews
from tournaments.platform import limits
from tournaments.tables import push

MOST = 100
"""Lines that are shown at once."""


class ChatLine(msgspec.Struct, frozen=True):
    """What somebody wrote. `at` is epoch milliseconds."""

    id: int
    user: int
    name: str
    text: Annotated[str, msgspec.Meta(description="Empty if it was taken out.")]
    at: int
    removed: bool
    level: Annotated[str, msgspec.Meta(description="The level of a bot, `program` for others' bots; else empty.")]


class Chat(msgspec.Struct, frozen=True):
    """The last hundred lines at a table, the oldest first, without those of people whom you block."""

    lines: tuple[ChatLine, ...]
    writes: Annotated[bool, msgspec.Meta(description="Whether you may write there.")]
    why_not: Annotated[str, msgspec.Meta(description="The code of the reason, if you may not.")]
    moderates: bool
    off: Annotated[bool, msgspec.Meta(description="Whether you have chosen to see no chat.")]


def write(*, user: User, place: str, text: str, command: str | None = None) -> int:
    """Write a line, and have its number; the same *command* again writes no other."""
    limits.count("chat", user=user.pk, guest=user.is_guest)
    body = policy.plain(text)
    refused = policy.refusal(places.standing(place, user), body, now=sources.now_ms())
    if refused is not None:
        raise refused
    name = None if command is None else stored_as(place, user.pk, command)
    try:
        with transaction.atomic():
            line = Line.objects.create(place=place, author=user, at=sources.now_ms(), body=body, command=name)
    except IntegrityError:
        return int(Line.objects.values_list("pk", flat=True).get(author=user, command=name))
    tell(place, line.pk)
    return int(line.pk)


def read(place: str, user: User | None, *, after: int = 0) -> Chat:
    """What *user* reads at *place* behind the line *after*: nothing of those whom they block."""
    stands = places.standing(place, user)
    refused = policy.refusal(stands, "?", now=sources.now_ms())
    code = "" if refused is None else refused.code
    off = user is not None and not privacy.of(user.pk).chat
    lines = () if off else _lines(place, user, after)
    return Chat(lines, refused is None and user is not None, code, stands.moderates, off)


def tell(place: str, line: int) -> None:
    """Wake those who follow the place, after the commit. What was written they ask for themselves."""
    kind, _colon, name = place.partition(":")
    told = {"table": push.tell_of_chat, "review": reviews.tell_of_chat}.get(kind, streaming.announce)
    transaction.on_commit(lambda: told(name, line))


def _lines(place: str, user: User | None, after: int) -> tuple[ChatLine, ...]:
    rows = Line.objects.filter(place=place, pk__gt=after).order_by("-pk")
    if user is not None:
        rows = rows.exclude(author__in=privacy.blocked_ids(user.pk))
    return chat_lines(list(rows[:MOST])[::-1])


def chat_lines(rows: Sequence[Line]) -> tuple[ChatLine, ...]:
    names = selectors.called(row.author_id for row in rows)
    shown = ((row, *names[row.author_id]) for row in rows)
    return tuple(
        ChatLine(row.pk, row.author_id, name, "" if row.removed else row.body, row.at, row.removed, level)
        for row, name, level in shown
    )
