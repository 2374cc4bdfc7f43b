"""What is seen of a tournament that is drawn again: the question before, its old tables, codes, notices."""

import pytest

from accounts.models import User
from tests.api.client import Caller
from tests.director.left_out import admit, begun, out, play_a_card, state
from tests.factories import client_of, open_tables
from tests.notices.conftest import Follow, follow, told  # noqa: F401
from tournaments.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all", "no_limits")]


def test_programs_are_answered_by_a_code(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], ann)
    caller, path = Caller(organiser), f"/api/tournaments/{cup}/entries/{out(cup)}/admit"
    assert caller.post(path).status == 200
    assert caller.get(f"/api/tournaments/{cup}")["round"] == 1
    late = begun(organiser, people[:4], ann)
    play_a_card(open_tables(late)[0])
    answer = caller.post(f"/api/tournaments/{late}/entries/{out(late)}/admit")
    assert (answer.status, answer["code"]) == (409, "too_late")


def test_the_page_asks_and_says_what_follows(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], ann)
    client, entry, seq = client_of(organiser), out(cup), state(cup).seq
    assert "take in until a card is played" in client.get(f"/tournaments/{cup}").content.decode()
    page = client.get(f"/tournaments/{cup}/admit?entry={entry}").content.decode()
    assert "Take ann in?" in page
    assert "2 tables that are open now end without a result." in page
    assert state(cup).seq == seq, "asking changes nothing"
    assert client_of(ann).get(f"/tournaments/{cup}/admit?entry={entry}").status_code == 403
    assert client.get(f"/tournaments/{cup}/admit?entry=99").status_code == 302
    assert "Enter and draw again" in client.get(f"/tournaments/{cup}/walk-ins").content.decode()
    old = open_tables(cup)[0]
    client.post(f"/tournaments/{cup}/admit", {"entry": str(entry)})
    assert state(cup).seq > seq
    assert "admit-form" not in client.get(f"/tournaments/{cup}").content.decode()
    assert "the tournament is drawn again" in client.get(f"/tables/{old}").content.decode()


def test_at_a_table_with_real_cards_they_read_why_it_is_over(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], ann, in_room=True)
    old = open_tables(cup)[0]
    admit(cup, organiser)
    assert "the tournament is drawn again" in client_of(people[0]).get(f"/tables/{old}").content.decode()


def test_notices_lead_to_the_new_tables_alone(
    organiser: User,
    people: list[User],
    ann: User,
    follow: Follow,  # noqa: F811
) -> None:
    cup = begun(organiser, people[:3], ann)
    follow()
    assert Notice.objects.filter(user=ann, kind="left_out", over_at=None).exists()
    old, new = open_tables(cup), list[str]()
    admit(cup, organiser)
    follow()
    new = open_tables(cup)
    paired = Notice.objects.filter(kind="round_paired", over_at=None)
    assert set(paired.values_list("subject", flat=True)) == set(new)
    assert not paired.filter(subject__in=old).exists()
    assert paired.filter(user=ann).exists()
    assert not Notice.objects.filter(user=ann, kind="left_out", over_at=None).exists()
