"""Who is asking, and "play now as a guest"."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib.auth import login
from django.http import HttpRequest

from accounts import services
from accounts.errors import TooManyGuests
from accounts.models import User


def ensure_user(request: HttpRequest) -> User:
    """The user of this session; whoever has none becomes a guest, within a limit for each address."""
    if request.user.is_authenticated:
        return request.user
    if not ratelimit.consume(request, action="guest"):
        raise TooManyGuests("too many guests from this address")
    guest = services.create_guest()
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest


def within_limit(request: HttpRequest, action: str) -> bool:
    """Whether the user may do this once more (``ACCOUNT_RATE_LIMITS``). While Valkey is away nothing is counted."""
    return bool(ratelimit.consume(request, action=action, user=request.user))
