"""Sign-up, log-in, passwords and e-mail addresses: allauth's paths, the first two open to guests."""

from __future__ import annotations

from django.urls import include, path

from accounts import views

urlpatterns = [
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("login/", views.LoginView.as_view(), name="account_login"),
    path("", include("allauth.account.urls")),
]
