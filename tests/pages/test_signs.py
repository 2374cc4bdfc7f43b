"""The pictures that links to tournaments and clubs carry: what a stranger may see, in the language of the address."""

import re
from html import unescape
from io import BytesIO

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils.translation import override
from PIL import Image

from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import announced, concede, open_tables, started
from tests.pages.conftest import MARKUP
from tournaments.clubs.selectors import club
from tournaments.director import selectors
from tournaments.director.web.sign import _told
from tournaments.tables.web.drawing.sign import Line, Sign, sign

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def carried(client: Client, path: str) -> str:
    """The address, on this site, of the picture that a link to *path* carries."""
    found = re.search(r'<meta property="og:image" content="([^"]+)"', client.get(path).content.decode())
    assert found is not None
    return unescape(found[1]).removeprefix(settings.SITE_URL)


def size(client: Client, address: str) -> tuple[int, int]:
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return Image.open(BytesIO(answer.content)).size


@pytest.mark.parametrize("game", ["gasp-duel", "german-whist"])
def test_a_link_to_a_tournament_carries_its_picture(client: Client, organiser: User, ann: User, game: str) -> None:
    tournament = announced(organiser.pk, [ann.pk], game=game, name=MARKUP)
    address = carried(client, f"/tournaments/{tournament}")
    assert size(client, address) == (1200, 630)
    spanish = address.replace("/en.png", "/es.png")
    assert client.get(spanish).content != client.get(address).content
    assert client.get(address.replace("/en.png", "/xx.png")).status_code == 404


def test_it_shows_the_first_places_once_there_are_any(organiser: User, ann: User, ben: User) -> None:
    assert _told(selectors.at(announced(organiser.pk, [ann.pk, ben.pk]))).lines == []
    tournament = started(organiser.pk, [ann.pk, ben.pk], rounds=1)
    (table,) = open_tables(tournament)
    concede(table)
    with override("en"):
        shown = _told(selectors.at(tournament))
    assert [(line.place, line.points) for line in shown.lines] == [("1", "1"), ("2", "0")]
    assert {line.name for line in shown.lines} == {"ann", "ben"}
    assert shown.beside.endswith("2 players")


@pytest.mark.parametrize(("deck", "art"), [("decktet", "d-CM"), ("hasp-h1", "h-V"), ("french", "f-AH")])
def test_where_there_is_nothing_to_list_cards_are_shown(deck: str, art: str) -> None:
    told = Sign("Tournament", "A long name of a tournament that goes on and on", "", "", deck)
    assert f'"#{art}"' in sign(told)
    listed = sign(told._replace(lines=[Line("1", "Annabel", "2")]))
    assert ("Annabel" in listed, f'"#{art}"' in listed) == (True, False)


def test_a_link_to_a_club_carries_its_picture(client: Client, ann: User) -> None:
    address = carried(client, f"/clubs/{club(founded(ann)).founded.slug}")
    assert address.startswith("/clubs/harbour-street/sign/")
    assert size(client, address) == (1200, 630)


def test_a_private_club_and_its_tournaments_have_none(
    client: Client, as_ann: Client, organiser: User, ann: User
) -> None:
    hidden = founded(ann, visibility="private")
    tournament = announced(ann.pk, club=hidden)
    slug = club(hidden).founded.slug
    assert "social" in carried(as_ann, f"/clubs/{slug}")
    for address in (f"/clubs/{slug}/sign/en.png", f"/tournaments/{tournament}/sign/en.png"):
        assert client.get(address).status_code == as_ann.get(address).status_code == 404
