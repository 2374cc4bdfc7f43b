"""The second factors of an account, as their owner sees them listed."""

from datetime import datetime

import msgspec
from allauth.mfa.models import Authenticator

from accounts.models import User


class Passkey(msgspec.Struct, frozen=True):
    id: int
    name: str
    passwordless: bool
    created_at: datetime
    last_used_at: datetime | None


class Factors(msgspec.Struct, frozen=True):
    """*app* is since when codes of an app are asked for; *codes* how many recovery codes are left."""

    app: datetime | None = None
    app_used_at: datetime | None = None
    codes: int | None = None
    passkeys: tuple[Passkey, ...] = ()

    @property
    def on(self) -> bool:
        """Whether a password alone does not open the account."""
        return self.app is not None or bool(self.passkeys)


def of(user: User) -> Factors:
    app = used = codes = None
    passkeys = []
    for row in Authenticator.objects.filter(user=user).order_by("created_at"):
        if row.type == Authenticator.Type.TOTP:
            app, used = row.created_at, row.last_used_at
        elif row.type == Authenticator.Type.RECOVERY_CODES:
            codes = len(row.wrap().get_unused_codes())
        else:
            key = row.wrap()
            made = Passkey(row.pk, key.name, bool(key.is_passwordless), row.created_at, row.last_used_at)
            passkeys.append(made)
    return Factors(app, used, codes, tuple(passkeys))
