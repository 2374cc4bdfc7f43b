"""Finished tables are found by who sat there, what was played and how it went; never by what somebody hides."""

from typing import Any

import pytest

from accounts import privacy
from accounts.models import User
from tests.clock import Clock
from tests.clubs.making import facts
from tests.factories import concede, open_for
from tests.tables.test_rows import play_random
from tournaments.clubs import services as clubs
from tournaments.log import sources
from tournaments.log.projections import rebuild
from tournaments.platform import places
from tournaments.platform.units import DAY
from tournaments.tables import search, selectors, services, swing
from tournaments.tables.models import Seat, Table
from tournaments.tables.search import Wanted

pytestmark = pytest.mark.django_db


def won(winner: User, *others: User, **given: Any) -> str:
    """A table at which the others have given up."""
    table = open_for(winner, *others, **given)
    concede(table, settle=False)
    return table


def ids(viewer: User | None, **wanted: Any) -> list[str]:
    viewer_id = viewer.pk if viewer else None
    return [each.table.id for each in search.search(Wanted(**wanted), viewer=viewer_id, limit=50)]


def told(table: str, **columns: Any) -> None:
    """As if the table had gone so."""
    Table.objects.filter(pk=table).update(**columns)
    Seat.objects.filter(table=table).update(**columns)


@pytest.fixture
def three(ann: User, bob: User, cleo: User, clock: Clock) -> tuple[str, str, str]:
    first = won(ann, bob)
    clock.days(2)
    second = won(bob, ann, cleo, game="gasp")
    clock.now += 1
    return first, second, won(ann, cleo)


def test_each_filter_finds_what_it_says(
    ann: User, bob: User, cleo: User, organiser: User, three: tuple[str, str, str], clock: Clock
) -> None:
    first, second, third = three
    assert ids(organiser) == [third, second, first]
    assert ids(None, player=bob.pk) == [second, first]
    assert ids(organiser, player=ann.pk, opponents=(bob.pk,)) == [second, first]
    assert ids(organiser, player=ann.pk, opponents=(bob.pk, cleo.pk)) == [second]
    assert ids(organiser, opponents=(cleo.pk,)) == [third, second]
    assert ids(organiser, game="gasp") == [second]
    assert ids(organiser, until=clock.now - DAY) == [first]
    assert ids(organiser, since=clock.now - DAY, game="duck-soup") == [third]
    assert ids(organiser, player=ann.pk, since=clock.now - DAY) == [third, second]
    assert ids(organiser, player=ann.pk, result="won") == [third, first]
    assert ids(organiser, player=ann.pk, result="lost", game="gasp") == [second]
    assert ids(organiser, player=cleo.pk, place=2) == [third]
    assert ids(organiser, player=ann.pk, opponents=(bob.pk,), result="won") == [first]


@pytest.mark.parametrize("who", ["", "player", "opponents"])
def test_how_a_game_went_finds_it_with_and_without_a_player(ann: User, three: tuple[str, str, str], who: str) -> None:
    first, second, third = three
    told(first, moves=10, margin=1, comeback=True)
    told(second, moves=60, margin=12, comeback=False)
    told(third, moves=None, margin=None, comeback=False)
    named: dict[str, Any] = {who: (ann.pk,) if who == "opponents" else ann.pk} if who else {}
    assert ids(ann, moves_from=11, **named) == [second]
    assert ids(ann, moves_to=10, **named) == [first]
    assert ids(ann, margin_from=2, **named) == [second]
    assert ids(ann, margin_to=1, **named) == [first]
    assert ids(ann, comeback=True, **named) == [first]
    assert ids(ann, comeback=True, margin_from=2, **named) == []


@pytest.mark.parametrize("named", [True, False])
def test_the_options_of_the_game_find_it(ann: User, bob: User, named: bool) -> None:
    deal = won(ann, bob, options={"length": "deal"})
    whole = won(ann, bob, options={})
    length = Table.objects.get(pk=whole).options["length"]
    people = {"player": ann.pk} if named else {}
    assert length != "deal"
    assert ids(None, game="duck-soup", options={"length": "deal"}, **people) == [deal]
    assert ids(None, game="duck-soup", options={"length": length}, **people) == [whole]


def test_only_finished_tables_are_found(ann: User, bob: User) -> None:
    open_for(ann, None), open_for(ann, bob)
    services.abort(table_id=open_for(ann, None), user_id=ann.pk)
    assert ids(ann) == ids(ann, player=ann.pk) == []


@pytest.mark.parametrize("named", [True, False])
def test_pages_follow_each_other_without_a_gap_also_within_a_moment(
    ann: User, bob: User, clock: Clock, named: bool
) -> None:
    made = [won(ann, bob) for _ in range(5)]
    Table.objects.update(finished_at=clock.now)
    Seat.objects.update(ended_at=clock.now)
    wanted, seen, behind = Wanted(player=ann.pk if named else None), [], None
    while found := search.search(wanted, viewer=None, behind=behind, limit=2):
        seen += [each.table.id for each in found]
        behind = places.place(str(found[-1].place))
        assert behind is not None
    assert seen == sorted(made)


@pytest.mark.parametrize("text", ["", "5", "5-", "-abc", "5-a/b", "5-" + "a" * 41, "٣-abc", "9" * 16 + "-a"])
def test_what_names_no_place_in_a_list_is_none(text: str) -> None:
    assert places.place(text) is None


# -- what is hidden


@pytest.fixture
def hidden_club(ann: User, bob: User, cleo: User) -> tuple[str, str]:
    """A private club of ann and bob with a table; cleo is not in it."""
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(visibility="private", join="open"))
    token = clubs.invite(club_id=club, by=ann.pk, expires_at=sources.now_ms() + DAY)
    clubs.join(club_id=club, by=bob.pk, invitation=token)
    return club, won(ann, bob, club=club)


def test_a_table_of_a_private_club_is_found_by_its_members_alone(
    ann: User, bob: User, cleo: User, hidden_club: tuple[str, str]
) -> None:
    _club, table = hidden_club
    for wanted in ({}, {"player": ann.pk}, {"opponents": (bob.pk,)}, {"game": "duck-soup"}):
        assert ids(bob, **wanted) == [table]
        assert ids(cleo, **wanted) == ids(None, **wanted) == []


def test_a_player_who_has_left_the_club_finds_their_own_tables(
    ann: User, bob: User, hidden_club: tuple[str, str]
) -> None:
    club, table = hidden_club
    clubs.leave(club_id=club, by=bob.pk)
    assert ids(bob, player=bob.pk) == ids(bob, player=ann.pk, opponents=(bob.pk,)) == [table]
    assert ids(bob, player=ann.pk) == []


def test_a_player_who_hides_their_games_is_found_by_nobody_else(ann: User, bob: User, cleo: User) -> None:
    table, other = won(ann, bob), won(ann, cleo)
    privacy.choose(user=bob, choices={"show_games": False})
    for viewer in (cleo, None):
        assert ids(viewer, player=bob.pk) == []
        assert ids(viewer, player=ann.pk, opponents=(bob.pk,)) == []
        assert ids(viewer, player=bob.pk, result="lost") == []
        assert ids(viewer, player=ann.pk) == [other, table]
    assert ids(bob, player=bob.pk) == [table]


def test_who_sat_there_too_finds_a_player_who_hides(ann: User, bob: User, cleo: User) -> None:
    table, _others = won(ann, bob), won(bob, cleo)
    privacy.choose(user=bob, choices={"show_games": False})
    assert ids(ann, player=bob.pk) == ids(ann, player=ann.pk, opponents=(bob.pk,)) == [table]


def test_a_player_who_hides_is_not_named_where_another_is_found(ann: User, bob: User, cleo: User) -> None:
    won(ann, bob)
    privacy.choose(user=bob, choices={"show_games": False})

    def hidden(viewer: User | None) -> frozenset[int]:
        return search.search(Wanted(player=ann.pk), viewer=viewer.pk if viewer else None, limit=1)[0].hidden

    assert hidden(cleo) == hidden(None) == {bob.pk}
    assert hidden(ann) == hidden(bob) == frozenset()


def test_a_block_hides_no_games_as_on_a_player_page(ann: User, bob: User, cleo: User) -> None:
    table = won(ann, bob)
    privacy.block(user=ann, other=cleo)
    assert ids(cleo, player=ann.pk) == [table]


# -- how a table went


@pytest.mark.parametrize("game", ["duck-soup", "gasp", "noodling", "gasp-pairs", "german-whist"])
def test_how_a_table_went_stands_in_its_rows_and_is_made_again(people: list[User], game: str) -> None:
    size = {"gasp-pairs": 4, "gasp": 3}.get(game, 2)
    table = open_for(*people[:size], game=game)
    play_random(table, moves=500)
    row = Table.objects.get(pk=table)
    if row.status != "finished":
        services.resign(table_id=table, user_id=people[0].pk)
        row.refresh_from_db()
    outcome = selectors.summary(table).outcome
    assert outcome is not None
    assert row.moves is not None
    assert row.moves > 4
    if outcome.reason == "played":
        assert row.margin == swing.margin(outcome.places, outcome.points)
    assert {*Seat.objects.values_list("moves", "margin", "comeback")} == {(row.moves, row.margin, row.comeback)}
    told(table, moves=None, margin=None, comeback=None)
    assert rebuild().changed
    assert {*Seat.objects.values_list("moves", "margin", "comeback")} == {(row.moves, row.margin, row.comeback)}
    assert rebuild(check=True).changed == ()


def test_nothing_stands_there_while_it_is_played(ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    play_random(table, moves=5)
    assert Table.objects.values_list("moves", "margin", "comeback").get(pk=table) == (None, None, None)


def test_a_game_that_somebody_left_is_no_comeback_and_has_no_margin(ann: User, bob: User) -> None:
    table = won(ann, bob)
    assert Table.objects.values_list("margin", "comeback").get(pk=table) == (None, False)


def test_a_comeback_was_last_after_three_quarters_of_the_moves() -> None:
    behind: swing.Behind = ()
    for move, points in enumerate([(0, 0), (0, 3), (0, 3), (5, 3)], start=1):
        behind = swing.after(behind, move, points)
    assert behind == ((1, 0), (2, 1), (4, 2))
    assert swing.is_comeback(behind, 4, winners=[0])
    assert not swing.is_comeback(behind, 4, winners=[1])
    assert not swing.is_comeback(behind, 6, winners=[0]), "from the fourth move on nobody but the other was last"
    assert not swing.is_comeback(((1, 0),), 4, winners=[0, 1]), "all had the same"
    assert not swing.is_comeback((), 0, winners=[0])
