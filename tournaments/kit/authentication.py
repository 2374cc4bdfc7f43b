"""Who is asking: ``Authorization: Bearer TOKEN``; else the session of a browser, which Django REST Framework knows."""

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import User
from accounts.services import authenticate_token
from tournaments.platform import callers


class BearerAuthentication(BaseAuthentication):
    """First in the list: its challenge is what makes a missing credential a 401."""

    def authenticate(self, request: Request) -> tuple[User, str] | None:
        scheme, _space, token = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer":
            return None
        user = authenticate_token(token.decode("ascii", "replace").strip())
        if user is None:
            raise AuthenticationFailed(_("There is no such token, or it has been revoked."), "bad_token")
        callers.show_program("bot" if user.is_program else "token")
        return user, "token"

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="api"'
