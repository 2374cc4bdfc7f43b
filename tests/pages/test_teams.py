"""Fixed teams, as two people enter one on their pages."""

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, of_teams
from tournaments.director import selectors, services
from tournaments.log import texts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all")]


@pytest.fixture
def pairs(organiser: User) -> str:
    return announced(organiser.pk, game="gasp-pairs", team_size=2)


def text(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def enter(client: Client, tournament_id: str, **form: str) -> str:
    return client.post(f"/tournaments/{tournament_id}/team", form, follow=True).content.decode()


def test_one_names_a_partner_who_finds_it_and_confirms(
    as_ann: Client, as_ben: Client, ann: User, ben: User, pairs: str
) -> None:
    page = f"/tournaments/{pairs}"
    assert f'href="{page}/team"' in text(as_ann, page)
    assert f'action="{page}/join"' not in text(as_ann, page), "nobody enters alone"
    waiting = enter(as_ann, pairs, partner="ben", name="The Aces")
    assert "The Aces: waiting for ben to confirm." in waiting
    assert page in text(as_ben, "/"), "it stands among the invitations of the first page"
    asked = text(as_ben, page)
    assert "ann would like to play with you." in asked
    assert f'action="{page}/teams/1/decline"' in asked
    entered = as_ben.post(f"{page}/teams/1/confirm", follow=True).content.decode()
    assert "Your team has entered: The Aces." in entered
    assert "waiting for" not in entered
    (entry,) = selectors.detail(pairs).entries
    assert entry.users == (ann.pk, ben.pk)
    assert "You are invited" not in text(as_ben, "/"), "and is answered"


def test_the_erased_name_of_a_team_that_waits_is_gone_at_once(as_ann: Client, ann: User, ben: User, pairs: str) -> None:
    enter(as_ann, pairs, partner="ben", name="The Aces")
    page, asks = f"/tournaments/{pairs}", {"HX-Request": "true"}
    assert "The Aces" in text(Client(), page)
    tag = Client().get(page, headers=asks)["ETag"]
    texts.erase_of(ann.pk)
    assert "The Aces" not in text(Client(), page)
    assert Client().get(page, headers=asks | {"If-None-Match": tag}).status_code == 200


def test_who_named_a_team_takes_it_back_and_who_is_asked_declines(as_ann: Client, as_ben: Client, pairs: str) -> None:
    for number, client in ((1, as_ann), (2, as_ben)):
        enter(as_ann, pairs, partner="ben")
        client.post(f"/tournaments/{pairs}/teams/{number}/decline")
        assert selectors.detail(pairs).teams == ()


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"partner": "nobody"}, "There is no player nobody."),
        ({"partner": "ann"}, "A team must have different players."),
        ({"partner": "ben", "name": "x" * 41}, "40"),
        ({"partner": ""}, "This field is required."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    as_ann: Client, ben: User, pairs: str, form: dict[str, str], reason: str
) -> None:
    answer = as_ann.post(f"/tournaments/{pairs}/team", form)
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert selectors.detail(pairs).teams == ()


def test_the_roster_and_the_rounds_have_both_names_and_mark_both_members(
    as_ben: Client, ann: User, ben: User, people: list[User], organiser: User
) -> None:
    tournament_id = of_teams(organiser.pk, [ann.pk, ben.pk, people[0].pk, people[1].pk])
    services.start(tournament_id=tournament_id, by=organiser.pk)
    page = text(as_ben, f"/tournaments/{tournament_id}")
    for name in ("ann", "ben", "player1", "player2"):
        assert f'href="/players/{name}"' in page
    assert page.count(" data-yours>") == 2  # a table, and a line of the standings
    assert "The whole team leaves: ann &amp; ben." in text(as_ben, f"/tournaments/{tournament_id}/withdraw")
    for part in ("rounds", "standings", "crosstable", "withdraw", "projector"):
        assert "ben" in text(as_ben, f"/tournaments/{tournament_id}/{part}")


def test_a_game_that_seats_partners_is_announced_for_teams_or_for_everybody_alone(as_ann: Client) -> None:
    page = text(as_ann, "/tournaments/new?game=gasp-pairs")
    assert 'name="team_size"' in page
    assert "preset=teams-evening" in page
    assert 'name="team_size"' not in text(as_ann, "/tournaments/new?game=gasp")


# -- substitutes


def test_somebody_names_a_substitute_who_finds_it_and_confirms(
    as_ann: Client, as_ben: Client, ann: User, ben: User, organiser: User
) -> None:
    tournament_id = announced(organiser.pk, [ann.pk])
    page = f"/tournaments/{tournament_id}"
    assert f'href="{page}/substitute"' in text(as_ann, page)
    wrong = as_ann.post(f"{page}/substitute", {"player": ann.pk, "substitute": "nobody"})
    assert (wrong.status_code, "There is no player nobody." in wrong.content.decode()) == (422, True)
    asked = as_ann.post(f"{page}/substitute", {"player": ann.pk, "substitute": "ben"}, follow=True)
    assert "ben is asked to play instead of ann." in asked.content.decode()
    assert "You are asked to play instead of ann." in text(as_ben, page)
    as_ben.post(f"{page}/substitutes/1/confirm")
    assert "instead of ann" in text(as_ben, page)
    assert [entry.users for entry in selectors.detail(tournament_id).entries] == [(ben.pk,)]


def test_nobody_names_a_substitute_for_strangers(as_ann: Client, ben: User, organiser: User) -> None:
    tournament_id = announced(organiser.pk, [ben.pk])
    answer = as_ann.post(f"/tournaments/{tournament_id}/substitute", {"player": ben.pk, "substitute": "ann"})
    assert answer.status_code == 422
    assert selectors.detail(tournament_id).substitutes == ()
