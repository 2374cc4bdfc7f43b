"""Pages in frames of other sites: what a stranger sees, without cookies or forms; and the oEmbed answers about them."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from engine.registry import GAMES
from tests.clubs.founding import founded
from tests.factories import announced, client_of, decide_once, open_tables, played_out, started
from tournaments.clubs.selectors import club

pytestmark = pytest.mark.django_db

FRAMED = "frame-ancestors *"


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def tournament(organiser: User, ann: User, ben: User) -> str:
    return started(organiser.pk, [ann.pk, ben.pk])


@pytest.fixture
def table(tournament: str) -> str:
    (found,) = open_tables(tournament)
    decide_once(found)
    return found


@pytest.fixture
def over() -> str:
    return played_out(GAMES["duck-soup"])


def framed(client: Client, path: str, status: int = 200) -> str:
    """The page, without what differs between two askings."""
    answer = client.get(path)
    assert answer.status_code == status, path
    assert FRAMED in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    return re.sub(r"\s+", " ", answer.content.decode())


@pytest.fixture
def paths(tournament: str, table: str, over: str, ann: User) -> list[str]:
    cup = started(ann.pk, [User.objects.create(username=f"knight-{n}").pk for n in range(4)], format="knock-out")
    slug = club(founded(ann)).founded.slug
    return [
        f"/tournaments/{tournament}/embed",
        f"/tournaments/{tournament}/standings/embed",
        f"/tournaments/{cup}/bracket/embed",
        f"/tables/{table}/embed",
        f"/tables/{over}/embed",
        f"/tables/{over}/replay/embed?move=3",
        f"/clubs/{slug}/embed",
    ]


def test_what_stands_in_a_frame_lets_nothing_be_done_and_is_the_same_for_everybody(
    paths: list[str], client: Client, as_ann: Client
) -> None:
    for path in paths:
        page = framed(client, path)
        assert 'method="post"' not in page
        assert "csrf" not in page
        assert framed(as_ann, path) == page
        assert 'name="robots" content="noindex"' in page


def test_no_page_itself_may_be_framed(paths: list[str], client: Client) -> None:
    for path in paths:
        answer = client.get(path.replace("/embed", ""))
        assert answer.status_code == 200, path
        assert FRAMED not in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"


def test_a_frame_says_what_it_shows_and_leads_there(tournament: str, over: str, client: Client) -> None:
    standings = framed(client, f"/tournaments/{tournament}/embed")
    assert "<h1>Tuesday</h1>" in standings
    assert 'href="/tournaments/' + tournament in standings
    replay = framed(client, f"/tables/{over}/embed?move=3")
    assert 'data-move="3"' in replay
    assert f'href="/tables/{over}/replay"' in replay


def test_before_the_first_round_the_entries_are_shown(organiser: User, ann: User, client: Client) -> None:
    assert ">ann</a>" in framed(client, f"/tournaments/{announced(organiser.pk, [ann.pk])}/embed")


def test_a_table_that_is_played_is_shown_a_minute_late(table: str, client: Client) -> None:
    page = framed(client, f"/tables/{table}/embed")
    (board,) = re.findall(r'hx-get="([^"]+)"', page)
    assert "table-page" not in framed(client, board)
    assert "It has not begun yet." in page or "About to begin" in page  # a minute ago


def test_a_frame_is_stepped_through_with_what_a_stranger_sees_and_leads_to_nothing_but_itself(
    over: str, client: Client
) -> None:
    page = framed(client, f"/tables/{over}/embed?move=3")
    (positions,) = re.findall(r'data-positions="([^"]+)"', page)
    second = client_of(User.objects.get(username="duck-soup-1"))
    asked = [asker.get(f"{positions}?seat=all") for asker in (client, second)]
    assert asked[0].content == asked[1].content
    assert FRAMED in asked[0]["Content-Security-Policy"]
    line = client.get(f"/tables/{over}/embed?move=3&on")
    assert line.status_code == 302
    assert "Line from move" in framed(client, line["Location"])
    assert re.findall(r'<form [^>]*action="([^"]+)"', page) == [f"/tables/{over}/embed"]


def test_a_table_that_is_played_has_no_positions_in_a_frame(table: str, client: Client) -> None:
    framed(client, f"/tables/{table}/embed/positions", 422)


def test_what_is_private_is_refused_in_the_frame_to_its_members_too(ann: User, as_ann: Client, client: Client) -> None:
    hidden = founded(ann, visibility="private", join="invitation", slug="quiet")
    event = announced(ann.pk, name="Among ourselves", club=hidden)
    for asker in (as_ann, client):
        for path in ("/clubs/quiet/embed", f"/tournaments/{event}/embed", "/clubs/nobody/embed", "/tables/x/embed"):
            assert "Among ourselves" not in framed(asker, path, 404)
    assert "Among ourselves" in as_ann.get(f"/tournaments/{event}").content.decode()


def test_without_a_bracket_there_is_no_frame_of_one(tournament: str, client: Client) -> None:
    framed(client, f"/tournaments/{tournament}/bracket/embed", 404)


# -- oEmbed


def oembed(client: Client, **asked: Any) -> Any:
    return client.get(f"/oembed?{urlencode(asked)}")


def test_a_page_names_the_address_that_gives_its_frame(paths: list[str], client: Client) -> None:
    for path in paths:
        own, frame = settings.SITE_URL + path.replace("/embed", ""), settings.SITE_URL + path
        answer = oembed(client, url=own)
        assert answer.status_code == 200
        said = json.loads(answer.content)
        assert said["html"].startswith(f'<iframe src="{frame}" width="640" height="420"')
        assert (said["type"], said["version"], said["width"], said["height"]) == ("rich", "1.0", 640, 420)
        assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("part", ["/tournaments/{tournament}", "/tables/{over}/replay"])
def test_a_page_is_found_by_programs_that_read_it(part: str, tournament: str, over: str, client: Client) -> None:
    page = client.get(part.format(tournament=tournament, over=over)).content.decode()
    (address,) = re.findall(r'type="application/json\+oembed" href="([^"]+)"', page)
    assert client.get(address).status_code == 200


def test_a_frame_is_no_larger_than_there_is_room(tournament: str, client: Client) -> None:
    url = f"{settings.SITE_URL}/tournaments/{tournament}"
    said = json.loads(oembed(client, url=url, maxwidth=320, maxheight=9999).content)
    assert (said["width"], said["height"]) == (320, 420)
    for wrong in ("", "-1", "wide", "3e2", "٣٢٠", "1" * 30):
        assert oembed(client, url=url, maxwidth=wrong).status_code == 422


def test_oembed_says_nothing_of_what_is_there(client: Client) -> None:
    assert oembed(client, url=f"{settings.SITE_URL}/tables/nothing-at-all").status_code == 200
    for elsewhere in ("", "https://other.example/tables/x", f"{settings.SITE_URL}/settings", "//["):
        assert oembed(client, url=elsewhere).status_code == 404, elsewhere


def test_xml_is_not_spoken_and_that_is_no_error_of_the_service(
    tournament: str, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert oembed(client, url=f"{settings.SITE_URL}/tournaments/{tournament}", format="xml").status_code == 501
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


def test_the_code_for_ones_own_website_stands_in_the_share_panel(
    tournament: str, over: str, client: Client, paths: list[str]
) -> None:
    for path, frame in (
        (f"/tournaments/{tournament}", f"/tournaments/{tournament}/embed"),
        (f"/tables/{over}/replay/share?move=2&seat=public", f"/tables/{over}/replay/embed?move=2&amp;seat=public"),
        (paths[-1].replace("/embed", ""), paths[-1]),
    ):
        page = client.get(path).content.decode()
        assert f"&lt;iframe src=&quot;{settings.SITE_URL}{frame}" in page.replace("&amp;amp;", "&amp;"), path
