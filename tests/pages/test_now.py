"""What goes on now is drawn once for everybody, and asks for little."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.middleware.csrf import get_token
from django.test import Client
from django.test.utils import CaptureQueriesContext
from redis import RedisError

from accounts.models import User
from tests.factories import open_for
from tests.markup import tight
from tournaments.tables.web import now

pytestmark = pytest.mark.django_db

PARTS = ("/now", "/now/tables", "/now/tv")


@pytest.fixture(autouse=True)
def nothing_drawn() -> None:
    """What another test's reader was shown is not for this one's."""
    now.forget()


@pytest.mark.parametrize("path", PARTS)
def test_one_render_serves_every_reader_without_a_query(as_ann: Client, ann: User, ben: User, path: str) -> None:
    open_for(ann, None)
    open_for(ann, ben, rated=True)
    open_for(ann, None, rated=True)
    stranger, spanish = Client(), Client(headers={"Accept-Language": "es"})
    first = stranger.get(path)
    assert b"ann" in first.content
    with CaptureQueriesContext(connection) as asked:
        assert as_ann.get(path).content == first.content
        assert stranger.get(path).content == first.content
    assert len(asked) == 0
    assert "untuable" in spanish.get(path).content.decode()


@pytest.mark.parametrize("path", PARTS)
def test_nothing_of_a_reader_is_in_what_all_share(as_ann: Client, ann: User, path: str) -> None:
    open_for(ann, None)
    answer = as_ann.get(path, headers={"Accept-Encoding": "identity"})
    assert answer.status_code == 200
    assert "csrf" not in answer.content.decode()
    assert not answer.cookies


@pytest.mark.parametrize(("page", "path"), [("/", "/now"), ("/tables", "/now/tables"), ("/tv", "/now/tv")])
def test_a_page_begins_with_the_part_that_it_asks_for_again(client: Client, ann: User, page: str, path: str) -> None:
    open_for(ann, None)
    whole = client.get(page).content.decode()
    assert f'hx-get="{path}"' in whole
    assert client.get(path).content.decode() in whole


def test_what_has_not_changed_is_not_sent_again(client: Client, ann: User, ben: User) -> None:
    first = client.get("/now")
    again = client.get("/now", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    open_for(ann, ben)
    now.forget()
    changed = client.get("/now", headers={"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed["Cache-Control"]) == (200, "no-cache")
    assert changed["ETag"] != first["ETag"]


def test_while_a_part_is_drawn_anew_others_are_shown_the_last_one(
    client: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = client.get("/now").content
    open_for(ann, None)
    draw, seen = now._drawn, []

    def slowly(kind: now.Kind) -> Any:
        seen.append(Client().get("/now").content)
        return draw(kind)

    monkeypatch.setattr(now, "_drawn", slowly)
    cache.delete("now/home/en/fresh")
    after = client.get("/now").content
    assert seen == [before]
    assert after != before


def test_without_valkey_everybody_is_shown_what_goes_on(
    client: Client, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_given: object, **_named: object) -> None:
        raise RedisError("away")

    client.get("/now")
    open_for(ann, None)
    monkeypatch.setattr("tournaments.platform.valkey.Client.execute_command", away)
    assert b"ann" in client.get("/now").content


def test_one_joins_from_the_list_without_a_script(ann: User) -> None:
    table = open_for(ann, None)
    guest = Client(enforce_csrf_checks=True)
    page = guest.get("/tables")
    html = tight(page.content.decode())
    assert f'form="join-a-table" formaction="/tables/{table}/join"' in html
    assert html.count('id="join-a-table"') == 1
    token = get_token(page.wsgi_request)
    assert guest.post(f"/tables/{table}/join", {"csrfmiddlewaretoken": token}).status_code == 302
    assert guest.post(f"/tables/{table}/join").status_code == 403
