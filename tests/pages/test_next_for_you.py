"""The first page says what is next in one's clubs, and leads strangers to public ones."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.clubs.making import facts
from tests.director.test_walk_ins import link
from tests.factories import announced, client_of, concede, open_tables, started
from tests.markup import tight
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.director import services as director
from tournaments.director.commands import walk_ins
from tournaments.director.streams import TOURNAMENTS
from tournaments.leagues.ladders import services as ladders
from tournaments.leagues.ladders.services import Draft
from tournaments.leagues.nights import services as nights
from tournaments.leagues.rules.recurrence import local_date
from tournaments.log import sources

pytestmark = pytest.mark.django_db
DAY = 86_400_000


@pytest.fixture(autouse=True)
def _of_some_days(db: None, ann: User, ben: User) -> None:
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))


@pytest.fixture
def club(ann: User, ben: User) -> str:
    club_id = clubs.found(by=ann.pk, facts=facts())
    clubs.join(club_id=club_id, by=ben.pk)
    return club_id


def home(client: Client, **given: str) -> str:
    return client.get("/", **given).content.decode()  # type: ignore[arg-type]


def test_a_night_to_come_asks_for_an_answer_and_says_which_was_given(
    as_ben: Client, club: str, ann: User, ben: User
) -> None:
    day = local_date(sources.now_ms() + 2 * DAY, "Europe/Lisbon")
    night = nights.announce_by_hand(club_id=club, by=ann.pk, title="Lantern night", day=day, at="20:00")
    assert "Next for you" in home(as_ben)
    assert f"/clubs/harbour-street/nights/{night}" in home(as_ben)
    assert "nobody has answered yet: are you coming?" in home(as_ben)
    nights.attend(club_id=club, by=ben.pk, night=night, answer="maybe")
    assert "you said maybe" in home(as_ben)
    assert "dijiste que quizá" in home(as_ben, HTTP_ACCEPT_LANGUAGE="es")


def test_a_challenge_stands_there_until_it_is_over(as_ben: Client, club: str, ann: User, ben: User) -> None:
    draft = Draft(game="duck-soup", title="Soup ladder", options={"length": "deal"})
    ladder = ladders.open_ladder(club_id=club, by=ann.pk, draft=draft)
    for user in (ben, ann):
        ladders.join(ladder_id=ladder, by=user.pk)
    challenge = ladders.challenge(ladder_id=ladder, by=ann.pk, defender=ben.pk)
    shown = home(as_ben)
    assert "ann challenges ben" in shown
    assert f"/clubs/harbour-street/challenges/{challenge}" in shown
    assert "Soup ladder: to be answered by then" in shown
    ladders.answer(challenge_id=challenge, by=ben.pk, said="accept")
    assert "to be played by then" in home(as_ben)
    ladders.leave(ladder_id=ladder, by=ann.pk)
    assert "ann challenges ben" not in home(as_ben)


def test_strangers_are_led_to_public_clubs_and_members_to_their_own(client: Client, as_ben: Client, club: str) -> None:
    assert "/clubs/harbour-street" in home(client)
    assert "Next for you" not in home(client)
    assert "Your clubs" in home(as_ben)
    clubs.edit(club_id=club, by=User.objects.get(username="ann").pk, wanted=Edited(visibility="private"))
    assert "/clubs/harbour-street" not in home(client)
    assert "/clubs/harbour-street" in home(as_ben)


@pytest.mark.parametrize("path", ["/clubs", "/clubs/new", "/notices", "/settings/notices"])
def test_in_spanish_clubs_are_people_and_no_suit_of_cards(as_ben: Client, path: str) -> None:
    shown = as_ben.get(path, HTTP_ACCEPT_LANGUAGE="es").content.decode()
    assert "Clubes" in shown.partition("<main")[2]
    assert "Tréboles" not in shown


def test_a_new_club_says_what_comes_first_to_those_who_organise_it(ann: User, ben: User, as_ben: Client) -> None:
    club = clubs.found(by=ann.pk, facts=facts())
    as_ann = Client()
    as_ann.force_login(ann)

    def steps() -> list[str]:
        part = as_ann.get("/clubs/harbour-street").content.decode().partition("First steps")[2].partition("</ol>")[0]
        return re.findall(r'href="/clubs/harbour-street/([a-z/]+)"', part)

    assert steps() == ["invitations", "settings", "presets/new", "schedules/new", "seasons/new", "ladders/new"]
    clubs.join(club_id=club, by=ben.pk)
    assert "invitations" not in steps()
    assert "First steps" not in as_ben.get("/clubs/harbour-street").content.decode()
    day = local_date(sources.now_ms() + 2 * DAY, "Europe/Lisbon")
    nights.announce_by_hand(club_id=club, by=ann.pk, title="Lantern night", day=day, at="20:00")
    assert steps() == ["settings", "presets/new", "seasons/new", "ladders/new"]
    ladders.open_ladder(club_id=club, by=ann.pk, draft=Draft(game="duck-soup", title="Soup ladder"))
    assert steps() == []


@pytest.mark.parametrize("path", ["schedules/new", "nights/new"])
def test_a_night_without_a_tournament_says_where_to_choose_one(ann: User, path: str) -> None:
    clubs.found(by=ann.pk, facts=facts())
    as_ann = Client()
    as_ann.force_login(ann)
    assert "/clubs/harbour-street/presets/new" in as_ann.get(f"/clubs/harbour-street/{path}").content.decode()


def test_tournaments_stand_there_with_what_is_still_to_do(as_ann: Client, ann: User, organiser: User) -> None:
    soon = sources.now_ms() + 20 * 60_000
    tournament = announced(organiser.pk, [ann.pk], starts_at=soon, check_in_minutes=30)
    announced(organiser.pk, [ann.pk], name="Later", starts_at=soon + 3 * 3_600_000, check_in_minutes=30)
    page = tight(as_ann.get("/").content.decode())
    assert "check in, or it begins without you" in page
    assert "you have entered" in page
    director.check_in(tournament_id=tournament, user_id=ann.pk)
    assert "you have checked in" in as_ann.get("/").content.decode()


def test_a_tournament_that_is_played_stands_there_between_its_rounds(
    as_ann: Client, ann: User, ben: User, organiser: User
) -> None:
    cup = started(organiser.pk, [ann.pk, ben.pk, organiser.pk], rounds=3, draws="by_hand")
    assert "you play: round 1 is still to be drawn" in home(as_ann)
    director.pair_again(tournament_id=cup, by=organiser.pk)
    assert "you play: round 1 of 3" in home(as_ann)
    for table in open_tables(cup):
        concede(table)
    assert "you play: round 2 is still to be drawn" in home(as_ann)
    director.withdraw(tournament_id=cup, user_id=ann.pk)
    assert "you play" not in home(as_ann)


def test_an_organiser_finds_their_desks(organiser: User, ann: User) -> None:
    tournament = announced(organiser.pk, [ann.pk])
    assert f"/tournaments/{tournament}/desk" in client_of(organiser).get("/").content.decode()
    assert f"/tournaments/{tournament}/desk" not in client_of(ann).get("/").content.decode()
    assert client_of(organiser).get(f"/tournaments/{tournament}/desk").status_code == 200


def test_what_waits_for_the_player_stands_there_before_what_goes_on(
    as_ann: Client, ann: User, ben: User, organiser: User
) -> None:
    for number in range(7):
        started(organiser.pk, [ann.pk, ben.pk], name=f"League {number}", draws="by_hand")
    soon = sources.now_ms() + 20 * 60_000
    announced(organiser.pk, [ann.pk], name="Tonight", starts_at=soon, check_in_minutes=30)
    shown = tight(home(as_ann).partition("Next for you")[2].partition("</section>")[0])
    assert "Check in<span" in shown
    assert shown.count("<li>") == 4
    assert "League 6" in as_ann.get(re.findall(r'href="([^"]+mine=on)"', shown)[0]).content.decode()


def test_a_guest_whom_an_organiser_let_in_finds_the_evening_until_it_is_over(ann: User, organiser: User) -> None:
    cup = announced(organiser.pk, [ann.pk])
    number = walk_ins.enter(tournament_id=cup, by=organiser.pk, name="Bo")
    guest = Client()
    guest.post(link(cup, number))
    walk_ins.confirm(tournament_id=cup, number=number, by=organiser.pk)
    guest.get(link(cup, number))
    assert "you have entered" in home(guest)
    director.start(tournament_id=cup, by=organiser.pk)
    assert "you play: round 1" in home(guest)
    while found := open_tables(cup):
        concede(found[0])
    assert "it is over: see the places" in home(guest)


def test_a_desk_where_somebody_waits_stands_before_what_is_nearer(organiser: User, ann: User, ben: User) -> None:
    for number in range(5):
        started(organiser.pk, [ann.pk, ben.pk], name=f"League {number}")
    evening = announced(organiser.pk, [ann.pk, ben.pk], name="Evening", starts_at=sources.now_ms() + DAY)
    shown = home(client_of(organiser))
    assert f"/tournaments/{evening}/desk" not in shown
    number = walk_ins.enter(tournament_id=evening, by=organiser.pk, name="Bo")
    Client().post(link(evening, number))
    shown = home(client_of(organiser))
    assert f"/tournaments/{evening}/desk" in shown
    assert "it waits for you" in shown
    director.withdraw(tournament_id=evening, user_id=TOURNAMENTS.current(evening).state.walk_ins[number].user)
    assert "it waits for you" not in home(client_of(organiser)), "who left waits for nobody"
