"""Analyses are asked for once, made by one worker, kept, deleted and made again; and everything that is said holds."""

import re

import msgspec
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.test import Client, TestCase

from accounts import holdings
from accounts.models import User
from engine.analysis import decisions, luck, values
from engine.analysis.decisions import Decision
from engine.analysis.proofs import LAST, sure_wins
from engine.analysis.values import Estimate
from engine.deals import NO_MORE, Position, played_again
from engine.events import Seat
from engine.games.german_whist.solved import tricks
from engine.notation import Turn
from tests.clock import Clock
from tests.factories import open_for
from tests.markup import tight
from tests.pages.test_ending import played_out
from tests.pages.test_replays import positions_of
from tests.tables.playing import play_out
from tournaments.learning import tasks
from tournaments.learning.analysis import findings, selectors, services, working
from tournaments.learning.analysis.findings import Findings, Found
from tournaments.learning.analysis.models import Analysis, SeatAnalysis
from tournaments.log import sources
from tournaments.log.errors import ArchiveAway, NotReadable, RoomError
from tournaments.platform import valkey
from tournaments.platform.errors import TooOften
from tournaments.platform.units import SECOND
from tournaments.tables import frames, lines
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.errors import NotAllowed, Refused, UnknownTable
from tournaments.tables.lines import Line
from tournaments.tables.seen import seat_view
from tournaments.tables.state import TableState

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer samples: what is said rests on less, and nothing else is different."""
    for module, name, few in (
        (values, "FIRST", 6),
        (values, "SECOND", 6),
        (values, "FRESH", 8),
        (values, "MOST_FRESH", 16),
        (values, "SEARCHED", 40),
        (luck, "ROLLOUTS", 8),
        (decisions, "ADVISER", 10),
        (findings, "WORLDS", 8),
    ):
        monkeypatch.setattr(module, name, few)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that workers were asked to analyse."""
    found: list[str] = []

    def note(name: str, arguments: list[str], **_options: object) -> None:
        found.extend(arguments if name == services.MAKE else [])

    monkeypatch.setattr(valkey, "send_task", note)
    return found


def ask(table: str, user: User) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.ask(table, user)


@pytest.fixture
def table(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> str:
    """With mistakes in its second half."""
    with monkeypatch.context() as always:
        always.setattr(sources, "new_seed", lambda: bytes(range(32)))
        return played_out(ann, bob, game="german-whist")


def test_the_same_table_is_asked_for_once_and_made_once(table: str, ann: User, bob: User, sent: list[str]) -> None:
    assert selectors.report(table).status == "none"
    ask(table, ann)
    ask(table, bob)
    assert (sent, selectors.report(table).status) == ([table], "waiting")
    run = services.begin(table)
    assert run
    assert not services.begin(table)
    services.say(table, 40, run=run)
    assert selectors.report(table)[:2] == ("working", 40)
    services.keep(table, Findings(luck=(0.1, -0.1)), run=run)
    ask(table, bob)
    assert (sent, selectors.report(table).status) == ([table], "made")
    assert selectors.report(table).findings == Findings(luck=(0.1, -0.1))
    assert not services.begin(table)


def test_a_worker_that_died_is_replaced_and_the_table_given_up_in_the_end(
    table: str, ann: User, sent: list[str], clock: Clock
) -> None:
    ask(table, ann)
    for tried in range(services.TRIES):
        assert services.begin(table)
        services.upkeep()
        assert len(sent) == 1 + tried, "it may still be at it"
        assert selectors.report(table).status == "working", "the last try too"
        ask(table, ann)
        assert Analysis.objects.get().tries == tried + 1
        clock.now += services.PATIENCE + SECOND
        services.upkeep()
        assert len(sent) == 1 + min(tried + 1, services.TRIES - 1)
    assert (services.begin(table), selectors.report(table).status) == (None, "failed")
    ask(table, ann)
    assert selectors.report(table).status == "waiting"


@pytest.mark.parametrize("error", [ArchiveAway("lost"), NotReadable()])
def test_a_table_that_is_away_for_a_while_is_tried_again(
    table: str, ann: User, sent: list[str], clock: Clock, monkeypatch: pytest.MonkeyPatch, error: RoomError
) -> None:
    def away(_table: str) -> None:
        raise error

    ask(table, ann)
    with monkeypatch.context() as gone:
        gone.setattr(frames, "commits", away)
        tasks.analyse(table)
    clock.now += services.PATIENCE + SECOND
    services.upkeep()
    assert sent == [table, table]
    tasks.analyse(table)
    assert selectors.report(table).status == "made"


def test_what_is_away_for_long_is_not_given_up(
    table: str, ann: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_table: str) -> None:
        raise ArchiveAway("lost")

    ask(table, ann)
    monkeypatch.setattr(frames, "commits", away)
    for _try in range(services.TRIES + 1):
        tasks.analyse(table)
        clock.now += services.PATIENCE + SECOND
    assert Analysis.objects.get().tries == 0
    assert selectors.report(table).status == "working"


def test_of_two_runs_the_last_one_is_heard(table: str, ann: User, clock: Clock) -> None:
    """One whose analysis was deleted and asked for again, and one that was thought dead."""
    services.order(table, None)
    tasks.analyse(table)
    Analysis.objects.update(version="0.0")
    ask(table, ann)
    first = services.begin(table)
    clock.now += SECOND
    services.drop(table, ann)
    ask(table, ann)
    second = services.begin(table)
    assert second
    services.say(table, 90, run=first)
    services.keep(table, Findings(), run=first)
    services.give_up(table, run=first)
    assert selectors.report(table)[:2] == ("working", 0)
    clock.now += services.PATIENCE + SECOND
    third = services.begin(table)
    services.keep(table, Findings(left_out=1), run=second)
    services.keep(table, Findings(left_out=2), run=third)
    assert selectors.report(table).findings == Findings(left_out=2)


def test_each_row_has_an_end(table: str, ann: User, clock: Clock) -> None:
    """What failed too; what somebody asked for later than what was made by itself."""
    for name in ("alone", "failed", "asked"):
        services.order(name, None if name == "alone" else ann.pk)
    services.give_up("failed", run=None)
    Analysis.objects.exclude(pk="failed").update(made_at=clock.now)
    clock.now += services.KEPT
    services.upkeep()
    assert Analysis.objects.count() == 3
    clock.now += SECOND
    services.upkeep()
    assert [row.pk for row in Analysis.objects.all()] == ["asked"]
    clock.now += services.KEPT_ASKED
    services.upkeep()
    assert not Analysis.objects.exists()


def test_a_table_that_is_gone_is_given_up(table: str, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_table: str) -> None:
        raise UnknownTable

    ask(table, ann)
    monkeypatch.setattr(frames, "commits", gone)
    tasks.analyse(table)
    assert selectors.report(table).status == "failed"


def test_a_running_table_is_not_analysed(ann: User, bob: User) -> None:
    """Nor is one with real cards, nor one that was called off: nothing may be worked out of a deal that is not over."""
    running, called_off, over = open_for(ann, bob), open_for(ann, None), open_for(ann, bob)
    table_services.abort(table_id=called_off, user_id=ann.pk)
    for table in (running, called_off):
        with pytest.raises(Refused, match="not_finished"):
            ask(table, ann)
    assert not Analysis.objects.exists()
    play_out(over)
    real = msgspec.structs.replace(tables.summary(over), in_room=True)
    with pytest.raises(Refused, match="played_in_room"):
        services.check(real)


def test_nobody_asks_for_one_more_while_many_wait(table: str, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "WAITING", 1)
    services.order("elsewhere", None)
    with pytest.raises(TooOften):
        ask(table, ann)
    Analysis.objects.all().delete()
    ask(table, ann)


def test_what_older_bots_found_is_made_again_when_somebody_asks(table: str, ann: User, sent: list[str]) -> None:
    services.order(table, None)
    services.keep(table, Findings(), run=None)
    Analysis.objects.filter(pk=table).update(version="0.0")
    assert selectors.report(table).may_be_better
    ask(table, ann)
    assert (selectors.report(table).status, sent) == ("waiting", [table])


def test_what_was_found_stays_until_more_is_found(
    client: Client, table: str, ann: User, sent: list[str], clock: Clock
) -> None:
    """Also if the worker dies again and again."""
    client.force_login(ann)
    ask(table, ann)
    tasks.analyse(table)
    Analysis.objects.filter(pk=table).update(version="0.0")
    before, own = selectors.report(table).findings, list(SeatAnalysis.objects.values())
    path = f"/tables/{table}/analysis"
    ask(table, ann)
    ask(table, ann)
    assert (len(sent), len(own)) == (2, 2)
    assert selectors.report(table).under_way
    html = client.get(path).content.decode()
    assert "Seat by seat" in html
    assert "This is being worked out again: 0 % done." in html
    run = services.begin(table)
    services.say(table, 40, run=run)
    answer = client.get(path, headers={"HX-Request": "true"})
    assert answer["HX-Retarget"] == "#again"
    assert answer.content.decode().strip().startswith("<p")
    assert "40 % done" in answer.content.decode()
    Analysis.objects.filter(pk=table).update(begun_at=None, beat_at=None, tries=0)
    for _try in range(services.TRIES):
        assert services.begin(table)
        clock.now += services.PATIENCE + SECOND
    report = selectors.report(table)
    assert (report.status, report.findings) == ("failed", before)
    assert list(SeatAnalysis.objects.values()) == own
    assert "Work it out again" in client.get(path).content.decode()
    services.drop(table, ann)
    assert selectors.report(table).status == "none"


def test_a_player_may_have_it_deleted_and_nobody_else(table: str, ann: User, cleo: User) -> None:
    services.order(table, None)
    services.keep(table, Findings(), run=None)
    with pytest.raises(NotAllowed):
        services.drop(table, cleo)
    services.drop(table, ann)
    assert selectors.report(table).status == "none"


def test_who_asked_is_exported_and_forgotten(table: str, ann: User) -> None:
    ask(table, ann)
    assert [row["table"] for row in services.HOLDING.rows(ann)] == [table]  # type: ignore[index]
    services.HOLDING.forget(ann.pk)
    assert (list(services.HOLDING.rows(ann)), Analysis.objects.count()) == ([], 1)
    assert "analyses" in [each.name for each in holdings.HOLDINGS]


def test_a_worker_works_it_out_and_what_is_solved_is_exact(table: str, ann: User) -> None:
    ask(table, ann)
    tasks.analyse(table)
    made = selectors.report(table).findings
    assert made is not None
    before = {moment[0].seq: moment[0] for moment in frames.commits(table)}
    solved = [found for found in made.decisions if found.decision.solved]
    assert len(solved) > 8
    for found in solved:
        exact = tricks(before[found.seq].state)
        game = before[found.seq].game
        assert {game.parse_move(move).card: own.gain for move, own in found.decision.solved.items()} == exact
        assert found.decision.solved[found.decision.best].gain == max(exact.values())
        assert not found.decision.sure
    assert len(made.chances) == 26, "tricks"
    assert all(abs(sum(own.mean for own in each.by_seat) - 1) < 1e-6 for each in made.chances)
    assert len(made.luck) == 2
    assert abs(sum(made.luck)) < 0.01, "one's luck is the other's bad luck"


def test_what_is_proved_of_the_last_decisions_of_other_games_is_kept_and_shown(
    client: Client, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the last legal move were proved to win: the first one was made each time."""
    table = played_out(ann, bob, game="gasp-duel")

    def last_move(position: Position, seat: Seat) -> tuple[str, ...]:
        before = played_again(position, (), NO_MORE)
        assert before is not None
        return (position.game.move_text(position.game.legal(before.state, seat)[-1]),)

    monkeypatch.setattr(findings, "sure_wins", last_move)
    ask(table, ann)
    tasks.analyse(table)
    made = selectors.report(table).findings
    assert made is not None
    proved = [found for found in made.decisions if found.decision.sure]
    assert 2 < len(proved) <= LAST
    assert proved == list(made.decisions[-len(proved) :]), "the last ones"
    for found in proved:
        assert found.decision.missed
        assert (found.decision.best,) == found.decision.sure
        assert not found.decision.preferred
    page = tight(client.get(f"/tables/{table}/analysis?at={proved[-1].seq}").content.decode())
    assert "wins for certain" in page
    assert "It let a certain win go" in page


def test_of_a_table_that_goes_on_from_another_one_the_moves_made_there_are_looked_at(
    table: str, ann: User, bob: User
) -> None:
    moments = frames.commits(table)
    at = moments[len(moments) // 2][1].seq
    new = table_services.open_from_position(
        table=table, line=Line(at, ()), seats=[ann.pk, bob.pk], as_it_was=True, clock=None, opener=ann.pk
    )
    play_out(new)
    found = working.work(new, lambda _percent: None)
    assert not found.luck, "no whole game was dealt there"
    assert found.decisions
    assert {each.seq for each in found.decisions} <= {before.seq for before, *_ in frames.commits(new)[1:]}


def test_what_there_is_no_time_for_is_counted_and_people_come_first(
    table: str, ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = played_out(ann, bob, game="gasp-duel")
    whole, all_of_duel = (working.work(each, lambda done: None) for each in (table, duel))
    monkeypatch.setattr(working, "BUDGET", 0.0)
    none, none_of_duel = (working.work(each, lambda done: None) for each in (table, duel))
    assert none.decisions == none_of_duel.decisions == ()
    assert none.left_out == len(whole.decisions) > 0
    assert none_of_duel.left_out == len(all_of_duel.decisions) > 0, "once each, though proofs wait too"
    assert 0 < len(none_of_duel.unproved) <= LAST
    assert none.unproved == (), "its endings are solved"
    assert none.luck == (), "luck of some of the deals is none"
    assert whole.luck
    moments = frames.commits(table)
    first = findings.steps(moments, [Seat(1)])[-len(lines.turns_of(moments)) :]
    seats = [found.decision.seat for step in first if isinstance(found := step.work(), findings.Found)]
    assert seats == sorted(seats, reverse=True), "people's decisions come before bots'"


def test_what_a_worker_found_until_it_was_told_to_end_is_kept_and_the_rest_can_be_asked_for(
    table: str, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    weigh, done = findings._weighed, iter(range(3))

    def weighed(before: TableState, turn: Turn) -> findings.Found | None:
        if next(done, None) is None:
            raise SoftTimeLimitExceeded
        return weigh(before, turn)

    monkeypatch.setattr(findings, "_weighed", weighed)
    ask(table, ann)
    tasks.analyse(table)
    report = selectors.report(table)
    assert report.status == "made"
    assert report.may_be_better
    ask(table, ann)
    assert selectors.report(table).status == "waiting"


def test_the_next_run_goes_on_from_what_was_found(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing left but certain wins to look for, no decision is left out; and after all runs all is as in one."""
    table = played_out(ann, bob, game="gasp-duel")
    whole, done = working.work(table, lambda done: None), iter(range(1))

    def stopping(position: Position, seat: Seat) -> tuple[str, ...]:
        if next(done, None) is None:
            raise SoftTimeLimitExceeded
        return sure_wins(position, seat)

    with monkeypatch.context() as busy:
        busy.setattr(findings, "sure_wins", stopping)
        services.order(table, None)
        tasks.analyse(table)
    first = selectors.report(table)
    assert first.findings is not None
    assert len(first.findings.decisions) == len(whole.decisions)
    assert first.findings.left_out == 0
    assert first.findings.unproved
    assert first.may_be_better
    page = tight(Client().get(f"/tables/{table}/analysis").content.decode())
    assert f"Of {len(first.findings.unproved)} of the last decisions it was not worked out" in page
    weigh, again = findings._weighed, list[findings.Found | None]()
    monkeypatch.setattr(findings, "_weighed", lambda before, turn: again.append(weigh(before, turn)))
    services.order(table, None)
    tasks.analyse(table)
    assert set(again) == {None}, "those that had no choice alone"
    report = selectors.report(table)
    assert report.findings == whole
    assert not report.may_be_better


def test_progress_is_told_and_the_same_table_gives_the_same_findings(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "SAYS", 0.0)
    told: list[int] = []
    first, again = working.work(table, told.append), working.work(table, lambda done: None)
    assert told == sorted(told)
    assert told[-1] == 100
    assert msgspec.json.encode(first) == msgspec.json.encode(again)


def test_tables_of_tournaments_are_analysed_by_themselves_when_nothing_waits(
    table: str, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks.look()
    assert not Analysis.objects.exists(), "a table among friends is not"
    monkeypatch.setattr(tables, "of_matches_lately", lambda since, *, most: [table])
    with TestCase.captureOnCommitCallbacks(execute=True):
        tasks.look()
        tasks.look()
    assert sent == [table]
    assert Analysis.objects.get().asked_by is None


# -- pages


def test_a_table_is_analysed_with_one_click(client: Client, table: str, ann: User) -> None:
    client.force_login(ann)
    assert "Analyse this table" in client.get(f"/tables/{table}/analysis").content.decode()
    client.post(f"/tables/{table}/analysis/ask")
    part = client.get(f"/tables/{table}/analysis?at=57", headers={"HX-Request": "true"}).content.decode()
    assert f'hx-get="/tables/{table}/analysis?at=57"' in part, "the decision that was chosen is shown when it is there"
    assert "<progress" in part
    assert "<html" not in part
    tasks.analyse(table)
    html = client.get(f"/tables/{table}/analysis").content.decode()
    for words in ("Chances", "Seat by seat", "Decisions that mattered", "usual", "Mistake"):
        assert words in html, words
    at = selectors.report(table).findings.decisions[0].seq  # type: ignore[union-attr]
    decision = client.get(f"/tables/{table}/analysis?at={at}").content.decode()
    assert "What each move would bring" in decision
    for way in ("replay", "replay/play-on"):
        assert f"/tables/{table}/{way}?seq={at}&amp;seat=" in decision
        assert client.get(f"/tables/{table}/{way}?seq={at}&seat=0").status_code == 200
    client.post(f"/tables/{table}/analysis/delete")
    assert "Analyse this table" in client.get(f"/tables/{table}/analysis").content.decode()


def test_a_stranger_reads_it_and_is_asked_to_log_in_to_ask_for_one(client: Client, table: str) -> None:
    assert "Log in to have it analysed." in client.get(f"/tables/{table}/analysis").content.decode()
    answer = client.post(f"/tables/{table}/analysis/ask")
    assert (answer.status_code, Analysis.objects.count()) == (302, 0)
    services.order(table, None)
    tasks.analyse(table)
    assert "Seat by seat" in client.get(f"/tables/{table}/analysis").content.decode()


def test_a_team_that_won_has_left_all_of_its_opponents_behind(
    client: Client, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where partners are counted half in what was weighed."""
    table = played_out(*people[:4], game="gasp-pairs")
    weighed = {"a": Estimate(5 / 6, 0.0), "b": Estimate(1 / 6, 0.0)}
    monkeypatch.setattr(
        findings, "look", lambda game, state, seat, made, rng: Decision(seat=seat, made="a", values=weighed, best="a")
    )
    services.order(table, None)
    tasks.analyse(table)
    found, result = selectors.report(table).findings, tables.summary(table).outcome
    assert found is not None
    assert result is not None
    assert set(result.places) == {1, 2}
    assert [own.mean for own in found.chances[-1].by_seat] == pytest.approx([2.0 - place for place in result.places])
    values = {move: own for each in found.decisions for move, own in each.decision.values.items()}
    assert (values["a"].mean, values["b"].mean) == pytest.approx((1, 0))
    assert "Games of 100 that each seat wins from here" in client.get(f"/tables/{table}/analysis").content.decode()


def test_one_decision_of_which_something_is_proved_is_written_as_one(client: Client, table: str) -> None:
    before = next(moment[0] for moment in frames.commits(table) if lines.turns_of([moment]))
    seat = before.to_act[0]
    made = before.game.move_text(before.game.legal(before.state, seat)[0])
    decision = Decision(seat=seat, made=made, values={made: Estimate(1.0, 0.0)}, best=made, sure=(made,))
    services.order(table, None)
    services.keep(table, Findings(decisions=(Found(before.seq, decision),)), run=None)
    page = tight(client.get(f"/tables/{table}/analysis").content.decode())
    assert "Mistakes:<b>0</b>in 1 decision of which something is proved" in page


def test_what_is_solved_is_named_and_the_curve_explained_where_no_move_has_a_value(
    client: Client, ann: User, bob: User
) -> None:
    table = played_out(ann, bob, game="duck-soup")
    services.order(table, None)
    tasks.analyse(table)
    found = selectors.report(table).findings
    assert found is not None
    assert found.chances
    page = tight(client.get(f"/tables/{table}/analysis?at={found.decisions[0].seq}").content.decode())
    assert "exactly (points ahead at the end of the deal)" in page
    assert "So no value is shown for a single move" in page
    assert "the curve shows how that went" in page
    solved = next(found.seq for found in found.decisions)
    replay = client.get(f"/tables/{table}/replay?seq={solved}&seat=all").content.decode()
    assert "with all cards known: points ahead at the end of the deal" in tight(replay)


def test_luck_is_told_to_programs_by_its_five_steps_too(client: Client, table: str) -> None:
    services.order(table, None)
    services.keep(table, Findings(luck=(0.1204, -0.1204)), run=None)
    assert client.get(f"/api/tables/{table}/analysis").json()["luck"] == [1, -1]
    assert Findings(luck=(0.1, -0.1)).luck_at("duck-soup") == (), "where it was told once, and is no longer"


def test_a_preference_is_told_by_what_the_search_found(client: Client, table: str) -> None:
    before = next(moment[0] for moment in frames.commits(table) if lines.turns_of([moment]))
    game = before.game
    seat = before.to_act[0]
    made, best, *others = [game.move_text(move) for move in game.legal(before.state, seat)]
    decision = Decision(
        seat=seat,
        made=made,
        values={best: Estimate(0.77, 0.01), made: Estimate(0.33, 0.01)},
        others=tuple(others),
        best=best,
        loss=0.44,
        preferred=True,
        searched=(0.58, 0.41),
    )
    services.order(table, None)
    services.keep(table, Findings(decisions=(Found(before.seq, decision),)), run=None)
    for path in ("analysis", "analysis/beside"):
        page = tight(client.get(f"/tables/{table}/{path}").content.decode())
        assert "In its search it wins 58 games of 100, and with what was played 41." in page
        assert "<meter" not in page, "no bars of flat rollouts, which are trusted less"
    whole = client.get(f"/tables/{table}/analysis?at={before.seq}").content.decode()
    bars = whole.partition('id="decision"')[2].partition("</section>")[0]
    assert re.findall(r"<meter.*?>(\d+)</meter>", bars) == ["77", "33"], "the best first"
    assert bars.count("looked at, and not found better") == len(others)
    told = client.get(f"/api/tables/{table}/analysis").json()["decisions"][0]
    assert told["searched"] == {"best": 0.58, "move": 0.41}
    assert told["others"] == others


@pytest.mark.parametrize("at", ["0", "99999", "x", "-1", ""])
def test_a_decision_that_is_not_there_is_not_shown(client: Client, table: str, at: str) -> None:
    services.order(table, None)
    tasks.analyse(table)
    answer = client.get(f"/tables/{table}/analysis", {"at": at})
    assert answer.status_code == 200
    assert 'id="decision"' not in answer.content.decode()


def test_the_page_of_a_running_table_says_why_there_is_none(client: Client, ann: User, bob: User) -> None:
    client.force_login(ann)
    answer = client.get(f"/tables/{open_for(ann, bob)}/analysis")
    assert answer.status_code == 422
    assert "This table is not finished." in answer.content.decode()


def test_beside_the_replay_stands_each_decision_at_its_position(client: Client, table: str) -> None:
    beside = f"/tables/{table}/analysis/beside"
    assert client.get(beside).status_code == 204
    assert f'data-from="{beside}"' in client.get(f"/tables/{table}/replay").content.decode()
    services.order(table, None)
    tasks.analyse(table)
    html = client.get(beside).content.decode()
    seqs = positions_of(client, table, "")["seqs"]
    found = selectors.report(table).findings
    assert found is not None
    assert [seqs[int(at)] for at in re.findall(r'data-at="(\d+)"', html)] == [each.seq for each in found.decisions]
    assert len(re.findall("data-unit", html)) == len(found.chances)


def test_of_a_running_table_nothing_stands_beside_it(client: Client, ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    client.force_login(ann)
    assert client.get(f"/tables/{table}/analysis/beside").status_code == 422
    assert "analysis/beside" not in client.get(f"/tables/{table}/replay").content.decode()


def test_with_each_move_stands_what_the_table_said_of_it_in_words_about_cards(client: Client, table: str) -> None:
    services.order(table, None)
    tasks.analyse(table)
    found = selectors.report(table).findings
    assert found is not None
    before = {moment[0].seq: moment[0] for moment in frames.commits(table)}

    def wins_a_card(each: findings.Found) -> bool:
        picture = seat_view(before[each.seq], each.decision.seat, names={}).picture
        notes = [choice.note.message for choice in picture.choices if choice.note] if picture else []
        return any(note.startswith("You win the trick and take") for note in notes)

    at = next(each.seq for each in found.decisions if wins_a_card(each))
    assert "“You win the trick and take" in tight(client.get(f"/tables/{table}/analysis?at={at}").content.decode())
