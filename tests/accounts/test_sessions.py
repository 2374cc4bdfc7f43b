"""Where somebody is logged in: listed with its last use, and ended, by nobody else."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import credentials, sessions
from accounts.credentials import Identity
from accounts.models import Session, User
from tests.accounts.entrance import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def logged_in(user: User, agent: str = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0") -> Client:
    client = Client(headers={"user-agent": agent})
    user.set_password(PASSWORD) if not user.has_usable_password() else None
    user.save()
    client.post("/account/login/", {"login": user.username, "password": PASSWORD})
    assert "_auth_user_id" in client.session
    return client


def test_every_log_in_is_listed_with_its_device_and_the_current_one_is_marked(ann: User) -> None:
    first, second = logged_in(ann), logged_in(ann, "curl/8")
    page = second.get("/settings/security").content.decode()
    assert "Firefox on Linux" in page
    assert "curl" in page
    assert [one.current for one in sessions.listed(ann, current=first.session.session_key)].count(True) == 1


def test_the_list_holds_no_key_and_no_address(ann: User) -> None:
    client = logged_in(ann)
    page = client.get("/settings/security").content.decode()
    assert str(client.session.session_key) not in page
    assert not any("127.0.0.1" in str(value) for row in Session.objects.values() for value in row.values())


def test_one_ends_a_session_of_ones_own_and_it_opens_nothing(ann: User) -> None:
    lost, mine = logged_in(ann), logged_in(ann)
    key = str(lost.session.session_key)
    stream = Identity(ann.pk, session=key, password=ann.password)
    assert credentials.still_good([stream])
    mine.post(f"/settings/sessions/{sessions.handle(key)}/end")
    assert not credentials.still_good([stream])
    assert lost.get("/settings/security").status_code == 302
    assert mine.get("/settings/security").status_code == 200


def test_nobody_ends_the_session_of_another(ann: User, bob: User) -> None:
    hers, his = logged_in(ann), logged_in(bob)
    handle = sessions.handle(str(hers.session.session_key))
    assert his.post(f"/settings/sessions/{handle}/end").status_code == 404
    assert hers.get("/settings/security").status_code == 200


def test_one_logs_out_everywhere_else(ann: User, bob: User) -> None:
    lost, mine, his = logged_in(ann), logged_in(ann), logged_in(bob)
    mine.post("/settings/sessions/end")
    assert [client.get("/settings").status_code for client in (lost, mine, his)] == [302, 200, 200]


def test_another_password_ends_the_other_sessions(ann: User) -> None:
    lost, mine = logged_in(ann), logged_in(ann)
    new = "ten brown bears"
    mine.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert mine.get("/settings").status_code == 200
    assert lost.get("/settings").status_code == 302
    assert len(sessions.listed(ann)) == 1


def test_the_last_use_is_noted_at_most_once_a_minute_and_the_beginning_stays(ann: User) -> None:
    client = logged_in(ann)
    began = timezone.now() - timedelta(days=3)
    Session.objects.update(created_at=began, last_used_at=began)
    client.get("/settings")
    row = Session.objects.get()
    assert (row.created_at, row.last_used_at is not None and row.last_used_at > began) == (began, True)
    noted = row.last_used_at
    client.get("/settings")
    assert Session.objects.get().last_used_at == noted
    session = client.session
    session["more"] = 1
    session.save()
    assert Session.objects.get().created_at == began


def test_an_ended_session_is_not_listed(ann: User) -> None:
    logged_in(ann)
    Session.objects.update(expire_date=timezone.now())
    assert sessions.listed(ann) == []
