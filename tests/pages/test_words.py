"""Words that readers stumbled over, and how they are said now."""

import re

import pytest
from django.test import Client
from django.utils import translation

from tournaments.kit.templatetags.kit import ordinal

SPANISH = {"Accept-Language": "es"}


def text(client: Client, path: str, headers: dict[str, str] | None = None) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.mark.parametrize(
    ("place", "english"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_places_are_said_as_each_language_says_them(place: int, english: str) -> None:
    with translation.override("en"):
        assert ordinal(place) == english
    with translation.override("es"):
        assert ordinal(place) == f"{place}.º"


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, SPANISH])
@pytest.mark.parametrize("path", ["password/reset/", "password/reset/done/", "confirm-email/"])
def test_nobody_is_sent_to_a_contact_that_is_not_given(client: Client, path: str, headers: dict[str, str]) -> None:
    assert not re.search("contact|contáct", text(client, f"/account/{path}", headers))
