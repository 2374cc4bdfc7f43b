"""Rating real tables: facts from their streams, once in each pool, never for guests."""

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from tests.factories import decide_once, open_for
from tournaments.log import projections
from tournaments.log import selectors as log
from tournaments.log.commands import Plain
from tournaments.log.followers import news
from tournaments.ratings import batches, ladders, recount, selectors, services
from tournaments.ratings.affected import AffectedTables
from tournaments.ratings.errors import UnknownExclusion, UnknownPool, UnknownUser
from tournaments.ratings.events import Origin
from tournaments.ratings.facts import Places
from tournaments.ratings.models import Due, Rating
from tournaments.ratings.read import change_at_table
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.selectors import Summary

pytestmark = pytest.mark.django_db

GAME = "duck-soup"


def finished(*users: User, rated: bool = True, winner: int = 0) -> Summary:
    """A table of Duck Soup that the opponent of *winner* (a seat) gave up after a decision of their own."""
    table_id = open_for(*users, rated=rated)
    decide_once(table_id)
    table_services.resign(table_id=table_id, user_id=users[1 - winner].pk)
    return tables.summary(table_id)


def rate(table: Summary, *pools: str, origin: Origin = "casual") -> None:
    batches.ask(table=table, origin=origin, pools=pools or (GAME,))
    for pool in pools or (GAME,):
        for _tables in batches.rate_waiting(pool):
            pass


def correct(*, table: str, places: Places, occasion: str = "made") -> None:
    """As the task does for what is due, at once."""
    for pool in services._pools_of(table):
        command = Plain(f"0123456789/1/{table}/{occasion}")
        services.correct_in_pool(pool=pool, table=table, places=places, ruling="0123456789/1", command=command)


def now(*users: User, pool: str = GAME) -> list[float]:
    return list(selectors.ratings_of(pool, [user.pk for user in users]).values())


def clean() -> bool:
    return projections.rebuild(check=True).changed == ()


def test_a_rated_table_moves_both_and_shows_what_it_did(people):
    ann, bob, *_ = people
    table = finished(ann, bob)
    rate(table)
    (change,) = selectors.history(ann.pk, GAME)
    assert (change.table, change.before, change.after, change.by, change.place) == (table.id, 1500, 1530, 30, 1)
    assert change_at_table(table.id)[bob.pk].by == -30
    rating = selectors.rating_of(ann.pk, GAME)
    assert rating is not None
    assert (rating.rating, rating.tables, rating.provisional) == (1530, 1, True)
    assert selectors.rating_of(people[3].pk, GAME) is None


def test_the_event_holds_who_left_when_and_how_often_they_had_decided(people):
    ann, bob, *_ = people
    rate(finished(ann, bob))
    (stored,) = log.load(f"pool:{GAME}")
    facts = msgspec.json.decode(stored.payload)
    assert (facts["params"], facts["origin"], facts["bots"]) == ("elo-pairwise/3", "casual", ["", ""])
    assert facts["ends"] == ["played", "resigned"]
    assert facts["decisions"] == [1, 1]
    assert facts["ended"] > 0


def test_seats_that_were_left_are_last_and_equal_among_themselves(people):
    """The table itself says who stayed longer, and so do the standings of a tournament."""
    ann, ben, cleo, dan, *_ = people
    table_id = open_for(ann, ben, cleo, dan, game="gasp", rated=True)
    decide_once(table_id)
    for user in (dan, ben, cleo):
        table_services.resign(table_id=table_id, user_id=user.pk)
    table = tables.summary(table_id)
    rate(table, "gasp")
    (stored,) = log.load("pool:gasp")
    assert msgspec.json.decode(stored.payload)["places"] == [1, 2, 2, 2]
    assert table.outcome is not None
    assert table.outcome.places == (1, 3, 2, 4)
    assert now(ann, ben, cleo, dan, pool="gasp") == [1530, 1490, 1490, 1490]


def test_a_table_is_rated_once_in_each_pool(people):
    table = finished(*people[:2])
    rate(table, GAME, "club:0123456789:duck-soup")
    rate(table, GAME, "club:0123456789:duck-soup", origin="large")
    assert len(log.load("pool:duck-soup")) == 1
    assert len(log.load("pool:club:0123456789:duck-soup")) == 1
    assert set(selectors.ratings_of_user(people[0].pk)) == {GAME, "club:0123456789:duck-soup"}
    assert clean()


def test_shared_seats_and_unrated_tables_move_nothing(people):
    ann, bob, *_ = people
    rate(finished(ann, bob, rated=False))
    table = finished(ann, bob)
    rate(msgspec.structs.replace(table, seats=(ann.pk, ann.pk)))
    assert not log.load("pool:duck-soup")


def test_bots_are_not_moved_by_people_and_are_ranked_on_request_only(people):
    bot = User.objects.create(username="robot", bot_level="greedy")
    rate(finished(people[0], people[1]))
    table = finished(people[0], people[1])
    rate(msgspec.structs.replace(table, seats=(people[0].pk, bot.pk), bots=("", "greedy")))
    assert selectors.ratings_of(GAME, [bot.pk]) == {bot.pk: 1500}
    Rating.objects.update(provisional=False)
    assert bot.pk not in [rung.user for rung in ladders.ladder(GAME)]
    assert bot.pk in [rung.user for rung in ladders.ladder(GAME, bots="in")]


# -- rulings


def test_a_correction_is_as_if_the_table_had_ended_so(people):
    ann, ben = people[:2]
    table = finished(ann, ben)
    rate(table)
    correct(table=table.id, places=(2, 1))
    assert now(ann, ben) == [1470, 1530]
    (change,) = selectors.history(ann.pk, GAME)
    assert (change.by, change.place, change.ruling) == (-30, 2, "0123456789/1")
    assert clean()


def test_a_table_that_counts_no_more_is_not_counted_until_it_does_again(people):
    ann, ben = people[:2]
    table = finished(ann, ben)
    rate(table)
    before = now(ann, ben)
    correct(table=table.id, places=None)
    assert (standing := selectors.rating_of(ann.pk, GAME)) is not None
    assert (standing.rating, standing.tables) == (1500, 0)
    correct(table=table.id, places=(), occasion="reversed")
    assert now(ann, ben) == before
    assert clean()


def test_a_correction_that_is_asked_for_twice_is_made_once(people):
    table = finished(*people[:2])
    rate(table)
    for _time in range(2):
        correct(table=table.id, places=None)
    assert len(log.load(f"pool:{GAME}")) == 2


@pytest.mark.django_db(transaction=True)
def test_notices_do_not_wait_for_a_pool_that_is_worked_out_again(people, monkeypatch):
    ann, bob, *_ = people
    table = finished(ann, bob)
    rate(table)
    last = news(0)[-1].position
    recounted, seen = recount.recount, []

    def meanwhile() -> list[str]:
        try:
            open_for(*people[2:4])
            return [commit.events[0].stream.partition(":")[0] for commit in news(last)]
        finally:
            connection.close()

    def take_long(reach: AffectedTables) -> recount.Recounted:
        with ThreadPoolExecutor(1) as pool:
            seen.extend(pool.submit(meanwhile).result(timeout=30))
        return recounted(reach)

    with monkeypatch.context() as patched:
        patched.setattr(recount, "recount", take_long)
        services.correct_in_pool(pool=GAME, table=table.id, places=(2, 1), ruling="r1")
    assert set(seen) == {"table"}
    assert now(ann, bob) == [1470, 1530]
    assert news(last)[-1].events[0].stream == f"pool:{GAME}"
    assert clean()


def test_a_table_that_was_never_rated_is_not_corrected(people):
    table = finished(*people[:2], rated=False)
    correct(table=table.id, places=(2, 1))
    assert not log.load(f"pool:{GAME}")


def test_a_correction_waits_until_its_table_is_rated(people):
    table = finished(*people[:2])
    services.ask_correction(table=table.id, places=(2, 1), ruling="0123456789/1", occasion="made")
    services.correct_due()
    assert not log.load(f"pool:{GAME}")
    settle_table(table_id=table.id)
    services.correct_due()
    assert now(*people[:2]) == [1470, 1530]
    assert not Due.objects.exists()


def test_what_is_due_for_a_table_that_nobody_rates_is_dropped(people):
    table = finished(*people[:2], rated=False)
    services.ask_correction(table=table.id, places=(2, 1), ruling="0123456789/1", occasion="made")
    settle_table(table_id=table.id)
    services.correct_due()
    assert not Due.objects.exists()


def test_a_dry_run_shows_everybody_whom_a_ruling_would_move_and_writes_nothing(people):
    ann, ben, cleo = people[:3]
    first = finished(ann, ben)
    rate(first)
    rate(finished(ben, cleo))
    foreseen = selectors.corrected(GAME, first.id, None).changes
    assert [change.user for change in foreseen] == [ann.pk, ben.pk, cleo.pk]
    assert len(log.load(f"pool:{GAME}")) == 2
    correct(table=first.id, places=None)
    shown = [selectors.rating_of(user.pk, GAME) for user in (ann, ben, cleo)]
    assert [change.after for change in foreseen] == [each.rating for each in shown if each]
    assert selectors.corrected(GAME, first.id, None) == selectors.Foreseen()


def test_a_dry_run_with_too_many_tables_behind_it_says_so(people, monkeypatch):
    first = finished(*people[:2])
    rate(first)
    rate(finished(*people[2:4]))
    monkeypatch.setattr(selectors, "FORESEEN", 1)
    assert selectors.corrected(GAME, first.id, None) == selectors.Foreseen(too_many=True)
    monkeypatch.setattr(selectors, "FORESEEN", 2)
    assert len(selectors.corrected(GAME, first.id, None).changes) == 2


def test_nobody_is_excluded_or_readmitted_who_is_not_there(people):
    rate(finished(*people[:2]))
    with pytest.raises(UnknownUser):
        services.exclude(pool=GAME, user=people[5].pk, since=0, until=None, ruling="x")
    with pytest.raises(UnknownPool):
        services.exclude(pool="gasp", user=people[0].pk, since=0, until=None, ruling="x")
    with pytest.raises(UnknownExclusion):
        services.readmit(pool=GAME, user=people[0].pk, ruling="x")
    assert len(log.load(f"pool:{GAME}")) == 1


# -- by command


def test_somebody_is_excluded_and_readmitted_by_command(people, capsys):
    rate(finished(*people[:2]))
    call_command("exclude", GAME, "player2", "--since=2020-01-01", "--ruling=0123456789")
    assert now(*people[:2]) == [1500, 1500]
    assert "player1              1530 -> 1500" in capsys.readouterr().out
    call_command("readmit", GAME, "player2", "--ruling=0123456789")
    assert now(*people[:2]) == [1530, 1470]
    with pytest.raises(CommandError, match="not excluded"):
        call_command("readmit", GAME, "player2", "--ruling=0123456789")
    with pytest.raises(CommandError, match="no player"):
        call_command("exclude", GAME, "nobody", "--since=2020-01-01", "--ruling=x")
    with pytest.raises(CommandError, match="'yesterday' is not a day such as 2026-11-30"):
        call_command("exclude", GAME, "player2", "--since=yesterday", "--ruling=x")
