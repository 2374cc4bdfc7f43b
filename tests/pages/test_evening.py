"""The desk through an evening: who has not come, what is over, what has happened, and words to some alone."""

import pytest

from accounts.models import User
from tests.clock import Clock
from tests.factories import announced, client_of, concede, open_tables, started
from tests.notices.conftest import Follow, follow, told  # noqa: F401
from tournaments.director import selectors, tasks
from tournaments.director import services as director
from tournaments.director.commands import desk
from tournaments.director.display import attention
from tournaments.director.errors import RoomError
from tournaments.tables import selectors as tables
from tournaments.tables import services

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def page(cup: str, organiser: User, query: str = "") -> str:
    return " ".join(client_of(organiser).get(f"/tournaments/{cup}/desk{query}").content.decode().split())


def test_who_does_not_come_twice_in_a_row_stands_first(organiser: User, people: list[User], clock: Clock) -> None:
    cup = started(organiser.pk, [user.pk for user in people[:4]], rounds=3, format="round-robin", grace_minutes=5)
    for _round in range(2):
        for table in open_tables(cup):
            for user in tables.summary(table).seats:
                if user != people[0].pk:
                    services.arrive(table_id=table, user_id=user or 0)
        clock.now += 6 * 60_000
        tasks.tick()
        for table in open_tables(cup):
            if tables.summary(table).status == "playing":
                concede(table)
    at = selectors.at(cup)
    away = attention.missing(at.tournament, at.entries)
    assert [(each.entry.user, each.matches) for each in away] == [(people[0].pk, 2)]
    shown = page(cup, organiser)
    assert "1 has not come to the last match" in shown
    assert "has missed 2 matches in a row." in shown
    number = away[0].entry.number
    assert f'href="/tournaments/{cup}/remove?entry={number}&amp;from=desk"' in shown
    answer = client_of(organiser).post(f"/tournaments/{cup}/remove", {"entry": number, "from": "desk"})
    assert answer["Location"] == f"/tournaments/{cup}/desk"
    assert "has not come to the last match" not in page(cup, organiser)


def test_finished_tables_and_the_log_stand_there(organiser: User, people: list[User]) -> None:
    cup = started(organiser.pk, [user.pk for user in people[:4]])
    concede(open_tables(cup)[0])
    shown = page(cup, organiser)
    assert "Finished tables" in shown
    assert "the result is in." in shown
    assert "Round 1 was published." in shown


def test_the_desk_is_there_before_the_start(organiser: User, people: list[User]) -> None:
    cup = announced(organiser.pk, [people[0].pk])
    assert f"{people[0].username} entered." in page(cup, organiser)
    assert f"/tournaments/{cup}/desk" in client_of(organiser).get(f"/tournaments/{cup}").content.decode()


def test_who_has_left_before_the_start_is_named_in_the_log(organiser: User, people: list[User]) -> None:
    cup = announced(organiser.pk, [user.pk for user in people[:3]])
    director.withdraw(tournament_id=cup, user_id=people[1].pk)
    director.withdraw(tournament_id=cup, user_id=people[2].pk, by=organiser.pk)
    assert f"{people[1].username} withdrew." in page(cup, organiser)
    assert f"{people[2].username} was taken out." in page(cup, organiser)


def test_a_message_to_one_table_is_read_by_those_who_sit_there(
    organiser: User,
    people: list[User],
    follow: Follow,  # noqa: F811
) -> None:
    cup = started(organiser.pk, [user.pk for user in people[:4]])
    table = tables.summary(open_tables(cup)[0])
    client_of(organiser).post(f"/tournaments/{cup}/message", {"to": f"match-{table.match}", "text": "Please go on."})
    follow()
    here = {user.pk for user in people[:4] if "Please go on." in _messages(cup, user)}
    assert here == set(table.seats)
    assert {user.pk for user in people[:4] if "desk_message" in told(user)} == here
    assert "Please go on." in page(cup, organiser)


def test_a_message_to_somebody_who_is_not_there_is_refused(organiser: User, people: list[User]) -> None:
    cup = started(organiser.pk, [user.pk for user in people[:4]])
    with pytest.raises(RoomError, match="bad_entries"):
        desk.send_message(tournament_id=cup, by=organiser.pk, text="Hello.", to=[99])
    answer = client_of(organiser).post(
        f"/tournaments/{cup}/message", {"to": "match-none", "text": "Hello."}, follow=True
    )
    assert "Not sent" in answer.content.decode()


def _messages(cup: str, user: User) -> str:
    return client_of(user).get(f"/tournaments/{cup}/messages").content.decode()
