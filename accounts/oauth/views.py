"""allauth's views of a provider, where we allow less than they do."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import is_reauthentication_required
from allauth.core.internal.httpkit import add_query_params, del_query_params
from allauth.idp.oidc import views
from allauth.idp.oidc.internal.oauthlib import device_codes
from allauth.idp.oidc.internal.oauthlib.server import get_server
from allauth.idp.oidc.internal.oauthlib.utils import convert_response, extract_params, respond_html_error
from allauth.idp.oidc.internal.resources import get_resources
from allauth.idp.oidc.models import Client, Token
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.urls import reverse
from oauthlib.common import Request
from oauthlib.oauth2.rfc6749.errors import MismatchingRedirectURIError

from accounts import grants
from accounts.credentials import bearer
from accounts.oauth import apps
from accounts.oauth.adapter import access_token, refresh_token
from accounts.services import authenticate_token
from tournaments.platform import limits
from tournaments.platform.errors import TooOften

METHOD: Final = "S256"
SHOWN: Final = {
    Client.GrantType.AUTHORIZATION_CODE: "code",
    Client.GrantType.REFRESH_TOKEN: "refresh_token",
    Client.GrantType.DEVICE_CODE: "device_code",
}
"""The field of what is exchanged for tokens, by the type of the grant."""


def way_to_consent(request: HttpRequest) -> HttpResponse | None:
    """Where somebody goes first who may not say yes here: guests cannot come back to take it back, and what opens the
    account for long is for the one who knows its password, not for somebody who finds a screen left open."""
    first = ""
    if request.user.is_authenticated and request.user.is_guest:
        first = "account_login"
    elif request.user.is_authenticated and is_reauthentication_required(request, app="allauth.account"):
        first = "account_reauthenticate"
    if not first:
        return None
    after = request.get_full_path() if request.method == "GET" else reverse("settings-apps")
    return HttpResponseRedirect(add_query_params(reverse(first), {"next": after}))


class AuthorizationView(views.AuthorizationView):  # type: ignore[misc]
    """The page that asks whether an app may act for somebody."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Nothing is granted without being asked: allauth grants ``prompt=none`` by what any other app was granted."""
        given = request.GET.copy()
        if "none" in given.get("prompt", "").split():
            del given["prompt"]
        request.META["QUERY_STRING"], request.GET = given.urlencode(), given  # type: ignore[assignment]
        answer: HttpResponse
        if has_unregistered_redirect(given):
            answer = respond_html_error(request, error=MismatchingRedirectURIError())
        else:
            answer = super().get(request, *args, **kwargs)
        if answer.status_code != 200:
            return answer
        if not hasattr(self, "_request_info"):
            answer.status_code = 400  # a page: there is no address to be trusted with the error
            return answer
        if Client.objects.filter(pk=self._request_info["client_id"], owner__is_active=False).exists():
            return self.refuse("unauthorized_client", "Nobody answers for this app any more.")
        if given.get("code_challenge_method") != METHOD:
            return self.refuse("invalid_request", f"code_challenge_method must be {METHOD}.")
        site = urlsplit(self._request_info["redirect_uri"])
        answer._csp_update = {"form-action": [f"{site.scheme}://{site.netloc}"]}  # type: ignore[attr-defined]
        return answer

    @transaction.atomic
    def form_valid(self, form: Any) -> HttpResponse:
        if not grants.hold(self.request, self._request_info["client_id"]):
            return self.refuse("access_denied", "Ask again.")
        answer: HttpResponse = super().form_valid(form)
        return answer

    def refuse(self, error: str, description: str) -> HttpResponse:
        """Back to the app, whose address is known to be its own."""
        told = {"error": error, "error_description": description}
        if state := self._request_info.get("state"):
            told["state"] = state
        answer = HttpResponse(status=302)
        answer["Location"] = add_query_params(self._request_info["redirect_uri"], told)
        return answer

    def _login_required(self, request: HttpRequest) -> HttpResponse | None:
        answer: HttpResponse | None = way_to_consent(request) or super()._login_required(request)
        return answer

    def _handle_login_prompt(self, request: HttpRequest, prompts: list[str]) -> HttpResponse:
        """Somebody who has only accounts elsewhere has nothing to show again here: they log out, and in again."""
        if request.user.is_authenticated and not get_adapter().get_reauthentication_methods(request.user):
            after = del_query_params(request.get_full_path(), "prompt")
            return HttpResponseRedirect(add_query_params(reverse("account_logout"), {"next": after}))
        answer: HttpResponse = super()._handle_login_prompt(request, prompts)
        return answer


class DeviceCodeView(views.DeviceCodeView):  # type: ignore[misc]
    """A device, or a command line, asks for a code that somebody enters in a browser."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if refused := refusal(request):
            return refused
        apps.ensure_command_line()
        app = Client.objects.filter(pk=request.POST.get("client_id", "")).first()
        if app is None or Client.GrantType.DEVICE_CODE not in app.get_grant_types():
            return JsonResponse({"error": "unauthorized_client"}, status=400)
        if not request.POST.get("scope", "").split():
            return JsonResponse({"error": "invalid_scope", "error_description": "Name the scopes."}, status=400)
        answer: HttpResponse = super().post(request, *args, **kwargs)
        answer["Cache-Control"] = "no-store"
        return answer


class DeviceAuthorizationView(views.DeviceAuthorizationView):  # type: ignore[misc]
    """The page where the code is entered. Unlike allauth's it is not exempt from the check against forged requests."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = way_to_consent(request) or super().dispatch(request, *args, **kwargs)
        return answer

    def _dispatch_authorization(
        self, request: HttpRequest, user_code: str, device_code: str, client: Client
    ) -> HttpResponse:
        asked = (cache.get(device_codes.cache_device_code_key(device_code)) or {}).get("scope") or ()
        request.may = apps.words(asked)  # type: ignore[attr-defined]
        if request.method != "POST":
            return self._answered(request, user_code, device_code, client)
        with transaction.atomic():
            grants.lock(device_code)
            if not grants.hold(request, client.pk):
                return HttpResponseRedirect(request.get_full_path())  # it says what is wrong
            if request.POST.get("action") == "confirm":
                grants.note_consent(request, client, device_code)
            return self._answered(request, user_code, device_code, client)

    def _answered(self, *asked: Any) -> HttpResponse:
        answer: HttpResponse = super()._dispatch_authorization(*asked)
        return answer


class TokenView(views.TokenView):  # type: ignore[misc]
    """A code, the code of a device or a refresh token for an access token."""

    def post(self, request: HttpRequest) -> HttpResponse:
        return refusal(request) or self._exchanged(request)

    @transaction.atomic
    def _exchanged(self, request: HttpRequest) -> HttpResponse:
        """One after the other, where several show the same."""
        kind = request.POST.get("grant_type", "")
        shown = request.POST.get(SHOWN.get(kind, ""), "")
        if shown:
            grants.lock(shown)
        answer: HttpResponse = super().post(request)
        if answer.status_code != 200 and kind == Client.GrantType.REFRESH_TOKEN:
            grants.end_if_reused(shown)
        return answer

    def _create_token_response(self, request: HttpRequest, *, user: Any = None, data: Any = None) -> HttpResponse:
        server = get_server(pre_token=[lambda asked: self._pre_token(asked, user, data)])
        made = server.default_token_type
        made.token_generator, made.refresh_token_generator = access_token, refresh_token
        validator = server.device_code_grant.request_validator
        validator.save_bearer_token = partial(
            save_tokens, validator.save_bearer_token, request.POST.get("device_code", "")
        )
        answer: HttpResponse = convert_response(*server.create_token_response(*extract_params(request)))
        return answer


def save_tokens(
    save: Callable[..., None], device_code: str, token: dict[str, Any], asked: Request, *given: Any
) -> None:
    """Save the tokens of this answer. Raises ``InvalidGrantError`` if what the app showed for them is not valid now."""
    grants.use_up(asked, device_code)
    save(token, asked, *given)
    grants.keep_newest(asked.user, asked.client.pk)


class RevokeView(views.RevokeView):  # type: ignore[misc]
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """With a refresh token go the access tokens that the app has of that user (RFC 7009)."""
        if refused := refusal(request):
            return refused
        for each in Token.objects.by_value(request.POST.get("token", "")).filter(type=Token.Type.REFRESH_TOKEN):
            Token.objects.filter(user=each.user, client=each.client, type=Token.Type.ACCESS_TOKEN).delete()
            each.delete()  # allauth looks only for what the app's hint says it is
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer


class UserInfoView(views.UserInfoView):  # type: ignore[misc]
    """Who somebody is, for a token that still opens the API."""

    def _respond(self, request: HttpRequest) -> HttpResponse:
        if refused := counted():
            return refused
        if authenticate_token(bearer(request) or "") is None:
            return JsonResponse({"error": "invalid_token"}, status=401)
        answer: HttpResponse = super()._respond(request)
        return answer


def refusal(request: HttpRequest) -> HttpResponse | None:
    """Of a program that asks too often, cannot be read, or for whose app nobody answers any more. No app has a secret
    to name itself by in a header."""
    if often := counted():
        return often
    request.META.pop("HTTP_AUTHORIZATION", None)
    if any("\0" in value for _name, values in request.POST.lists() for value in values):
        return JsonResponse({"error": "invalid_request"}, status=400)
    try:
        get_resources(request)
    except ValidationError:
        return JsonResponse({"error": "invalid_target"}, status=400)
    if Client.objects.filter(pk=request.POST.get("client_id", ""), owner__is_active=False).exists():
        return JsonResponse({"error": "unauthorized_client"}, status=400)
    return None


def has_unregistered_redirect(asked: QueryDict) -> bool:
    """Whether the request names an address to come back to that its app has not registered."""
    app = Client.objects.filter(pk=asked.get("client_id", "")).first()
    return app is not None and not apps.calls_back(app, asked.get("redirect_uri", ""))


def counted() -> HttpResponse | None:
    """What programs of one address ask for is counted; the refusal is as OAuth words it."""
    try:
        limits.count("app_tokens")
    except TooOften as often:
        headers = {"Retry-After": str(often.retry_after)}
        return JsonResponse({"error": "temporarily_unavailable"}, status=429, headers=headers)
    return None
