"""Who is asking, and "play now as a guest"."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest

from accounts import services
from accounts.models import User


def ensure_user(request: HttpRequest) -> User:
    """The user of this session; whoever has none becomes a guest, within a limit for each address."""
    if request.user.is_authenticated:
        return request.user
    guest = services.create_guest()
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest
