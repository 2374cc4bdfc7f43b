"""What a client needs to know of the provider before it asks anything."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.oauth import keys, views
from accounts.oauth.adapter import IDENTITY, OIDCAdapter
from accounts.oauth.apps import Kind
from accounts.scopes import SCOPES


@require_safe
def public_keys(_request: HttpRequest) -> HttpResponse:
    """By which ID tokens are checked. Made once: reading a private key takes 50 ms."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    answer = JsonResponse({"keys": [keys.public(each) for each in secrets]})
    answer["Cache-Control"] = f"max-age={OIDCAdapter().get_jwks_cache_control()}, must-revalidate"
    return answer


@require_safe
def configuration(_request: HttpRequest) -> HttpResponse:
    """What a client needs to know of the provider (OpenID Connect Discovery; RFC 8414)."""
    named = {
        "authorization_endpoint": "authorization",
        "token_endpoint": "token",
        "device_authorization_endpoint": "device_code",
        "revocation_endpoint": "revoke",
        "userinfo_endpoint": "userinfo",
        "jwks_uri": "jwks",
    }
    told = {key: settings.SITE_URL + reverse(f"idp:oidc:{name}") for key, name in named.items()}
    answer = JsonResponse(
        told
        | {
            "issuer": settings.SITE_URL,
            "scopes_supported": [*IDENTITY, *SCOPES],
            "response_types_supported": ["code"],
            "grant_types_supported": [Kind.AUTHORIZATION_CODE, Kind.REFRESH_TOKEN, Kind.DEVICE_CODE],
            "code_challenge_methods_supported": [views.METHOD],
            "token_endpoint_auth_methods_supported": ["none"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "subject_types_supported": ["public"],
            "claims_supported": ["sub", "iss", "aud", "exp", "iat", "preferred_username"],
        }
    )
    answer["Access-Control-Allow-Origin"] = "*"
    return answer
