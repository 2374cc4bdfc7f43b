"""Everything that is kept of somebody, in one file, and nothing that opens anything."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts import privacy, services
from accounts.models import User
from tests.factories import announced, client_of, concede, open_for
from tournaments.director.commands.organisers import name_organisers
from tournaments.people import chat, export, friends, places

pytestmark = pytest.mark.django_db


def exported(user: User) -> Any:
    return json.loads(export.document(user))


def test_an_empty_account_is_a_whole_document(ann: User) -> None:
    document = exported(ann)
    assert document["account"]["name"] == "ann"
    assert set(export.SECTIONS) <= set(document)
    assert document["tables"] == document["chat"] == []


def test_everything_is_in_it(ann: User, bob: User, cleo: User) -> None:
    services.rename(user=ann, name="Carla")
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True)
    token, text = services.create_token(user=ann, name="my bot")
    table = open_for(ann, bob)
    chat.write(user=ann, place=places.at_table(table), text="Good luck!")
    chat.write(user=bob, place=places.at_table(table), text="You too.")
    concede(table)
    friends.ask(user=ann, name="bob")
    privacy.block(user=ann, other=cleo)
    tournament = announced(bob.pk, [ann.pk])
    own = announced(ann.pk, description="Bring tea.")
    name_organisers(tournament_id=tournament, by=bob.pk, users=[ann.pk])
    client = client_of(ann)
    answer = client.get("/settings/export")
    assert answer["Content-Disposition"] == 'attachment; filename="cardroom-export.json"'
    document = answer.json()
    assert document["former_names"][0]["name"] == "ann"
    assert document["addresses"][0]["email"] == "ann@example.org"
    assert document["tokens"][0]["name"] == "my bot"
    assert [line["body"] for line in document["chat"]] == ["Good luck!"]
    assert [one["id"] for one in document["tables"]] == [table]
    assert [one["id"] for one in document["tournaments"]] == [tournament]
    assert document["directing"] == [
        {"tournament": one, "role": role} for one, role in sorted([(tournament, "asked"), (own, "organiser")])
    ]
    assert document["friends"][0]["name"] == "bob"
    assert document["blocked"] == [{"name": "cleo"}]
    assert document["clubs"] == []
    assert "Bring tea." in [one["text"] for one in document["texts"]]
    assert len(document["sessions"]) == 1
    assert "cannot be changed" in document["note"]
    whole = json.dumps(document)
    for secret in (text, token.digest.hex(), ann.password, str(client.session.session_key)):
        assert secret not in whole


def test_a_long_list_is_whole(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "_BATCH", 2)
    tables = [open_for(ann, None) for _ in range(5)]
    cups = [announced(bob.pk, [ann.pk]) for _ in range(5)]
    document = exported(ann)
    assert sorted(one["id"] for one in document["tables"]) == sorted(tables)
    assert sorted(one["id"] for one in document["tournaments"]) == sorted(cups)


def test_strangers_have_no_export(client: Client) -> None:
    assert client.get("/settings/export").status_code == 302


@pytest.mark.parametrize("path", ["/settings/export", "/api/account/export"])
def test_it_is_whole_before_it_is_sent(ann: User, path: str) -> None:
    """Else who reads it slowly holds one of the few threads that answer everybody."""
    client = client_of(ann)
    answer = client.get(path)
    assert (answer.status_code, answer.streaming) == (200, False)
