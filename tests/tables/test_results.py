"""What came of somebody's tables: numbers for each game."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine import tally
from engine.game import AnyGame
from engine.registry import GAMES
from tests.clubs.making import facts
from tests.factories import begin, concede, open_for
from tests.tables.test_rows import play_random
from tournaments.clubs import services as clubs
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.log.projections import rebuild
from tournaments.platform.units import DAY
from tournaments.tables import results, selectors, services
from tournaments.tables.models import Result, Seat
from tournaments.tables.streams import TABLES, codec_of

pytestmark = pytest.mark.django_db


def won(winner: User, *others: User, **given: Any) -> str:
    """A table at which the others have given up."""
    table = open_for(winner, *others, **given)
    concede(table, settle=False)
    return table


def test_a_seat_says_what_came_of_it_only_once_the_table_is_finished(ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    begin(table)
    assert not Seat.objects.exclude(ended_at=None, result=None, place=None).exists()
    concede(table)
    outcome = selectors.summary(table).outcome
    assert outcome is not None
    told = Seat.objects.order_by("seat").values_list("user", "place", "points", "result", "game", "seats")
    assert [*told] == [
        (ann.pk, 1, outcome.points[0], Result.WON, "duck-soup", 2),
        (bob.pk, 2, outcome.points[1], Result.LOST, "duck-soup", 2),
    ]


def test_partners_win_together_and_others_share_the_first_place(people: list[User]) -> None:
    ann, bob, cleo, dan = people[:4]
    table = open_for(ann, bob, cleo, dan, game="gasp-pairs")
    play_random(table)
    outcome = selectors.summary(table).outcome
    assert outcome is not None
    told = dict(Seat.objects.values_list("user", "result"))
    if outcome.places[0] == outcome.places[1]:
        assert {*told.values()} == {Result.SHARED}
    else:
        first = outcome.places.index(1)
        assert [told[user.pk] == Result.WON for user in people[:4]] == [seat % 2 == first % 2 for seat in range(4)]


def test_a_rebuild_makes_the_same_of_the_log(ann: User, bob: User) -> None:
    won(ann, bob), open_for(ann, bob)
    before = [*Seat.objects.order_by("pk").values()]
    rebuild()
    assert [*Seat.objects.order_by("pk").values()] == before


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_seat_says_what_the_game_counts_as_its_log_does(people: list[User], game: AnyGame) -> None:
    table = open_for(*people[: game.sizes[0]], game=game.key)
    play_random(table, moves=1)
    assert not Seat.objects.exclude(tally=None).exists(), "nothing while it is played"
    play_random(table, moves=39)
    for user in people[1 : game.sizes[0]]:
        if selectors.summary(table).status == "playing":
            services.resign(table_id=table, user_id=user.pk)
    stored = log.load(TABLES.name(table))
    read = codec_of(game).decode
    own = [read(each.kind, each.version, each.payload) for each in stored if not each.kind.startswith("table.")]
    told = tuple(Seat.objects.order_by("seat").values_list("tally", flat=True))
    assert told == tally.of_log(game, game.sizes[0], own)
    assert any(each is not None for each in told), "of some deals it counts nothing for anybody"
    assert rebuild(check=True).changed == ()


def test_a_profile_shows_what_the_game_counts(client: Client, ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    play_random(table)
    counts = dict(Seat.objects.values_list("user", "tally"))
    assert results.by_game(ann.pk, viewer=None)[0].tally == counts[ann.pk]
    assert f"{counts[ann.pk]:.1f} tricks" in client.get("/players/ann").content.decode()


def test_a_table_with_real_cards_tells_no_count(ann: User, bob: User) -> None:
    table = open_for(ann, bob, match="match00001", in_room=True)
    services.report_result(table_id=table, user_id=ann.pk, places=(1, 2), points=())
    services.confirm_report(table_id=table, user_id=bob.pk)
    assert results.by_game(ann.pk, viewer=None)[0].tally is None


def test_numbers_of_each_game_are_shares_and_means(ann: User, bob: User, cleo: User) -> None:
    for tables in ((ann, bob), (ann, bob), (bob, ann)):
        won(*tables)
    won(bob, ann, cleo, game="gasp")
    open_for(ann, bob)
    duck, gasp = results.by_game(ann.pk, viewer=ann.pk)
    assert (duck.game, duck.tables, duck.won, duck.share, round(duck.place, 2), duck.seats) == (
        "duck-soup", 3, 2, 67, 1.33, 2.0,
    )  # fmt: skip
    assert (gasp.game, gasp.tables, gasp.won, gasp.seats) == ("gasp", 1, 0, 3.0)
    assert results.by_game(cleo.pk, viewer=ann.pk)[0].tables == 1


def test_only_the_latest_count_where_there_are_many(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for tables in ((ann, bob), (ann, bob), (bob, ann)):
        won(*tables)
    monkeypatch.setattr(results, "MOST", 2)
    assert results.by_game(ann.pk, viewer=None)[0].tables == 2


def test_tables_of_a_club_that_somebody_may_not_see_are_in_no_number(ann: User, bob: User, cleo: User) -> None:
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(visibility="private", join="open"))
    token = clubs.invite(club_id=club, by=ann.pk, expires_at=sources.now_ms() + DAY)
    clubs.join(club_id=club, by=bob.pk, invitation=token)
    won(ann, bob, club=club), won(ann, bob)
    counted = [results.by_game(ann.pk, viewer=viewer)[0].tables for viewer in (ann.pk, bob.pk, cleo.pk, None)]
    assert counted == [2, 2, 1, 1]
