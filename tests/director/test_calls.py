"""A player calls the organiser from a table: it rings at the desk until somebody has seen to it."""

import pytest

from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import client_of, open_tables, started
from tests.markup import tight
from tests.notices.conftest import Follow, follow, told  # noqa: F401
from tournaments.clubs import services as clubs
from tournaments.director import selectors
from tournaments.director.commands import desk
from tournaments.director.errors import RoomError
from tournaments.director.state.acts import Disqualify
from tournaments.notices import badge
from tournaments.tables import selectors as tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(organiser: User, ann: User, bob: User) -> str:
    return started(organiser.pk, [ann.pk, bob.pk])


def match_of(cup: str) -> str:
    return tables.summary(open_tables(cup)[0]).match or ""


def test_it_rings_and_stands_at_the_desk_until_it_is_seen_to(
    cup: str,
    ann: User,
    bob: User,
    organiser: User,
    follow: Follow,  # noqa: F811
) -> None:
    table, match = open_tables(cup)[0], match_of(cup)
    assert "Call the organiser" in client_of(ann).get(f"/tables/{table}").content.decode()
    answer = client_of(ann).post(f"/tournaments/{cup}/calls/{match}")
    assert answer["Location"] == f"/tables/{table}"
    client_of(bob).post(f"/tournaments/{cup}/calls/{match}")
    follow()
    assert told(organiser).count("desk_called") == 1
    page = client_of(organiser).get(f"/tournaments/{cup}/desk").content.decode()
    assert "Round 1, table 1: ann calls you" in tight(page)
    assert "Forfeit" not in page.partition("Needs you")[2].partition("</ol>")[0]
    client_of(organiser).post(f"/tournaments/{cup}/calls/{match}/answered")
    follow()
    assert "calls you" not in client_of(organiser).get(f"/tournaments/{cup}/desk").content.decode()
    assert badge.unread(organiser.pk) == 0


def test_in_a_club_it_rings_for_those_with_the_duty_whoever_announced_it(
    ann: User,
    bob: User,
    organiser: User,
    people: list[User],
    follow: Follow,  # noqa: F811
) -> None:
    owner, deputy, *_others = people
    club = founded(owner, deputy, organiser, ann, bob)
    for user in (deputy, organiser):
        clubs.set_role(club_id=club, by=owner.pk, user_id=user.pk, duties=("events",))
    cup = started(organiser.pk, [ann.pk, bob.pk], club=club)
    clubs.set_role(club_id=club, by=owner.pk, user_id=organiser.pk, duties=())
    desk.call(tournament_id=cup, match=match_of(cup), user_id=ann.pk)
    follow()
    assert [told(user).count("desk_called") for user in (owner, deputy, organiser)] == [1, 1, 0]
    signature = desk.Signature(by=deputy.pk, seq=selectors.at(cup).seq, reason="conduct", text="He peeked.")
    desk.rule(tournament_id=cup, wanted=Disqualify(1, 1, "keep"), signature=signature)
    reasons = [selectors.at(cup).rulings(user)[0].signed.text for user in (deputy, organiser)]
    assert reasons == ["He peeked.", None]


def test_those_alone_who_play_a_match_call_from_it(cup: str, ann: User, organiser: User) -> None:
    with pytest.raises(RoomError, match="not_your_match"):
        desk.call(tournament_id=cup, match=match_of(cup), user_id=organiser.pk)
    with pytest.raises(RoomError, match="not_your_match"):
        desk.call(tournament_id=cup, match="other", user_id=ann.pk)
    assert client_of(ann).post(f"/tournaments/{cup}/calls/{match_of(cup)}/answered").status_code == 403


def test_a_table_with_real_cards_calls_as_well(ann: User, bob: User, organiser: User) -> None:
    cup = started(organiser.pk, [ann.pk, bob.pk], in_room=True)
    table, match = open_tables(cup)[0], match_of(cup)
    assert "Call the organiser" in client_of(ann).get(f"/tables/{table}").content.decode()
    assert "Call the organiser" not in client_of(organiser).get(f"/tables/{table}").content.decode()
    client_of(ann).post(f"/tournaments/{cup}/calls/{match}")
    page = client_of(organiser).get(f"/tournaments/{cup}/desk").content.decode()
    assert "Round 1, table 1: ann calls you" in tight(page)
