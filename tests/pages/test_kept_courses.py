"""What a replay shows beside the felt is drawn once for all readers with the same eyes."""

import pytest
from django.test import Client

from accounts import renaming
from accounts.models import User
from engine.registry import GAMES
from tests.factories import client_of, played_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]
PARTS = {"tables/course_rows.html", "tables/strip.html"}


@pytest.fixture
def table() -> str:
    return played_out(GAMES["german-whist"])


def seen(client: Client, table: str, **asked: str) -> str:
    return client.get(f"/tables/{table}/replay", asked).content.decode()


def test_what_one_reader_had_drawn_serves_all_at_any_move(table: str, ann: User, drawn: list[str | None]) -> None:
    first = seen(Client(), table)
    assert PARTS.issubset(drawn)
    drawn.clear()
    rows = first[first.index('id="grid"') : first.index('id="moves"')]
    assert rows in seen(Client(), table, move="9")
    assert rows in seen(client_of(ann), table)
    assert PARTS.isdisjoint(drawn)


@pytest.mark.parametrize("asked", [{"seat": "1"}, {"front": "1"}, {"seat": "public"}])
def test_other_eyes_have_their_own(table: str, asked: dict[str, str], drawn: list[str | None]) -> None:
    seen(Client(), table)
    drawn.clear()
    seen(Client(), table, **asked)
    assert PARTS.issubset(drawn)


def test_one_without_spoilers_is_drawn_as_far_as_it_is_reached(table: str) -> None:
    seen(Client(), table)
    assert seen(Client(), table, spoilers="off", move="9").count('class="ahead"') > 9


def test_a_new_name_shows_at_once(table: str) -> None:
    user = User.objects.get(username="german-whist-0")
    assert ">german-whist-0<" in seen(Client(), table)
    renaming.rename(user=user, name="Adelaide")
    page = seen(Client(), table)
    assert ">Adelaide<" in page
    assert "german-whist-0" not in page


def test_a_reader_of_another_language_has_it_in_it(table: str) -> None:
    assert "Each row is a trick" in seen(Client(), table)
    assert "Each row is a trick" not in seen(Client(headers={"Accept-Language": "es"}), table)
