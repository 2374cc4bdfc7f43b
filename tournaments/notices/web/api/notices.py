"""``/api/notices``: what one has been told, what is to reach one, and browsers that take pushes."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from tournaments.kit.endpoints import Own, operation
from tournaments.kit.operations import Done
from tournaments.kit.requests import Growing
from tournaments.notices import keys, selectors, services
from tournaments.notices.kinds import CHANNELS, KINDS, group_of
from tournaments.notices.models import Preferences
from tournaments.notices.policy import is_on
from tournaments.notices.selectors import Filter, Shown, choices_of

Hour: TypeAlias = Annotated[int, Meta(ge=0, le=23)]


class Asked(Growing, frozen=True, forbid_unknown_fields=True):
    moments = ("at",)
    show: Annotated[Filter, Meta(description="All, those to answer, rulings, or those of clubs.")] = "all"
    offset: Annotated[int, Meta(ge=0, le=10_000, description="Notices to pass over.")] = 0


class NoticeLine(Struct, frozen=True, kw_only=True):
    """A notice in words."""

    id: str
    kind: str
    text: Annotated[str, Meta(description="In the language that you ask for.")]
    path: Annotated[str, Meta(description="The page that it leads to.")]
    at: Annotated[int, Meta(description="Epoch milliseconds.")]
    unread: bool
    over: Annotated[bool, Meta(description="Whether it is no longer true.")]
    count: Annotated[int, Meta(description="For how many of its kind it stands: more than five in an hour are one.")]
    club: str | None


class Inbox(Struct, frozen=True):
    """Your notices, the newest first."""

    unread: Annotated[int, Meta(description="How many wait; 100 stands for more than 99.")]
    notices: tuple[NoticeLine, ...]


class ReadNotices(Struct, frozen=True, forbid_unknown_fields=True):
    until: Annotated[
        Annotated[int, Meta(ge=0)] | None, Meta(description="Those up to this moment, in epoch ms; null: all.")
    ] = None


class KindChoice(Struct, frozen=True):
    """A kind of notice and where it goes; null where it never does."""

    kind: str
    group: str
    urgent: bool
    inbox: bool | None
    push: bool | None
    mail: bool | None


class NoticeChoices(Struct, frozen=True, kw_only=True):
    """What reaches you."""

    kinds: tuple[KindChoice, ...]
    quiet_from: Hour
    quiet_until: Hour
    mail: Annotated[bool, Meta(description="Whether you have said yes to mail.")]
    language: Annotated[str, Meta(description="In which mails and pushes are written; empty if not chosen yet.")]
    muted: Annotated[tuple[str, ...], Meta(description="Clubs of which you hear only what is urgent.")]
    push_key: Annotated[str, Meta(description="The public key with which a browser subscribes (VAPID).")]


class ChooseNotices(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is not named stays as it is."""

    kinds: Annotated[
        dict[str, dict[Literal["inbox", "push", "mail"], bool]],
        Meta(max_length=100, description="By kind: its channels."),
    ] = {}
    quiet_from: Hour | UnsetType = UNSET
    quiet_until: Hour | UnsetType = UNSET
    mail: bool | UnsetType = UNSET
    language: Annotated[str, Meta(max_length=10, description="`en` or `es`.")] | UnsetType = UNSET


class MuteClub(Struct, frozen=True, forbid_unknown_fields=True):
    club: Annotated[str, Meta(max_length=10)]
    muted: bool = True


class SubscribePush(Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser's push subscription says of itself."""

    endpoint: Annotated[str, Meta(max_length=500)]
    p256dh: Annotated[str, Meta(max_length=100, pattern="^[A-Za-z0-9_-]{80,100}={0,2}$")]
    auth: Annotated[str, Meta(max_length=50, pattern="^[A-Za-z0-9_-]{16,50}={0,2}$")]


class UnsubscribePush(Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: Annotated[str, Meta(max_length=500)]


@operation("GET notices", "listNotices", needs="notice:read", tag="notices")
def list_notices(caller: Own, *, query: Asked) -> Inbox:
    """Read your inbox.

    Nothing counts as read by that.
    """
    user = caller.user
    found = selectors.inbox(user, only=query.show, behind=query.behind, limit=query.limit, offset=query.offset)
    return Inbox(selectors.unread(user.pk), tuple(map(_line, found)))


@operation("POST notices/read", "readNotices", needs="notice:write", tag="notices", refusals=())
def read_notices(caller: Own, *, body: ReadNotices, command: str | None) -> Done:
    """Mark all as read."""
    services.mark_all_read(user_id=caller.actor, until=body.until)
    return Done()


@operation("POST notices/<notice:notice>/read", "readNotice", needs="notice:write", tag="notices", refusals={404})
def read_notice(caller: Own, *, notice: str, command: str | None) -> Done:
    """Mark a notice as read."""
    services.mark_read(user_id=caller.actor, notice_id=notice)
    return Done()


@operation("GET notices/settings", "getNoticeSettings", needs="notice:read", tag="notices")
def get_notice_settings(caller: Own) -> NoticeChoices:
    """Get what reaches you."""
    return _choices(selectors.preferences(caller.actor))


@operation(
    "POST notices/settings", "chooseNotices", needs="notice:write", tag="notices", refusals={422}, scope="notices"
)
def choose_notices(caller: Own, *, body: ChooseNotices, command: str | None) -> NoticeChoices:
    """Choose what reaches you."""
    now = selectors.preferences(caller.actor)
    begin = now.quiet_from if isinstance(body.quiet_from, UnsetType) else body.quiet_from
    end = now.quiet_until if isinstance(body.quiet_until, UnsetType) else body.quiet_until
    mail = None if isinstance(body.mail, UnsetType) else body.mail
    language = None if isinstance(body.language, UnsetType) else body.language
    kept = services.choose(user_id=caller.actor, switches=body.kinds, quiet=(begin, end), mail=mail, language=language)
    return _choices(kept)


@operation("POST notices/mute", "muteClub", needs="notice:write", tag="notices", refusals={404, 422}, scope="notices")
def mute_club(caller: Own, *, body: MuteClub, command: str | None) -> Done:
    """Hear nothing of a club but what is urgent, or hear it again."""
    services.mute(user=caller.user, club=body.club, muted=body.muted)
    return Done()


@operation("POST notices/push", "subscribePush", needs="notice:write", tag="notices", refusals={422}, scope="notices")
def subscribe_push(caller: Own, *, body: SubscribePush, command: str | None) -> Done:
    """Have a browser take pushes."""
    services.subscribe(user_id=caller.actor, endpoint=body.endpoint, p256dh=body.p256dh, auth=body.auth)
    return Done()


@operation("POST notices/push/end", "unsubscribePush", needs="notice:write", tag="notices", refusals=())
def unsubscribe_push(caller: Own, *, body: UnsubscribePush, command: str | None) -> Done:
    """Have a browser take no pushes any more."""
    services.unsubscribe(user_id=caller.actor, endpoint=body.endpoint)
    return Done()


def _line(shown: Shown) -> NoticeLine:
    return NoticeLine(
        id=shown.id,
        kind=shown.kind.key,
        text=shown.text,
        path=shown.path,
        at=shown.at,
        unread=shown.unread,
        over=shown.over,
        count=shown.count,
        club=shown.club,
    )


def _choices(row: Preferences) -> NoticeChoices:
    own = choices_of([row.user_id])[row.user_id]
    kinds = []
    for kind in KINDS.values():
        group = group_of(kind.key)
        ways = {way: is_on(kind.key, way, own) if way in group.ways else None for way in CHANNELS}
        kinds.append(KindChoice(kind.key, kind.group, group.urgent, **ways))
    return NoticeChoices(
        kinds=tuple(kinds),
        quiet_from=row.quiet_from,
        quiet_until=row.quiet_until,
        mail=row.mail,
        language=row.language,
        muted=tuple(sorted(row.muted)),
        push_key=keys.public(),
    )
