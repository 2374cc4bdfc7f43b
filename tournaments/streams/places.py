"""How many streams one user, or one address, keeps open: a place is taken for each and given back with it."""

from collections import Counter

from django.conf import settings
from django.http import HttpRequest

from accounts.credentials import Identity
from tournaments.platform.callers import address_of


class Places:
    """Those of one process. A user has one allowance, from however many addresses; strangers and guests, who cost
    nothing to make, have one an address."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    def take(self, holder: str) -> bool:
        """Whether *holder* got one more."""
        if self.taken[holder] >= settings.STREAM_LIMITS[holder.partition(":")[0]]:
            return False
        self.taken[holder] += 1
        return True

    def give_back(self, holder: str) -> None:
        self.taken[holder] -= 1
        if not self.taken[holder]:
            del self.taken[holder]


def holder_of(identity: Identity, request: HttpRequest) -> str:
    """On whose allowance a stream of *caller* goes."""
    if identity.user is not None and not identity.is_guest:
        return f"user:{identity.user}"
    return f"address:{address_of(request)}"
