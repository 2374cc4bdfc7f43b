"""Who is asking: ``Authorization: Bearer TOKEN``; else the session of a browser, which Django REST Framework knows."""

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import User
from accounts.selectors import Shown
from accounts.services import authenticate_token
from tournaments.platform import callers


class BearerAuthentication(BaseAuthentication):
    """First in the list: its challenge is what makes a missing credential a 401."""

    def authenticate(self, request: Request) -> tuple[User, Shown] | None:
        scheme, _space, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer":
            return None
        shown = authenticate_token(token.decode("ascii", "replace").strip())
        if shown is None:
            raise AuthenticationFailed(_("There is no such token, or it has ended."), "bad_token")
        callers.show_program("bot" if shown.user.is_program else "token")
        return shown.user, shown

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'
