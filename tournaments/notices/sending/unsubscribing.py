"""The link in each mail that stops its kind: signed, for the holder of the mail; nobody needs to log in for it."""

from typing import Final

from django.core import signing
from msgspec import Struct

from tournaments.notices import services
from tournaments.notices.kinds import KINDS

SALT: Final = "notices.unsubscribe"
EVERYTHING: Final = "*"


class Held(Struct, frozen=True):
    """What a token is for: whose mails, of which kind, or :data:`EVERYTHING`."""

    user: int
    kind: str


def token(user: int, kind: str) -> str:
    return signing.dumps([user, kind], salt=SALT)


def read(text: str) -> Held | None:
    """``None`` for what we have not signed. A token is good for as long as the mail is kept."""
    try:
        user, kind = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return Held(user, kind) if kind in KINDS or kind == EVERYTHING else None


def unsubscribe(held: Held) -> None:
    """No mails of that kind any more; a second time changes nothing."""
    if held.kind == EVERYTHING:
        services.allow_mail(user_id=held.user, mail=False)
    else:
        services.switch(user_id=held.user, kind=held.kind, channel="mail", on=False)
