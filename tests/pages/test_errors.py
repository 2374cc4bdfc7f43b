"""Pages that refuse: they keep the site's menu, and tell a stranger alone to log in."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from tests.factories import announced, open_for
from tournaments.kit import error_pages as errors

pytestmark = pytest.mark.django_db

LINKS = ("home", "games", "tournaments", "clubs", "ladders")


def in_menu(html: str) -> bool:
    return all(f'<a href="{reverse(name)}"' in html for name in LINKS)


def test_a_page_that_is_not_there_has_the_menu_and_the_reader(as_ann: Client, ann: User) -> None:
    html = as_ann.get("/nothing").content.decode()
    assert in_menu(html)
    assert reverse("player", args=[ann.username]) in html


def test_a_reader_who_is_logged_in_is_not_told_to_log_in(as_ann: Client, ben: User) -> None:
    answer = as_ann.get(f"/tournaments/{announced(ben.pk)}/edit")
    assert answer.status_code == 403
    html = answer.content.decode()
    assert "log in" not in html
    assert reverse("account_login") not in html
    assert "It belongs to somebody else." in html


@pytest.mark.parametrize("referer", ["http://testserver/tournaments?page=2", ""])
def test_a_stranger_is_led_to_log_in_and_back(client: Client, ben: User, robot: User, referer: str) -> None:
    answer = client.post(f"/tables/{open_for(ben, robot)}/resign", headers={"Referer": referer})
    assert answer.status_code == 403
    html = answer.content.decode()
    back = "?next=%2Ftournaments%3Fpage%3D2" if referer else ""
    assert f'<a class="btn primary" href="/account/login/{back}">' in html


@pytest.mark.parametrize("came", ["https://elsewhere.test/x", "//elsewhere.test", "javascript:alert(1)"])
def test_nobody_is_led_to_another_site(client: Client, ben: User, robot: User, came: str) -> None:
    answer = client.post(f"/tables/{open_for(ben, robot)}/resign", headers={"Referer": came})
    assert '<a class="btn primary" href="/account/login/">' in answer.content.decode()


def test_a_page_that_a_stranger_asked_for_is_come_back_to() -> None:
    request = RequestFactory().get("/tables/x?move=1")
    request.user = AnonymousUser()
    html = errors.forbidden(request, PermissionDenied()).content.decode()
    assert "You may have to log in" in html
    assert 'href="/account/login/?next=%2Ftables%2Fx%3Fmove%3D1"' in html


def test_a_page_of_an_outage_has_the_menu_and_asks_the_records_nothing() -> None:
    html = errors.unavailable(RequestFactory().get("/tables")).content.decode()
    assert in_menu(html)
    assert "me-link" not in html


@pytest.mark.parametrize(
    ("form", "page"), [("/play", "/"), ("/games/gasp/open", "/games/gasp"), ("/settings/erasure/keep", "/settings")]
)
def test_an_address_that_only_takes_a_form_leads_to_the_page_above_it(as_ann: Client, form: str, page: str) -> None:
    answer = as_ann.get(form, follow=True)
    assert (answer.status_code, answer.redirect_chain[-1][0]) == (200, page)
    assert as_ann.put(form).status_code == 405
