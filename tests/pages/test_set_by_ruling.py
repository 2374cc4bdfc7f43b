"""A result set by a ruling is marked wherever it stands; only the players concerned read why."""

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from tests.factories import client_of, concede, open_tables, started
from tests.markup import tight
from tournaments.director import selectors
from tournaments.director.commands import desk
from tournaments.director.commands.desk import Signature
from tournaments.director.models import Match
from tournaments.director.policy.rulings.rounds import Swap
from tournaments.director.state.acts import Forfeit, SetResult
from tournaments.director.streams import TOURNAMENTS

pytestmark = pytest.mark.django_db

MARK = "Set by ruling"
WHY = "They had swapped seats."


@pytest.fixture
def cup(organiser: User, ann: User, bob: User, people: list[User]) -> str:
    """Both tables of a round are over; a ruling has turned the first one's result round."""
    tournament = started(organiser.pk, [ann.pk, bob.pk, people[0].pk, people[1].pk], rounds=2)
    for match in selectors.detail(tournament).rounds[0].matches:
        concede(match.table or "")
    ruled = selectors.detail(tournament).rounds[0].matches[0]
    turn_round(tournament, ruled.match, organiser)
    return tournament


def turn_round(tournament: str, match: str, by: User) -> None:
    """The second seat has won, by ruling."""
    wanted = SetResult(match, ("0", "1"), (2, 1))
    desk.rule(tournament_id=tournament, wanted=wanted, signature=signature(tournament, by, WHY))


def signature(tournament: str, by: User, text: str = "") -> Signature:
    return Signature(by=by.pk, seq=TOURNAMENTS.current(tournament).state.seq, reason="mistake", text=text)


def page(client: Client, path: str) -> str:
    return tight(client.get(path).content.decode())


def first(cup: str) -> selectors.MatchInfo:
    return selectors.detail(cup).rounds[0].matches[0]


def test_only_the_match_that_was_ruled_on_is_marked_among_the_pairings(client: Client, cup: str) -> None:
    ruled, other = selectors.detail(cup).rounds[0].matches
    assert (ruled.ruling, other.ruling) == (1, None)
    html = page(client, f"/tournaments/{cup}/rounds")
    assert html.count(MARK) == 1
    assert f"/tournaments/{cup}/rulings#ruling-1" in html


def test_a_result_of_a_round_that_was_paired_by_hand_is_not_set_by_ruling(
    organiser: User, ann: User, bob: User, people: list[User]
) -> None:
    cup = started(organiser.pk, [ann.pk, bob.pk, people[0].pk, people[1].pk], rounds=2)
    one, other = (match.entries[0].number for match in selectors.detail(cup).rounds[0].matches)
    desk.rule(tournament_id=cup, wanted=Swap(1, one, other), signature=signature(cup, organiser))
    for table in open_tables(cup):
        concede(table)
    assert [match.ruling for match in selectors.detail(cup).rounds[0].matches] == [None, None]
    assert set(Match.objects.filter(tournament=cup, round=1).values_list("ruling", flat=True)) == {None}


def test_a_cell_of_the_crosstable_says_it_in_words(client: Client, cup: str) -> None:
    html = page(client, f"/tournaments/{cup}/crosstable")
    assert html.count("set by ruling") == 2 * 2, "a title and words for each of the two"
    assert html.count("#i-gavel") == 2


def test_the_table_its_replay_and_the_players_games_are_marked(client: Client, cup: str) -> None:
    table, other = first(cup).table, selectors.detail(cup).rounds[0].matches[1].table
    for path in (f"/tables/{table}", f"/tables/{table}/replay"):
        assert "The result of this match was set by ruling." in page(client, path)
    assert "set by ruling" not in page(client, f"/tables/{other}")
    assert "set by ruling" not in page(client, f"/tables/{table}/replay?spoilers=off"), "it would tell the end"
    name = first(cup).entries[0].name
    assert page(client, f"/players/{name}").count(f'title="{MARK}"') == 1
    assert page(client, "/tables").count(f'title="{MARK}"') == 1


def test_why_is_told_to_those_whom_it_concerns_and_to_no_others(client: Client, cup: str, organiser: User) -> None:
    concerned = User.objects.get(username=first(cup).entries[0].name)
    stranger = User.objects.get(username=selectors.detail(cup).rounds[0].matches[1].entries[0].name)
    paths = (f"/tournaments/{cup}/rounds", f"/tables/{first(cup).table}", f"/tables/{first(cup).table}/replay")
    for path in paths:
        for user in (concerned, organiser):
            assert WHY in page(client_of(user), path)
        assert WHY not in page(client_of(stranger), path)
        assert WHY not in page(client, path)


def test_a_reversed_ruling_marks_nothing_and_rebuilding_finds_the_same(
    client: Client, cup: str, organiser: User
) -> None:
    call_command("rebuild")
    assert list(Match.objects.filter(tournament=cup, ruling=1)) == [Match.objects.get(pk=first(cup).match)]
    replay = f"/tables/{first(cup).table}/replay"
    assert ">§<" in page(client, replay)
    desk.reverse(tournament_id=cup, ruling=1, signature=signature(cup, organiser))
    assert not Match.objects.filter(tournament=cup, ruling__isnull=False)
    assert MARK not in page(client, f"/tournaments/{cup}/rounds")
    assert "set by ruling" not in page(client, f"/tables/{first(cup).table}")
    assert ">§<" not in page(client, replay), "what readers share was drawn with the ruling"


def test_a_private_tournament_s_ruling_is_nothing_to_strangers(
    client: Client, organiser: User, ann: User, bob: User
) -> None:
    tournament = started(organiser.pk, [ann.pk, bob.pk], rounds=1, private=True)
    concede(first(tournament).table or "")
    turn_round(tournament, first(tournament).match, organiser)
    for path in (f"/tables/{first(tournament).table}", f"/tables/{first(tournament).table}/replay", "/players/ann"):
        assert "ruling" not in page(client, path)
        assert "ruling" in page(client_of(ann), path)


def test_a_table_that_a_ruling_has_ended_says_the_result(client: Client, organiser: User, ann: User, bob: User) -> None:
    tournament = started(organiser.pk, [ann.pk, bob.pk], rounds=1)
    turn_round(tournament, first(tournament).match, organiser)
    html = page(client, f"/tables/{first(tournament).table}")
    assert "This table was called off" not in html
    one, two = (entry.name for entry in first(tournament).entries)
    assert f"{one} 2nd · {two} 1st" in html


def test_a_table_that_a_ruling_has_ended_is_listed_with_the_places_that_it_gave(
    client: Client, organiser: User, ann: User, bob: User
) -> None:
    tournament = started(organiser.pk, [ann.pk, bob.pk], rounds=1)
    turn_round(tournament, first(tournament).match, organiser)
    loser, winner = (entry.name for entry in first(tournament).entries)
    for name in (winner, loser):
        html = page(client, f"/players/{name}")
        assert "Called off" not in html
        assert html.count(MARK) == 1
        assert f'{winner}</a><span class="muted">1st</span>' in html
        assert f'{loser}</a><span class="muted">2nd</span>' in html


def test_who_missed_a_match_by_ruling_has_no_place_there(client: Client, organiser: User, ann: User, bob: User) -> None:
    tournament = started(organiser.pk, [ann.pk, bob.pk], rounds=1)
    absent = first(tournament).entries[0]
    wanted = Forfeit(first(tournament).match, (absent.number,))
    desk.rule(tournament_id=tournament, wanted=wanted, signature=signature(tournament, organiser))
    html = page(client, "/players/ann")
    assert html.count(MARK) == 1
    assert "Called off" not in html
    assert f'{absent.name}</a><span class="muted">' not in html
