"""What this room keeps of somebody, for the export and for the end of their account."""

from collections.abc import Iterator

from accounts.holdings import Holding
from accounts.models import User
from tournaments.notices.models import Notice, Preferences, PushTarget


def rows(user: User) -> Iterator[object]:
    """Choices, browsers, and every notice."""
    for chosen in Preferences.objects.filter(user=user).values():
        yield {"choices": {name: value for name, value in chosen.items() if name != "user_id"}}
    for target in PushTarget.objects.filter(user=user).order_by("pk").values("endpoint", "device", "made_at"):
        yield {"browser": target}
    fields = ("id", "kind", "facts", "at", "read_at", "over_at")
    yield from Notice.objects.filter(user=user).order_by("at", "id").values(*fields).iterator(200)


def forget(user: int) -> None:
    """With the notices goes what is on its way."""
    for kept in (Notice, Preferences, PushTarget):
        kept.objects.filter(user=user).delete()


HOLDING = Holding("notices", rows, forget)
