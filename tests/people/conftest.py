from collections.abc import Iterator

import pytest
from django.utils import translation

from accounts.models import User
from tests.conftest import Sent


@pytest.fixture(autouse=True)
def _plain(no_limits: None, sent: Sent) -> Iterator[None]:
    """Nobody is counted, no task is sent, and no request leaves its language behind."""
    yield
    translation.deactivate()


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("stella", is_staff=True)
