"""Words that readers stumbled over, and how they are said now."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from tests.factories import announced, concede, open_for, started
from tests.markup import tight
from tournaments.director import services as director
from tournaments.kit.templatetags.kit import ordinal
from tournaments.tables import rematches, services
from tournaments.tables.models import Table

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
def test_lists_of_tables_and_matches_say_first_and_second(client: Client, ann: User, ben: User) -> None:
    concede(open_for(ann, ben), settle=False)
    assert re.findall(r'class="muted">(\w+)</span>', text(client, "/tables")) == ["1st", "2nd"]
    assert "1.º</span>" in text(client, "/tables", SPANISH)


@pytest.mark.django_db
def test_spanish_months_are_written_small(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    concede(table, settle=False)
    Table.objects.update(opened_at=1_795_348_800_000)  # 22 November 2026
    assert ">22 Nov 2026 12:00<" in tight(text(client, "/tables"))
    assert ">22 nov 2026 12:00<" in tight(text(client, "/tables", SPANISH))


@pytest.mark.django_db
def test_an_offer_of_a_rematch_says_who_made_it(as_ann: Client, client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    services.resign(table_id=table, user_id=ben.pk)
    rematches.ask(table_id=table, user_id=ann.pk)
    assert "You offered a rematch" in text(as_ann, f"/tables/{table}")
    assert "ann offers a rematch" in text(client, f"/tables/{table}")
    rematches.decline(table_id=table, user_id=ann.pk)
    assert "You withdrew your offer" in text(as_ann, f"/tables/{table}")
    assert "ann withdrew the offer" in text(client, f"/tables/{table}")


@pytest.mark.django_db
def test_tables_that_ended_are_spoken_of_only_where_there_were_any(client: Client, ann: User, ben: User) -> None:
    before, later = announced(ann.pk, [ben.pk]), started(ann.pk, [ann.pk, ben.pk])
    for tournament_id in (before, later):
        director.cancel(tournament_id=tournament_id, by=ann.pk)
    assert "called off by the organiser." in text(client, f"/tournaments/{before}")
    assert "Tables that were being played" not in text(client, f"/tournaments/{before}")
    assert "Tables that were being played" in text(client, f"/tournaments/{later}")


@pytest.mark.django_db
def test_account_pages_speak_as_the_site_does(as_ann: Client, client: Client, ann: User) -> None:
    ann.set_password("a password of hers")
    ann.save()
    as_ann.force_login(ann)
    change = text(as_ann, "/account/password/change/")
    assert "<h1> Change password </h1>" in change
    assert "Change Password" not in change
    assert ">Name</label>" in text(client, "/account/signup/")
    assert "<h1>E-mail address</h1>" in text(as_ann, "/account/email/")


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, SPANISH])
@pytest.mark.parametrize("path", ["password/reset/", "password/reset/done/", "confirm-email/"])
def test_nobody_is_sent_to_a_contact_that_is_not_given(client: Client, path: str, headers: dict[str, str]) -> None:
    assert not re.search("contact|contáct", text(client, f"/account/{path}", headers))
