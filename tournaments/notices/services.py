"""Writes that people ask for: what they have read, what is to reach them, and how. Repeated, nothing changes.

The others, of the log and the clock, are in :mod:`following <tournaments.notices.following>` and
:mod:`timed <tournaments.notices.timed>`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language

from accounts.holdings import Holding
from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.clubs import access
from tournaments.log import sources
from tournaments.notices import badge, keys, outside
from tournaments.notices.errors import Refused, UnknownNotice
from tournaments.notices.kinds import CHANNELS, KINDS, Channel, group_of
from tournaments.notices.models import Notice, Preferences, PushTarget, Webhook
from tournaments.platform import limits

MOST_BROWSERS: Final = 10
MOST_MUTED: Final = 100
LONGEST_ENDPOINT: Final = 500
_P256DH: Final = re.compile(r"[A-Za-z0-9_-]{80,98}={0,2}")
_AUTH: Final = re.compile(r"[A-Za-z0-9_-]{16,48}={0,2}")


# -- the inbox


def mark_read(*, user_id: int, notice_id: str) -> None:
    """Raises ``UnknownNotice``, also for somebody else's."""
    rows = Notice.objects.filter(pk=notice_id, user=user_id)
    if not rows.exists():
        raise UnknownNotice
    _read(rows.filter(read_at=None), user_id)


def mark_all_read(*, user_id: int, until: int | None = None) -> None:
    """All that stood in the inbox by *until* (epoch ms)."""
    rows = Notice.objects.filter(user=user_id, read_at=None)
    _read(rows if until is None else rows.filter(at__lte=until), user_id)


def _read(rows: Any, user_id: int) -> None:
    with transaction.atomic():
        if rows.update(read_at=sources.now_ms()):
            transaction.on_commit(partial(badge.tell, {user_id}))


# -- what reaches somebody


def choose(
    *,
    user_id: int,
    switches: Mapping[str, Mapping[Any, bool]] | None = None,
    quiet: tuple[int, int] | None = None,
    mail: bool | None = None,
    language: str | None = None,
) -> Preferences:
    """Keep what is given, the rest stays; the *language* of mails and pushes is at first that of the page.

    Raises ``Refused`` for a kind, a channel, an hour or a language that there is not.
    """
    limits.count("notices", user=user_id)
    for kind, chosen in (switches or {}).items():
        for channel in chosen:
            _check(kind, channel)
    if quiet is not None and not all(0 <= hour <= 23 for hour in quiet):
        raise Refused("bad_hour", _("Hours must be from 0 to 23."), field="quiet_from")
    if language is not None and language not in dict(settings.LANGUAGES):
        raise Refused("bad_language", _("That language is not available."), field="language")
    with transaction.atomic():
        row = _locked(user_id)
        for kind, chosen in (switches or {}).items():
            row.switches = _switched(row.switches, kind, chosen)
        if quiet is not None:
            row.quiet_from, row.quiet_until = quiet
        if mail is not None:
            row.mail = mail
        row.language = language or row.language or get_language() or ""
        row.save()
    return row


def switch(*, user_id: int, kind: str, channel: Channel, on: bool) -> None:
    """One kind by one channel. From a mail's link too, so nobody is asked for more than that link."""
    _check(kind, channel)
    with transaction.atomic():
        row = _locked(user_id)
        row.switches = _switched(row.switches, kind, {channel: on})
        row.save(update_fields=["switches"])


def allow_mail(*, user_id: int, mail: bool) -> None:
    """The one yes, or no, to mail."""
    with transaction.atomic():
        row = _locked(user_id)
        row.mail = mail
        row.save(update_fields=["mail"])


def mute(*, user: User, club: str, muted: bool) -> None:
    """Hear nothing of *club* but what is urgent, or hear it again. Raises ``UnknownClub`` for one they may not know."""
    limits.count("notices", user=user.pk)
    if muted:
        access.seen(user, club)
    with transaction.atomic():
        row = _locked(user.pk)
        others = [each for each in row.muted if each != club]
        if muted and len(others) >= MOST_MUTED:
            raise Refused("too_many_muted", _("You have muted a hundred clubs."))
        row.muted = [*others, club] if muted else others
        row.save(update_fields=["muted"])


def _check(kind: str, channel: str) -> None:
    if kind not in KINDS or channel not in CHANNELS:
        raise Refused("unknown_kind", _("There is no such kind of notice."), field=kind)
    if channel not in group_of(kind).ways:
        raise Refused("not_by_that_channel", _("Notices of this kind cannot be sent that way."), field=kind)


def _switched(
    switches: Mapping[str, Mapping[str, bool]], kind: str, chosen: Mapping[str, bool]
) -> dict[str, Mapping[str, bool]]:
    """*switches* with those of *kind*; what is as by default is not kept."""
    own = {**switches.get(kind, {}), **chosen}
    off = {channel: on for channel, on in own.items() if not on}
    rest = {each: of for each, of in switches.items() if each != kind}
    return rest | ({kind: off} if off else {})


def _locked(user_id: int) -> Preferences:
    Preferences.objects.get_or_create(user_id=user_id)
    return Preferences.objects.select_for_update().get(pk=user_id)


# -- browsers that take pushes


def subscribe(*, user_id: int, endpoint: str, p256dh: str, auth: str, device: str = "") -> None:
    """A browser takes pushes from now on, under our present key; its former owner has it no more."""
    limits.count("notices", user=user_id)
    outside.check(endpoint)
    if len(endpoint) > LONGEST_ENDPOINT or not (_P256DH.fullmatch(p256dh) and _AUTH.fullmatch(auth)):
        raise Refused("bad_subscription", _("That is not a push subscription."), field="endpoint")
    given = {"p256dh": p256dh, "auth": auth, "key": keys.public(), "device": device[:200], "refusals": 0}
    with transaction.atomic():
        Preferences.objects.get_or_create(user_id=user_id, defaults={"language": get_language() or ""})
        _locked(user_id)  # of several at once none is one too many
        if PushTarget.objects.filter(user=user_id).exclude(endpoint=endpoint).count() >= MOST_BROWSERS:
            raise Refused("too_many_browsers", _("Ten browsers already receive pushes: switch one off first."))
        PushTarget.objects.update_or_create(
            endpoint=endpoint, defaults={"user_id": user_id, "made_at": sources.now_ms(), **given}
        )


def unsubscribe(*, user_id: int, endpoint: str) -> None:
    PushTarget.objects.filter(user=user_id, endpoint=endpoint).delete()


def rows_of(user: User) -> Iterator[object]:
    """Choices, browsers, the webhooks that they made, and every notice."""
    for chosen in Preferences.objects.filter(user=user).values():
        yield {"choices": {name: value for name, value in chosen.items() if name != "user_id"}}
    for target in PushTarget.objects.filter(user=user).order_by("pk").values("endpoint", "device", "made_at"):
        yield {"browser": target}
    shown = ("id", "url", "flavour", "kinds", "club", "tournament", "user_id", "made_at", "ended_at")
    for hook in Webhook.objects.filter(made_by=user.pk).order_by("made_at", "pk").values(*shown):
        yield {"webhook": hook}
    fields = ("id", "kind", "facts", "at", "read_at", "over_at")
    yield from Notice.objects.filter(user=user).order_by("at", "id").values(*fields).iterator(200)


def forget(user: int) -> None:
    """With the notices goes what is on its way."""
    for kept in (Notice, Preferences, PushTarget):
        kept.objects.filter(user=user).delete()
    Webhook.objects.filter(made_by=user).delete()


HOLDING = Holding("notices", rows_of, forget)
