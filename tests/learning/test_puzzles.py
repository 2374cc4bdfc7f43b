"""Puzzles: told nothing before the answer, the first answer counts, a day is the player's own."""

import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path

import hypothesis
import msgspec
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import erasure
from accounts import services as accounts
from accounts.models import User
from engine.deals import NO_MORE, Position, played_again
from engine.events import Seat
from engine.notation import Turn, write
from engine.puzzles import Puzzle, Refutation, puzzle
from engine.registry import GAMES
from engine.table import Table as Playing
from engine.worlds import worlds
from tests.clock import Clock
from tests.clubs.making import facts
from tests.engine.test_deals import small
from tests.factories import client_of, concede, open_for
from tournaments.clubs import services as clubs
from tournaments.learning.puzzles import catalogue, days, from_tables, selectors, services, showing
from tournaments.learning.puzzles.mining import Kept, decision_of, of_bots
from tournaments.learning.puzzles.models import Answer, Mined, Solver
from tournaments.log import sources
from tournaments.log.errors import ArchiveAway
from tournaments.people import export
from tournaments.tables import catalogue as games
from tournaments.tables import frames
from tournaments.tables.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fresh_allowances")]

ME = Seat(0)
MONDAY = date(2026, 11, 23)
"""The day on which the fixture ``clock`` begins."""
SAMPLE = 10_000 if hypothesis.settings.get_current_profile_name() == "deep" else 6
"""Stored puzzles of a game that are proven again."""


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("ben")


@pytest.fixture
def guest(db: None) -> User:
    return accounts.create_guest()


def wrong(kept: Kept) -> str:
    return next(iter(kept.puzzle.lines))


def answer(user: User | None, day: date, *, right: bool, today: date = MONDAY, game: str = "duck-soup") -> None:
    asked = selectors.of_day(game, day)
    move = asked.kept.puzzle.wins[0] if right else wrong(asked.kept)
    services.answer(puzzle_id=asked.id, move=move, user=user, today=today, day=day)


# -- what is stored


@pytest.mark.parametrize("game", ["german-whist", "duck-soup", "gasp-duel"])
def test_a_sample_of_the_stored_puzzles_is_proven_again(game: str) -> None:
    kept = catalogue.of_file(game)
    for each in kept[:: max(1, len(kept) // SAMPLE)]:
        assert puzzle(decision_of(each)) == each.puzzle


def test_a_stored_puzzle_follows_from_its_seed() -> None:
    kept = catalogue.of_file("duck-soup")[0]
    seed, _sign, number = kept.notation.tags["Seed"].partition("/")
    assert of_bots("duck-soup", int(number), seed) == kept


def test_puzzles_are_mined_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = int(catalogue.of_file("duck-soup")[0].notation.tags["Seed"].partition("/")[2])
    out = tmp_path / "found.jsonl"
    call_command("mine_puzzles", game="duck-soup", games=number, out=out)
    assert f"duck-soup: 1 puzzles in {number} games" in capsys.readouterr().out
    assert msgspec.json.decode(out.read_bytes(), type=Kept) == catalogue.of_file("duck-soup")[0]


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_mined(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file or directory"):
        call_command("mine_puzzles", game="duck-soup", games=10**9, out=tmp_path / "none" / "found.jsonl")


def test_three_games_have_a_puzzle_of_the_day_and_the_page_names_those_that_have_none(ann: User) -> None:
    assert selectors.daily_games() == ["gasp-duel", "duck-soup", "german-whist"]
    page = client_of(ann).get("/puzzles").content.decode()
    assert "These games have no puzzle of the day" in page
    assert games.game("gasp").name in page


def test_every_refutation_is_played_by_the_rules() -> None:
    for game in catalogue.games():
        for kept in catalogue.of_file(game)[:10]:
            for move in (*kept.puzzle.wins, *kept.puzzle.lines):
                assert showing.answered(kept, move).picture


def test_a_refutation_is_played_with_cards_that_the_solver_cannot_rule_out() -> None:
    elsewhere = 0
    for kept in catalogue.of_file("gasp-duel")[:8]:
        decision, seat = decision_of(kept), Seat(kept.puzzle.seat)
        told = [event.seen_by(seat) for event in decision.position.log]
        for refutation in kept.puzzle.lines.values():
            deals = "".join(f'[Deal "{deal}"]\n' for deal in refutation.deal)
            other = decision_of(Kept(f"{deals}{kept.text}", kept.puzzle))
            assert [event.seen_by(seat) for event in other.position.log] == told
            elsewhere += other.state != decision.state
    assert elsewhere


def test_the_cards_that_a_solver_could_have_counted_are_shown() -> None:
    """The position is one of a game that the solver has not seen."""
    for game in ("german-whist", "duck-soup"):
        kept = catalogue.of_file(game)[0]
        decision = decision_of(kept)
        other = Seat(1 - decision.seat)
        picture = showing.posed(kept).picture
        assert picture
        (hand,) = [zone for zone in picture.zones if zone.form == "hand" and zone.seat == other]
        held = decision.position.game.view(decision.state, other).hand
        assert {spot.card for spot in hand.spots} == set(held)


# -- nothing is told before the answer


def test_the_page_is_the_same_whatever_is_proven(ann: User) -> None:
    kept = catalogue.of_file("german-whist")[0]
    moves = (*kept.puzzle.wins, *kept.puzzle.lines)
    pages = set()
    for win in moves:
        lines = {move: Refutation(()) for move in moves if move != win}
        other = Kept(kept.text, Puzzle(kept.puzzle.at, kept.puzzle.seat, (win,), lines, ()))
        pages.add(page_of(other))
    assert len(pages) == 1


def test_the_page_is_the_same_whatever_the_others_hold() -> None:
    """In a game whose hidden cards are not known at its end: each world of the position, with its own cards."""
    game = GAMES["gasp"]
    position = next(position for position, _every in small(game) if game.to_act(replayed(position).state)[0] == ME)
    pages = set()
    for world in worlds(position, ME):
        turns = [Turn(seat, text) for seat, text in position.moves]
        text = write(game, position.options, [""] * position.seats, world.table.log, turns)
        pages.add(page_of(Kept(text, Puzzle(len(turns), ME, ("x",), {}, ()))))
    assert len(pages) == 1


def replayed(position: Position) -> Playing:
    table = played_again(position, (), NO_MORE)
    assert table is not None
    return table


def page_of(kept: Kept) -> str:
    """As a stranger sees it, without what is made new for each request."""
    Mined.objects.filter(pk="mined").delete()
    stored = msgspec.to_builtins(kept)
    table = open_for(*[User.objects.get_or_create(username=name)[0] for name in ("one", "two")])
    Mined.objects.create(id="mined", game="gasp", table=table, kept=stored, rating=1500, at=sources.now_ms())
    page = Client().get("/puzzles/mined").content.decode()
    return re.sub(r'(csrfmiddlewaretoken" value=|nonce=)"[^"]*"', "", page)


def test_an_answer_may_not_be_asked_for_by_looking(ann: User) -> None:
    asked = selectors.of_day("duck-soup", MONDAY)
    for page in (client_of(ann), Client()):
        assert page.get(f"/puzzles/{asked.id}/answer")["Location"] == f"/puzzles/{asked.id}"
        assert 'data-state="' not in page.get(f"/puzzles/{asked.id}?move={asked.kept.puzzle.wins[0]}").content.decode()


# -- answers


def test_a_wrong_answer_is_played_out_and_a_right_one_explained(ann: User) -> None:
    asked, page = catalogue.numbered("german-whist", 0), client_of(ann)
    said = page.post(f"/puzzles/{asked.id}/answer", {"move": wrong(asked.kept)}).content.decode()
    assert 'data-state="wrong"' in said
    assert "Once more" in said
    assert 'data-state="wrong"' not in page.get(f"/puzzles/{asked.id}").content.decode()
    said = page.post(f"/puzzles/{asked.id}/answer", {"move": asked.kept.puzzle.wins[0]}).content.decode()
    assert 'data-state="right"' in said
    assert "Next puzzle" in said
    assert 'data-state="right"' in page.get(f"/puzzles/{asked.id}").content.decode(), "solved once, explained always"


def test_a_wrong_answer_ends_with_the_goal_and_what_the_card_still_comes_to(ann: User) -> None:
    """One opponent: the other player. What is not solved in time for a page has the goal alone."""
    said = {}
    for game in ("german-whist", "duck-soup", "gasp-duel"):
        asked = catalogue.numbered(game, 0)
        sent = {"move": wrong(asked.kept)}
        said[game] = client_of(ann).post(f"/puzzles/{asked.id}/answer", sent).content.decode()
        assert re.search(r"After “[^”]+” the other player can prevent it", said[game])
        assert re.search(r'<p class="small">\s*Goal: \S', said[game])
    goal = re.search(
        r"Goal: Take (\d) of the last (\d) tricks: then the deal is yours. (.+?)</p>", said["german-whist"]
    )
    assert goal
    best = re.fullmatch(rf"After your card you take (\d) of the last {goal[2]} tricks at best.", goal[3])
    assert best
    assert best[1] < goal[1]
    assert re.search(r"After your card you are -\d+ points ahead at the end of the deal, at best.", said["duck-soup"])
    assert "at best" not in said["gasp-duel"]


def test_what_the_opponent_may_hold_is_linked_above_the_cards(ann: User) -> None:
    page = client_of(ann).get("/puzzles/gasp-duel-1").content.decode()
    link = re.search(r'<a class="unseen" href="#(may-hold-\d)">\s*Opponent may hold:', page)
    assert link
    assert link.start() < page.index('id="felt"') < page.index(f'id="{link[1]}"')
    assert 'class="unseen"' not in client_of(ann).get("/puzzles/german-whist-1").content.decode()


def test_the_first_answer_alone_counts_for_the_rating(ann: User, ben: User) -> None:
    asked = catalogue.numbered("german-whist", 0)
    win = asked.kept.puzzle.wins[0]
    first = services.answer(puzzle_id=asked.id, move=wrong(asked.kept), user=ann, today=MONDAY)
    assert first.counted
    assert first.after < first.before == 1500
    later = services.answer(puzzle_id=asked.id, move=win, user=ann, today=MONDAY)
    assert (later.right, later.counted, later.after) == (True, False, first.after)
    assert Mined.objects.get(pk=asked.id).answers == 1
    other = services.answer(puzzle_id=asked.id, move=win, user=ben, today=MONDAY)
    assert other.after > other.before
    row = Answer.objects.get(user=ann.pk)
    assert (row.moves, row.solved, row.first) == ([wrong(asked.kept), win], True, False)


def test_the_same_answer_again_changes_nothing(ann: User) -> None:
    asked = catalogue.numbered("german-whist", 0)
    for _ in range(2):
        services.answer(puzzle_id=asked.id, move=wrong(asked.kept), user=ann, today=MONDAY)
    assert Answer.objects.get(user=ann.pk).moves == [wrong(asked.kept)]
    assert Solver.objects.get(user=ann.pk).answers == 1


@pytest.mark.parametrize("move", ["", "ZZ", "2:KS", "KS" * 40, "duck\n"])
def test_what_is_no_move_is_refused_and_changes_nothing(ann: User, move: str) -> None:
    said = client_of(ann).post("/puzzles/german-whist-1/answer", {"move": move})
    assert said.status_code == 422
    assert "Choose one of the moves" in said.content.decode()
    assert not Answer.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "german-whist-0",
        "german-whist-99999",
        "chess/today",
        "gasp/today",
        "gasp/next",
        "german-whist/day/1999-01-01",
        "german-whist/day/x",
    ],
)
def test_a_puzzle_that_is_not_there_is_404(ann: User, path: str) -> None:
    assert client_of(ann).get(f"/puzzles/{path}").status_code == 404


def test_strangers_and_guests_may_try_and_leave_no_trace(guest: User) -> None:
    asked = selectors.of_day("duck-soup", MONDAY)
    for page in (Client(), client_of(guest)):
        said = page.post(f"/puzzles/{asked.id}/answer", {"move": asked.kept.puzzle.wins[0], "day": str(MONDAY)})
        assert 'data-state="right"' in said.content.decode()
        assert "puzzle rating is now" not in said.content.decode()
        assert page.get("/puzzles").status_code == 200
    assert not Answer.objects.exists()
    assert not Mined.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_answers_at_once_one_is_the_first(ann: User) -> None:
    asked = catalogue.numbered("german-whist", 0)
    moves = [asked.kept.puzzle.wins[0], wrong(asked.kept)] * 3

    def send(move: str) -> bool:
        try:
            return services.answer(puzzle_id=asked.id, move=move, user=ann, today=MONDAY).counted
        finally:
            connection.close()

    with ThreadPoolExecutor(len(moves)) as pool:
        assert sum(pool.map(send, moves)) == 1
    assert Solver.objects.get(user=ann.pk).answers == 1
    assert Answer.objects.filter(user=ann.pk).count() == 1


def test_a_puzzle_whose_first_answer_was_wrong_comes_back_after_a_week(ann: User, clock: Clock) -> None:
    asked = catalogue.numbered("german-whist", 3)
    win = asked.kept.puzzle.wins[0]
    services.answer(puzzle_id=asked.id, move=wrong(asked.kept), user=ann, today=MONDAY)
    services.answer(puzzle_id=asked.id, move=win, user=ann, today=MONDAY)
    assert selectors.next_for("german-whist", ann.pk, "").id != asked.id
    clock.days(7)
    assert selectors.next_for("german-whist", ann.pk, "").id == asked.id
    assert 'data-state="' not in client_of(ann).get(f"/puzzles/{asked.id}").content.decode(), "it is asked as new"
    assert not services.answer(puzzle_id=asked.id, move=win, user=ann, today=MONDAY).counted
    assert selectors.next_for("german-whist", ann.pk, "").id != asked.id


def test_a_puzzle_that_is_gone_does_not_come_back(ann: User, clock: Clock) -> None:
    """The file of another release was longer, or a table is not public any more."""
    for number in (3, 4):
        asked = catalogue.numbered("german-whist", number)
        services.answer(puzzle_id=asked.id, move=wrong(asked.kept), user=ann, today=MONDAY)
        clock.now += 1
    Answer.objects.filter(puzzle="german-whist-4").update(puzzle="t-gone")
    clock.days(7)
    assert client_of(ann).get("/puzzles/german-whist/next")["Location"] == "/puzzles/german-whist-5"
    Answer.objects.filter(puzzle="german-whist-5").update(puzzle="german-whist-99999")
    assert client_of(ann).get("/puzzles/german-whist/next").status_code == 302


# -- from tables


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Kept:
    """Each table has this puzzle in it."""
    kept = catalogue.of_file("german-whist")[0]
    monkeypatch.setattr(from_tables, "first_in", lambda _notation: kept)
    return kept


def over(*users: User, game: str = "german-whist") -> str:
    table = open_for(*users, game=game)
    concede(table)
    return table


def test_a_finished_public_table_gives_a_puzzle_once(ann: User, ben: User, found: Kept) -> None:
    over(ann, ben, game="dracula")
    running, table = open_for(ann, ben, game="german-whist"), over(ann, ben)
    assert from_tables.mine() == 1
    assert from_tables.mine() == 0
    row = Mined.objects.get()
    assert (row.table, row.game) == (table, "german-whist")
    assert running != table
    page = client_of(ann)
    for asked in (f"/puzzles/{row.id}", f"/api/puzzles/{row.id}"):
        told = f"{asked} {page.get(asked).content.decode()}"
        assert not [word for word in ("ben", table) if word in told], "neither the players nor the way to them"
    said = page.post(f"/puzzles/{row.id}/answer", {"move": found.puzzle.wins[0]}).content.decode()
    assert f"/tables/{table}/replay" in said


def test_a_puzzle_whose_id_names_its_table_is_there_and_not_found_again(ann: User, ben: User, found: Kept) -> None:
    """As they were kept before."""
    table = over(ann, ben)
    from_tables.mine()
    Mined.objects.update(id=f"t-{table}")
    assert from_tables.mine() == 0
    assert client_of(ann).get(f"/puzzles/t-{table}").status_code == 200


def test_a_table_that_cannot_be_read_does_not_keep_others_from_being_looked_at(
    ann: User, ben: User, found: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits, lost, other = frames.commits, over(ann, ben), over(ann, ben)

    def some(table: str) -> Sequence[frames.Moment]:
        if table == lost:
            raise ArchiveAway("lost")
        return commits(table)

    monkeypatch.setattr(frames, "commits", some)
    assert from_tables.mine() == 1
    assert Mined.objects.get().table == other


def test_a_puzzle_goes_with_its_table_out_of_the_public(ann: User, ben: User, found: Kept) -> None:
    table = over(ann, ben)
    from_tables.mine()
    User.objects.filter(pk=ben.pk).update(date_joined=timezone.now() - timedelta(days=9))
    club = clubs.found(by=ben.pk, facts=facts(visibility="private", join="invitation"))
    own = Mined.objects.get().pk
    assert own in catalogue.ratings("german-whist")
    Table.objects.filter(pk=table).update(club=club)
    page = client_of(ann)
    for path in (f"/puzzles/{own}", f"/api/puzzles/{own}"):
        assert page.get(path).status_code == 404
    assert own not in catalogue.ratings("german-whist")


def test_a_day_brings_few_puzzles_from_tables(ann: User, ben: User, found: Kept, clock: Clock) -> None:
    for hour in range(3):
        clock.now += hour * 2 * 3_600_000
        for _ in range(3):
            over(ann, ben)
        from_tables.mine()
    assert Mined.objects.count() == from_tables.MOST_A_DAY


def test_a_table_that_was_left_early_is_looked_at_up_to_there(ann: User, ben: User) -> None:
    over(ann, ben)
    assert from_tables.mine() == 0


@pytest.mark.parametrize("day", ["yesterday", "2026-02-30", "20261126", 7])
def test_a_day_that_is_none_is_refused_by_the_api_and_changes_nothing(client: Client, ann: User, day: object) -> None:
    client.force_login(ann)
    asked = selectors.of_day("german-whist", MONDAY)
    body = {"move": asked.kept.puzzle.wins[0], "day": day}
    said = client.post(f"/api/puzzles/{asked.id}/answer", body, content_type="application/json")
    assert said.status_code == 400
    assert "day" in said.content.decode()
    assert not Answer.objects.exists()


# -- days


def test_all_puzzles_come_once_before_one_comes_again() -> None:
    start = date.fromordinal(75 * 9000)
    found = [days.number_on(start + timedelta(days=n), 75, "duck-soup") for n in range(75)]
    assert sorted(found) == list(range(75))


def test_a_day_counts_once_it_is_solved_and_today_breaks_no_run(ann: User) -> None:
    for back in (2, 1):
        day = MONDAY - timedelta(days=back)
        answer(ann, day, right=True, today=day)
    assert selectors.standing(ann, MONDAY).streak == 2
    answer(ann, MONDAY, right=False)
    assert selectors.standing(ann, MONDAY).streak == 2
    answer(ann, MONDAY, right=True)
    standing = selectors.standing(ann, MONDAY)
    assert standing.streak == 3
    assert [square.how for square in standing.fortnight[-4:]] == ["missed", "first", "first", "later"]


def test_what_was_tried_shortly_before_without_a_day_is_no_first_try(ann: User) -> None:
    asked = selectors.of_day("duck-soup", MONDAY)
    services.answer(puzzle_id=asked.id, move=wrong(asked.kept), user=ann, today=MONDAY)
    answer(ann, MONDAY, right=True)
    assert selectors.standing(ann, MONDAY).fortnight[-1].how == "later"


def test_what_was_found_at_once_without_a_day_is_a_first_try(ann: User) -> None:
    asked = selectors.of_day("duck-soup", MONDAY)
    services.answer(puzzle_id=asked.id, move=asked.kept.puzzle.wins[0], user=ann, today=MONDAY)
    answer(ann, MONDAY, right=True)
    assert selectors.standing(ann, MONDAY).fortnight[-1].how == "first"


def test_one_missed_day_in_two_weeks_can_be_made_up(ann: User) -> None:
    yesterday, before = MONDAY - timedelta(days=1), MONDAY - timedelta(days=2)
    answer(ann, before, right=True)
    answer(ann, yesterday, right=True)
    assert {row.day for row in Answer.objects.filter(user=ann.pk)} == {before, None}, "the second counts for no day"
    assert not any(square.open for square in selectors.fortnight(ann.pk, MONDAY))
    later = MONDAY + timedelta(days=14)
    assert any(square.open for square in selectors.fortnight(ann.pk, later))


@pytest.mark.usefixtures("clock")
def test_a_day_can_be_made_up_from_the_first_answer_on(ann: User) -> None:
    assert "You can make up" not in client_of(ann).get("/puzzles").content.decode()
    answer(ann, MONDAY, right=False)
    page = client_of(ann).get("/puzzles").content.decode()
    assert "You can make up 22 November." in re.sub(r"\s+", " ", page)
    assert re.search(r'<i class="fk wrong"></i>tried</li>', page), "the key has each kind of square"


@pytest.mark.usefixtures("clock")
def test_days_are_written_in_spanish(ann: User) -> None:
    answer(ann, MONDAY, right=True)
    page = client_of(ann).get("/puzzles", headers={"Accept-Language": "es"}).content.decode()
    assert "lunes 23 de noviembre" in page
    assert "22 de noviembre" in page


def test_a_day_out_of_reach_and_the_puzzle_of_another_day_count_for_none(ann: User) -> None:
    for day in (MONDAY + timedelta(days=1), MONDAY - timedelta(days=14)):
        answer(ann, day, right=True)
    asked = selectors.of_day("duck-soup", MONDAY - timedelta(days=3))
    move = asked.kept.puzzle.wins[0]
    services.answer(puzzle_id=asked.id, move=move, user=ann, today=MONDAY, day=MONDAY)
    assert not Answer.objects.filter(user=ann.pk, day__isnull=False).exists()


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Auckland", 24), ("America/Los_Angeles", 23), ("", 24)])
def test_the_day_begins_where_the_player_lives(ann: User, clock: Clock, zone: str, day: int) -> None:
    clock.now += 14 * 3_600_000  # 01:00 on Tuesday in Greenwich: 17:00 on Monday in Los Angeles
    User.objects.filter(pk=ann.pk).update(timezone=zone)
    page = client_of(User.objects.get(pk=ann.pk))
    asked = selectors.of_day("duck-soup", date(2026, 11, day))
    assert f'action="/puzzles/{asked.id}/answer"' in page.get("/puzzles/duck-soup/today").content.decode()
    sent = {"move": asked.kept.puzzle.wins[0], "day": f"2026-11-{day}"}
    page.post(f"/puzzles/{asked.id}/answer", sent)
    assert Answer.objects.get(user=ann.pk).day == date(2026, 11, day)


# -- export and erasure


def test_answers_are_exported_and_go_with_the_account(ann: User, ben: User) -> None:
    for user in (ann, ben):
        answer(user, MONDAY, right=True)
    solver, kept = json.loads(export.document(ann))["puzzles"]
    assert (solver["answers"], kept["day"], kept["solved"]) == (1, "2026-11-23", True)
    User.objects.filter(pk=ann.pk).update(erasure_at="2026-01-01T00:00:00Z")
    assert erasure.clear(ann.pk)
    assert set(Answer.objects.values_list("user", flat=True)) == {ben.pk}
    assert set(Solver.objects.values_list("user", flat=True)) == {ben.pk}
