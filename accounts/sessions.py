"""Who is asking, "play now as a guest", and how much a stranger may ask for."""

from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts import services
from accounts.models import User
from tournaments.platform import limits


def ensure_user(request: HttpRequest) -> User:
    """The user of this session; a visitor without one becomes a guest, within a limit for each address."""
    if request.user.is_authenticated:
        return request.user
    guest = services.create_guest()
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest


def count_reader(user: User | AnonymousUser, action: limits.Action) -> None:
    """Count that *user* reads what is expensive to make; raises :class:`TooOften`."""
    if user.is_authenticated:
        limits.count(action, user=user.pk, guest=user.is_guest)
    else:
        limits.count(action)
