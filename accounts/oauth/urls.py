"""The provider's addresses: what programs ask is under ``/api/``, where any page may ask without cookies."""

from django.urls import include, path

from accounts.oauth import discovery, views

_NAMED = [
    path(".well-known/openid-configuration", discovery.configuration, name="configuration"),
    path("api/oauth/jwks.json", discovery.public_keys, name="jwks"),
    path("oauth/authorize", views.AuthorizationView.as_view(), name="authorization"),
    path("oauth/device", views.DeviceAuthorizationView.as_view(), name="device_authorization"),
    path("api/oauth/device", views.DeviceCodeView.as_view(), name="device_code"),
    path("api/oauth/token", views.TokenView.as_view(), name="token"),
    path("api/oauth/revoke", views.RevokeView.as_view(), name="revoke"),
    path("api/oauth/userinfo", views.UserInfoView.as_view(), name="userinfo"),
]

urlpatterns = [path("", include((([path("", include((_NAMED, "oidc")))]), "idp")))]
