"""Sign-up, log-in, passwords, addresses and second factors: allauth's paths, some with views of our own."""

from allauth.socialaccount import views as elsewhere
from django.urls import include, path
from django.views.generic import RedirectView

from accounts import elsewhere_views, views

_SECURITY = RedirectView.as_view(pattern_name="settings-security")
_LISTS = (("", "mfa_index"), ("webauthn/", "mfa_list_webauthn"))
"""What allauth lists on pages of its own stands on one of the settings' pages."""

urlpatterns = [
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("email/", views.addresses, name="account_email"),
    path("password/set/", views.set_password, name="account_set_password"),
    path("password/change/", views.change_password, name="account_change_password"),
    path("", include("allauth.account.urls")),
    *(path(f"second-factor/{part}", _SECURITY, name=name) for part, name in _LISTS),
    path("second-factor/authenticate/", views.AuthenticateView.as_view(), name="mfa_authenticate"),
    path("second-factor/webauthn/login/", views.PasskeyLoginView.as_view(), name="mfa_login_webauthn"),
    path("second-factor/totp/activate/", views.activate_totp, name="mfa_activate_totp"),
    path("second-factor/webauthn/add/", views.add_passkey, name="mfa_add_webauthn"),
    path("second-factor/", include("allauth.mfa.urls")),
    path("elsewhere/", _SECURITY, name="socialaccount_connections"),
    path("elsewhere/signup/", views.ElsewhereSignupView.as_view(), name="socialaccount_signup"),
    path("elsewhere/cancelled/", elsewhere.login_cancelled, name="socialaccount_login_cancelled"),
    path("elsewhere/<slug:provider_id>/login/", elsewhere_views.begin, name="openid_connect_login"),
    path("elsewhere/<slug:provider_id>/callback/", elsewhere_views.come_back, name="openid_connect_callback"),
    path("elsewhere/<int:account>/disconnect", elsewhere_views.disconnect, name="elsewhere-disconnect"),
]
