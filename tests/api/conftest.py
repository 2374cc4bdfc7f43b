"""The people, bots and callers of these tests."""

from collections.abc import Callable

import pytest

from accounts import services as accounts
from accounts.models import User
from tests.api.client import Caller


@pytest.fixture(autouse=True)
def bots(db: None, fresh_allowances: None) -> list[User]:
    names = [("Bert", "uniform"), ("Bela", "uniform"), ("Gert", "greedy"), ("Gusti", "greedy"), ("Greta", "greedy")]
    made = [User(username=name, bot_level=level) for name, level in names]
    for bot in made:
        bot.set_unusable_password()
    return User.objects.bulk_create(made)


@pytest.fixture
def caller() -> Callable[[str], Caller]:
    """Makes a caller with an account of that name."""
    return lambda name: Caller(User.objects.create_user(name))


@pytest.fixture
def ann(caller: Callable[[str], Caller]) -> Caller:
    return caller("ann")


@pytest.fixture
def bob(caller: Callable[[str], Caller]) -> Caller:
    return caller("bob")


@pytest.fixture
def guest() -> Caller:
    return Caller(accounts.create_guest())


@pytest.fixture
def stranger() -> Caller:
    return Caller()
