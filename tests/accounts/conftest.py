"""A user whom an app asks for consent, and the app."""

import pytest
from allauth.idp.oidc.models import Client as App
from django.test import Client

from accounts.models import User
from accounts.oauth import apps
from tests.accounts.consent import BACK
from tests.accounts.entrance import PASSWORD, log_in


@pytest.fixture
def ben() -> User:
    return User.objects.create_user("ben", password=PASSWORD)


@pytest.fixture
def app(ben: User) -> App:
    return apps.register(owner=ben, name="Score keeper", redirects=[BACK], devices=True)


@pytest.fixture
def anns(ann: User) -> Client:
    """Ann's, in which she has just logged in."""
    ann.set_password(PASSWORD)
    ann.save()
    client = Client()
    log_in(client)
    return client
