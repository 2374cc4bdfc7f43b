"""Another name: every thirty days; the old one is kept for its owner, and an erased one is nobody's again."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import privacy, renaming, services
from accounts.errors import NameTaken, RenamedLately
from accounts.models import ErasedName, FormerName, User
from tests.accounts.entrance import sign_up
from tests.factories import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def days_ago(user: User, days: float) -> None:
    """As if *user* had been renamed so long ago."""
    then = timezone.now() - timedelta(days=days)
    User.objects.filter(pk=user.pk).update(renamed_at=then)
    FormerName.objects.filter(user=user).update(until=then)
    user.refresh_from_db()


def test_a_name_stays_for_thirty_days(ann: User) -> None:
    services.rename(user=ann, name="Carla")
    with pytest.raises(RenamedLately):
        services.rename(user=ann, name="Dora")
    ann.refresh_from_db()
    assert ann.username == "Carla"
    days_ago(ann, 29.9)
    assert renaming.free_again(ann) is not None
    days_ago(ann, 30.1)
    services.rename(user=ann, name="Dora")
    assert [former.name for former in ann.former_names.all()] == ["Carla", "ann"]


def test_two_requests_at_once_keep_one_name_from_others_not_two(ann: User) -> None:
    """Both have read the account before either has written."""
    again = User.objects.get(pk=ann.pk)
    services.rename(user=ann, name="Carla")
    with pytest.raises(RenamedLately):
        services.rename(user=again, name="Dora")
    assert [former.name for former in ann.former_names.all()] == ["ann"]


def test_the_page_says_beside_the_field_when_another_name_may_be_taken(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert client.post("/settings", {"name": "Carla", "timezone": ""}).status_code == 302
    told = client.post("/settings", {"name": "Dora", "timezone": ""})
    assert told.status_code == 422
    assert "You can change your name every 30 days" in told.content.decode()


def test_a_name_that_was_given_up_is_kept_for_180_days() -> None:
    ann, ben = User.objects.create_user("Billy"), User.objects.create_user("ben")
    services.rename(user=ann, name="Carla")
    for name in ("Billy", "Bi1ly"):
        with pytest.raises(NameTaken):
            services.rename(user=ben, name=name)
    sign_up(Client(), "Bi1ly")
    assert User.objects.count() == 2
    days_ago(ann, 179.9)
    with pytest.raises(NameTaken):
        services.rename(user=ben, name="Bi1ly")
    days_ago(ann, 180.1)
    services.rename(user=ben, name="Bi1ly")
    with pytest.raises(NameTaken):
        services.rename(user=ann, name="Billy")


def test_the_owner_of_a_name_that_was_given_up_may_have_it_back(ann: User) -> None:
    services.rename(user=ann, name="Carla")
    days_ago(ann, 31)
    services.rename(user=ann, name="ann")
    assert User.objects.get(pk=ann.pk).username == "ann"


def test_a_guests_name_is_nobodys_choice_and_is_not_kept() -> None:
    guest = services.create_guest()
    old = guest.username
    services.rename(user=guest, name="Carla")
    services.rename(user=guest, name="Dora")
    assert not FormerName.objects.exists()
    services.rename(user=User.objects.create_user("ben"), name=old)


def test_an_erased_name_is_nobodys_again_and_cannot_be_read(ann: User) -> None:
    renaming.shut(["Billy"])
    renaming.shut(["Billy"])
    with pytest.raises(NameTaken):
        services.rename(user=ann, name="Bi1ly")
    with pytest.raises(NameTaken):
        services.make_bot("Billy", "greedy")
    (row,) = ErasedName.objects.values_list("digest", flat=True)
    assert b"illy" not in bytes(row)


def test_an_old_address_leads_to_the_player_unless_they_hide_it(client: Client, ann: User) -> None:
    services.rename(user=ann, name="Carla")
    assert client.get("/players/ann")["Location"] == "/players/Carla"
    privacy.choose(user=ann, choices={"show_former_names": False})
    assert client.get("/players/ann").status_code == 404
    privacy.choose(user=ann, choices={"show_former_names": True})
    assert client.get("/players/nobody").status_code == 404
    days_ago(ann, 181)
    assert client.get("/players/ann").status_code == 404


def test_a_profile_names_who_somebody_was_for_180_days_unless_they_hide_it(client: Client, ann: User) -> None:
    services.rename(user=ann, name="Carla")
    own = client_of(ann)

    def told(reader: Client) -> tuple[bool, list[str]]:
        page = reader.get("/players/Carla").content.decode()
        return "before: ann" in page, reader.get("/api/players/Carla").json()["former_names"]

    assert told(client) == told(own) == (True, ["ann"])
    privacy.choose(user=ann, choices={"show_former_names": False})
    assert told(client) == (False, [])
    assert told(own) == (True, ["ann"])
    privacy.choose(user=ann, choices={"show_former_names": True})
    days_ago(ann, 181)
    assert told(client) == told(own) == (False, [])
