"""A player's analysed games: the player finds them by their mistakes, and sees means over many of them."""

import re

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from engine.analysis.decisions import Decision
from engine.events import Seat
from engine.places import Solved
from tests.clock import Clock
from tests.pages.test_ending import played_out
from tournaments.learning.analysis import by_seat, services
from tournaments.learning.analysis.findings import Findings, Found
from tournaments.learning.analysis.models import Analysis, SeatAnalysis
from tournaments.learning.web.own import Luck, luck_of
from tournaments.tables import selectors as tables
from tournaments.tables.events import PlayedOn
from tournaments.tables.state import Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ann: User, bob: User) -> str:
    return played_out(ann, bob, game="german-whist")


def loser_of(table: str) -> int:
    outcome = tables.summary(table).outcome
    assert outcome is not None
    return outcome.places.index(2)


def threw(seat: int) -> Found:
    """A decision of *seat* in which one card won for sure and the other, which it played, did not."""
    solved = {"7H": Solved(1, 0.0), "8H": Solved(4, 1.0)}
    return Found(9, Decision(seat=Seat(seat), made="7H", best="8H", solved=solved))


def analysed(table: str, *found: Found, luck: tuple[float, ...] = ()) -> None:
    services.order(table, None)
    services.keep(table, Findings(decisions=found, luck=luck), run=None)


def test_a_game_that_was_lost_after_a_proved_win_is_found_by_its_loser(table: str, ann: User, bob: User) -> None:
    loser = loser_of(table)
    analysed(table, threw(loser), threw(1 - loser))
    by = {seat: by_seat.games_of((ann, bob)[seat].pk, "thrown", 25, 0) for seat in (0, 1)}
    assert [row.analysis_id for row in by[loser]] == [table]
    assert by[1 - loser] == [], "the winner won all the same"
    assert len(by_seat.games_of((ann, bob)[1 - loser].pk, "mistakes", 25, 0)) == 1


def test_a_proved_win_that_became_a_draw_was_let_go_too(table: str) -> None:
    """A first place that partners share is a win, one that opponents share is none."""
    services.order(table, None)
    shared = {"german-whist": (1, 1), "gasp-pairs": (1, 2, 1, 2)}
    for game, places in shared.items():
        outcome = Result(places, points=(0,) * len(places), stake=0, reason="played")
        seats = (1, 2, 3, 4)[: len(places)]
        summary = msgspec.structs.replace(
            tables.summary(table), game=game, options={}, seats=seats, bots=("",) * len(seats), outcome=outcome
        )
        by_seat.keep(summary, Findings(decisions=(threw(0),)), people=set(seats))
        assert SeatAnalysis.objects.get(seat=0).thrown == (game == "german-whist")


def test_what_is_deleted_is_found_no_longer_and_what_is_made_again_until_it_is_made(
    client: Client, table: str, ann: User, bob: User
) -> None:
    analysed(table, threw(0))
    services.drop(table, ann)
    assert [row.user for row in SeatAnalysis.objects.all()] == [bob.pk], "what is kept of the other is the other's"
    client.force_login(bob)
    assert f"/tables/{table}/analysis" in client.get("/analysed").content.decode()
    analysed(table, threw(0))
    Analysis.objects.update(version="0")
    services.order(table, ann.pk)
    assert {row.mistakes for row in SeatAnalysis.objects.all()} != {0}
    services.keep(table, Findings(), run=None)
    assert {row.mistakes for row in SeatAnalysis.objects.all()} == {0}


def test_nothing_is_kept_of_bots_nor_of_an_account_that_ended(ann: User, robot: User, table: str, bob: User) -> None:
    analysed(played_out(ann, robot, game="german-whist"))
    assert [row.user for row in SeatAnalysis.objects.all()] == [ann.pk]
    analysed(table)
    services.HOLDING.forget(ann.pk)
    assert [row.user for row in SeatAnalysis.objects.all()] == [bob.pk]


def test_an_analysis_that_is_made_after_an_account_was_erased_keeps_nothing_of_it(
    table: str, ann: User, bob: User
) -> None:
    User.objects.filter(pk=ann.pk).update(erased_at=timezone.now())
    analysed(table, threw(0), threw(1))
    assert [row.user for row in SeatAnalysis.objects.all()] == [bob.pk]


def test_accounts_are_held_before_rows_as_an_erasure_does(table: str) -> None:
    """Or each waits for the other."""
    services.order(table, None)
    with CaptureQueriesContext(connection) as asked:
        services.keep(table, Findings(decisions=(threw(0),)), run=None)
    said = [query["sql"] for query in asked]
    held = next(at for at, sql in enumerate(said) if sql.endswith("FOR NO KEY UPDATE"))
    assert held < next(at for at, sql in enumerate(said) if sql.startswith(("UPDATE", "DELETE", "INSERT")))


def test_a_game_that_goes_on_from_another_one_is_analysed_and_counts_for_nobody(table: str) -> None:
    services.order(table, None)
    on = msgspec.structs.replace(tables.summary(table), origin=PlayedOn("0123456789", 9, 0, Seat(0), dealt_again=True))
    by_seat.keep(on, Findings(decisions=(threw(0),)), by_seat.hold(on))
    assert not SeatAnalysis.objects.exists()


def test_the_end_of_who_asked_takes_nothing_from_those_who_played(
    table: str, ann: User, bob: User, cleo: User, clock: Clock
) -> None:
    services.ask(table, cleo)
    services.keep(table, Findings(decisions=(threw(0),)), run=None)
    services.HOLDING.forget(cleo.pk)
    clock.now += services.KEPT + 1
    services.upkeep()
    assert not Analysis.objects.exists()
    assert {row.user for row in SeatAnalysis.objects.all()} == {ann.pk, bob.pk}


def test_what_was_found_of_somebody_is_exported(table: str, ann: User) -> None:
    analysed(table, threw(0), luck=(0.1, -0.1))
    (row,) = services.HOLDING.rows(ann)
    assert isinstance(row, dict)
    assert (row["table"], row["mistakes"], row["solved"], row["luck"]) == (table, 1, 1, 0.1)


def games_with_luck(table: str, user: User, *luck: float | None) -> None:
    for number, each in enumerate(luck):
        kept, _new = Analysis.objects.get_or_create(pk=f"T{number}", defaults={"asked_at": 1, "version": "1"})
        of = {"mistakes": 1, "solved": 4, "preferred": 2, "weighed": 20, "thrown": False}
        SeatAnalysis.objects.create(
            analysis=kept, seat=0, user=user.pk, game="german-whist", ended_at=number, luck=each, **of
        )


def test_luck_is_told_from_twenty_games_on(table: str, ann: User) -> None:
    games_with_luck(table, ann, *[0.1, 0.2] * 9, 0.15)
    (few,) = by_seat.summed(ann.pk)
    assert (few.games, few.mistakes, few.solved, few.luck, few.waits) == (19, 19, 76, None, 1)
    SeatAnalysis.objects.all().delete()
    games_with_luck(table, ann, *[0.1] * 15, *[None] * 10)
    assert by_seat.summed(ann.pk)[0].waits == 5, "games in which it was not told tell nothing"
    SeatAnalysis.objects.all().delete()
    games_with_luck(table, ann, *[0.1, 0.2] * 10)
    (enough,) = by_seat.summed(ann.pk)
    assert enough.luck == pytest.approx(0.15 / 0.3009, abs=0.05)
    assert enough.margin is not None
    assert 0 < enough.margin < 0.15


@pytest.mark.parametrize(
    ("luck", "margin", "words"),
    [
        (0.5, 0.2, "Better cards than usual"),
        (0.1, 0.2, "Cards as they usually are"),
        (-3.0, 0.1, "Worse cards than usual"),
    ],
)
def test_luck_is_said_only_where_the_interval_leaves_no_doubt(luck: float, margin: float, words: str) -> None:
    summed = by_seat.Summed("german-whist", 20, 0, 0, 0, 0, 20, luck, margin)
    shown = luck_of(summed)
    assert isinstance(shown, Luck)
    assert shown.words == words
    assert 0 <= shown.low <= shown.mean <= shown.high <= 100


def test_the_page_shows_ones_own_games_and_to_nobody_else(client: Client, table: str, ann: User, bob: User) -> None:
    loser = (ann, bob)[loser_of(table)]
    analysed(table, threw(loser_of(table)))
    assert client.get("/analysed").status_code == 302
    client.force_login(loser)
    for which in ("", "?which=thrown", "?which=mistakes"):
        assert f"/tables/{table}/analysis" in client.get(f"/analysed{which}").content.decode()
    assert "A proved win let go" in client.get("/analysed").content.decode()
    assert client.get("/analysed?which=none").status_code == 404
    winner = ann if loser == bob else bob
    client.force_login(winner)
    assert "None." in client.get("/analysed?which=thrown").content.decode()
    assert "/analysed" in client.get("/games/search").content.decode()


def test_in_spanish_a_game_by_its_rules_is_not_called_as_a_game_that_was_played(
    client: Client, table: str, ann: User
) -> None:
    analysed(table, threw(0))
    client.force_login(ann)
    page = client.get("/analysed", headers={"Accept-Language": "es"}).content.decode()
    assert re.findall(r'<th scope="col"[^>]*>([^<]+)</th>', page)[:2] == ["Juego", "Partidas"]


def test_the_games_of_somebody_without_any_are_none(client: Client, ann: User) -> None:
    client.force_login(ann)
    assert "None of your games has been analysed" in client.get("/analysed").content.decode()
