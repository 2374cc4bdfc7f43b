"""Rulings on a real log: what they do to tables, rounds and ratings."""

from typing import Any

import pytest

from accounts.models import User
from tests.factories import concede, gather, open_tables, play_out
from tournaments.director import selectors, services
from tournaments.director.commands import desk, organisers
from tournaments.director.commands.desk import Signature
from tournaments.director.errors import NotAllowed, RoomError, Stale
from tournaments.director.models import Match
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.policy.rulings.entries import AdjustPoints
from tournaments.director.policy.rulings.matches import GiveTime, VoidTable
from tournaments.director.policy.rulings.rounds import Swap
from tournaments.director.state import acts
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import projections, sources, texts
from tournaments.log import selectors as log
from tournaments.platform.units import DAY
from tournaments.ratings import selectors as ratings
from tournaments.ratings import services as rating_services
from tournaments.ratings.read import change_at_table
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables.events import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(announce, people, organiser):
    def begin(entries: int = 4, **given: Any) -> str:
        tournament_id: str = announce(*people[:entries], **({"rounds": 2} | given))
        services.start(tournament_id=tournament_id, by=organiser.pk)
        return tournament_id

    return begin


@pytest.fixture
def staff():
    """Whose rulings move the site's ratings."""
    return User.objects.create_user("stella", is_staff=True)


@pytest.fixture
def sign(organiser):
    def rule(tournament_id: str, wanted: Request | int, **given: Any) -> int:
        seq = TOURNAMENTS.current(tournament_id).state.seq
        signature = Signature(**({"by": organiser.pk, "seq": seq, "reason": "mistake"} | given))
        if isinstance(wanted, int):
            desk.reverse(tournament_id=tournament_id, ruling=wanted, signature=signature)
            number = wanted
        else:
            number = desk.rule(tournament_id=tournament_id, wanted=wanted, signature=signature)
        rating_services.correct_due()
        return number

    return rule


def refusal(call: Any, *args: Any, **given: Any) -> str:
    with pytest.raises(RoomError) as refused:
        call(*args, **given)
    return refused.value.code


def matches(tournament_id: str) -> Any:
    return selectors.at(tournament_id).rounds[-1].matches


def clean() -> bool:
    return projections.rebuild(check=True).changed == ()


def test_a_no_show_is_forfeited_and_the_next_round_follows(begun, sign):
    tournament_id = begun()
    first, second = matches(tournament_id)
    concede(first.table)
    sign(tournament_id, acts.Forfeit(second.match, (second.entries[0].number,)), reason="no_show")
    assert tables.summary(second.table).status == "aborted"
    assert [paired.number for paired in selectors.at(tournament_id).rounds] == [1, 2]
    assert selectors.at(tournament_id).rounds[0].matches[1].codes == ("-", "+")
    assert clean()


def test_a_tournament_that_is_ended_early_is_over_at_once_with_its_results(begun, sign):
    tournament_id = begun(rounds=3)
    for match in matches(tournament_id):
        concede(match.table)
    later = [match.table for match in matches(tournament_id)]
    standings = {line.entry.number: line.place for line in selectors.at(tournament_id, after_round=1).standings()}
    gather(later[0])
    sign(tournament_id, acts.EndAfter(1), reason="agreement")
    detail = selectors.detail(tournament_id)
    assert (detail.status, detail.planned, len(detail.rounds)) == ("finished", 1, 1)
    assert {tables.summary(table).status for table in later} == {"aborted"}
    assert TOURNAMENTS.current(tournament_id).state.places == standings
    assert clean()


def test_an_early_end_is_offered_until_one_is_signed(begun, sign):
    cup = begun(rounds=3)
    assert selectors.detail(cup).may_end_early
    sign(cup, acts.EndAfter(1), reason="agreement")
    assert selectors.detail(cup).status == "running"
    assert not selectors.detail(cup).may_end_early


def test_a_result_is_set_while_its_table_is_played_and_the_late_one_is_kept_as_a_fact(begun, sign, staff):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    gather(match.table)
    concede(match.table, settle=False)  # finished, and not taken in yet
    sign(tournament_id, acts.SetResult(match.match, ("0", "1"), (2, 1)), by=staff.pk)
    settle_table(table_id=match.table)
    rating_services.correct_due()
    state = TOURNAMENTS.current(tournament_id).state
    assert [mark.place for mark in state.rounds[0].played.results[match.match]] == [2, 1]
    assert [mark.place for mark in state.facts[0].played.results[match.match]] == [1, 2]
    changes = change_at_table(match.table)
    assert changes[match.entries[1].user].by > 0 > changes[match.entries[0].user].by
    assert clean()


def test_a_result_that_staff_correct_corrects_the_ratings_and_a_reversal_gives_them_back(begun, sign, staff):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    concede(match.table)
    users = [entry.user for entry in match.entries]
    before = ratings.ratings_of("duck-soup", users)
    sign(tournament_id, acts.SetResult(match.match, ("0", "1"), (2, 1)), by=staff.pk)
    turned = ratings.ratings_of("duck-soup", users)
    assert (turned[users[0]], turned[users[1]]) == pytest.approx((before[users[1]], before[users[0]]))
    assert [each.kind for each in log.load("pool:duck-soup")] == ["rating.table_rated", "rating.corrected"]
    assert len(ratings.history(users[0], "duck-soup")) == 1, "the table counts otherwise, and is the same table"
    sign(tournament_id, 1, by=staff.pk)
    assert ratings.ratings_of("duck-soup", users) == pytest.approx(before)
    assert clean()


def test_a_double_loss_that_staff_sign_takes_the_table_out_of_the_ratings(begun, sign, staff):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    concede(match.table)
    sign(tournament_id, acts.DoubleLoss(match.match), by=staff.pk)
    assert set(ratings.ratings_of("duck-soup", [entry.user for entry in match.entries]).values()) == {1500.0}
    assert matches(tournament_id)[0].codes == ("LL", "LL")
    assert clean()


def test_a_forfeit_of_a_played_match_leaves_the_ratings(begun, sign):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    concede(match.table)
    before = ratings.ratings_of("duck-soup", [entry.user for entry in match.entries])
    sign(tournament_id, acts.Forfeit(match.match, (match.entries[0].number,)))
    assert ratings.ratings_of("duck-soup", [entry.user for entry in match.entries]) == before


def test_a_void_table_is_played_again_at_another_one(begun, sign):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    concede(match.table)
    sign(tournament_id, VoidTable(match.match))
    again = matches(tournament_id)[0]
    assert again.table != match.table
    assert again.codes is None
    assert tables.summary(again.table).status == "open"
    row = Match.objects.get(pk=match.match)
    assert row.deadline is not None
    assert row.grace is not None
    assert clean()
    play_out(tournament_id)
    assert selectors.detail(tournament_id).status == "finished"
    assert clean()


def test_a_table_that_is_played_is_replaced_by_another(begun, sign):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    gather(match.table)
    sign(tournament_id, VoidTable(match.match), reason="technical")
    assert tables.summary(match.table).status == "aborted"
    assert len(open_tables(tournament_id)) == 2
    sign(tournament_id, 1)
    assert matches(tournament_id)[0].table is not None
    play_out(tournament_id)
    assert selectors.detail(tournament_id).status == "finished"
    assert clean()


def test_a_tournament_that_waits_for_one_match_ends_with_its_ruling(begun, sign):
    tournament_id = begun(rounds=1)
    first, second = matches(tournament_id)
    concede(first.table)
    sign(tournament_id, acts.DoubleLoss(second.match), reason="conduct")
    assert selectors.detail(tournament_id).status == "finished"


def test_a_correction_after_the_end_gives_new_final_places(begun, sign):
    tournament_id = begun(rounds=1)
    play_out(tournament_id)
    match = matches(tournament_id)[0]
    ended = selectors.detail(tournament_id).ended_at
    sign(tournament_id, acts.Disqualify(match.entries[0].number, 1, "forfeit"))
    places = {entry.number: entry.place for entry in selectors.detail(tournament_id).entries}
    assert places[match.entries[0].number] is None
    assert places[match.entries[1].number] == 1
    assert selectors.detail(tournament_id).ended_at == ended
    sign(tournament_id, 1)
    assert {entry.number: entry.place for entry in selectors.detail(tournament_id).entries}[
        match.entries[0].number
    ] is not None
    assert clean()


def test_a_disqualified_player_leaves_the_table_at_once(begun, sign):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    gather(match.table)
    sign(tournament_id, acts.Disqualify(match.entries[0].number, 1, "keep"), reason="conduct")
    assert tables.summary(match.table).status == "finished"
    settle_table(table_id=match.table)
    assert matches(tournament_id)[0].codes == ("0", "1")
    assert clean()


def test_time_is_given_to_a_seat(begun, sign):
    tournament_id = begun(clock=Clock(300, 5))
    match = matches(tournament_id)[0]
    gather(match.table)
    before = tables.view(table_id=match.table, user_id=None)
    sign(tournament_id, GiveTime(match.match, match.entries[0].number, 120), reason="technical")
    after = tables.view(table_id=match.table, user_id=None)
    assert after.clocks[0].left == before.clocks[0].left + 120_000
    assert after.clocks[1].left == before.clocks[1].left
    assert clean()


def test_a_deadline_is_moved_for_a_round_and_for_a_match(begun, sign):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    now = selectors.at(tournament_id).rounds[0].deadline or 0
    sign(tournament_id, acts.Extend(1, None, now + 600_000, None))
    assert selectors.at(tournament_id).rounds[0].deadline == now + 600_000
    sign(tournament_id, acts.Extend(1, match.match, now + 900_000, None))
    assert Match.objects.get(pk=match.match).deadline == now + 900_000
    assert clean()


@pytest.mark.usefixtures("open_to_all")
def test_a_ruling_says_whether_its_signer_plays(begun, organiser: User, ann: User, client):
    tournament_id = begun()
    player = User.objects.get(pk=matches(tournament_id)[0].entries[0].user)
    organisers.name_organisers(tournament_id=tournament_id, by=organiser.pk, users=[player.pk])
    organisers.confirm(tournament_id=tournament_id, user_id=player.pk)
    for by in (organiser, player):
        signature = Signature(by=by.pk, seq=selectors.detail(tournament_id).seq, reason="other", text="Late start.")
        wanted = AdjustPoints(matches(tournament_id)[0].entries[0].number, "1", 1)
        desk.rule(tournament_id=tournament_id, wanted=wanted, signature=signature)
    assert [each.signed.plays for each in selectors.at(tournament_id).rulings(ann)] == [True, False]
    page = client.get(f"/tournaments/{tournament_id}/rulings").content.decode()
    assert f"{player.username}, who plays here" in page
    assert f"{organiser.username}, who plays here" not in page


def test_an_earlier_deadline_leaves_time_to_act(begun, sign):
    tournament_id = begun()
    match, now = matches(tournament_id)[0], sources.now_ms()
    for number in (None, match.match):
        for times in ((now + 1_000, None), (None, now + 1_000)):
            with pytest.raises(RoomError, match="bad_deadline"):
                sign(tournament_id, acts.Extend(1, number, *times))
    sign(tournament_id, acts.Extend(1, match.match, now + 360_000, None))
    assert Match.objects.get(pk=match.match).deadline == now + 360_000


@pytest.mark.parametrize("times", [(DAY, None), (None, DAY)])
def test_a_reversal_brings_no_earlier_time_back_at_once(begun, sign, organiser: User, times):
    tournament_id = begun(round_minutes=2)
    match, now = matches(tournament_id)[0], sources.now_ms()
    sign(tournament_id, acts.Extend(1, match.match, *(ms and now + ms for ms in times)))
    for ask in (sign, lambda cup, number: desk.attempt(tournament_id=cup, by=organiser.pk, wanted=number)):
        with pytest.raises(RoomError, match="bad_deadline"):
            ask(tournament_id, 1)
    assert TOURNAMENTS.current(tournament_id).state.rulings[0].reversed is None


def test_a_reversal_is_too_late_for_no_match_that_keeps_a_deadline_of_its_own(begun, sign):
    tournament_id = begun(round_minutes=2)
    now = sources.now_ms()
    sign(tournament_id, acts.Extend(1, None, now + DAY, None))
    for match in matches(tournament_id):
        sign(tournament_id, acts.Extend(1, match.match, now + 2 * DAY, None))
    sign(tournament_id, 1)
    assert {row.deadline for row in Match.objects.filter(tournament=tournament_id)} == {now + 2 * DAY}


def test_a_match_that_is_played_again_has_its_time_whatever_was_ruled_before(begun, sign):
    tournament_id = begun(round_minutes=60)
    match, now = matches(tournament_id)[0], sources.now_ms()
    sign(tournament_id, acts.Extend(1, match.match, now + 360_000, now + 330_000))
    concede(match.table)
    sign(tournament_id, VoidTable(match.match))
    again = Match.objects.get(pk=match.match)
    assert (again.deadline or 0) >= now + 60 * 60_000
    assert clean()


def test_two_players_change_places_before_their_tables_begin(begun, sign):
    tournament_id = begun()
    first, second = matches(tournament_id)
    sign(tournament_id, Swap(1, first.entries[0].number, second.entries[0].number))
    now = matches(tournament_id)
    assert [entry.number for match in now for entry in match.entries] == [
        second.entries[0].number,
        first.entries[1].number,
        first.entries[0].number,
        second.entries[1].number,
    ]
    assert tables.summary(first.table).status == tables.summary(second.table).status == "aborted"
    assert clean()
    play_out(tournament_id)
    assert selectors.detail(tournament_id).status == "finished"


def test_a_match_that_has_begun_is_not_paired_otherwise(begun, sign):
    tournament_id = begun()
    first, second = matches(tournament_id)
    gather(first.table)
    assert refusal(sign, tournament_id, Swap(1, first.entries[0].number, second.entries[0].number)) == ("round_begun")


def test_a_round_is_undone_and_paired_again_in_the_same_transaction(begun, sign):
    tournament_id = begun(entries=5)
    first = matches(tournament_id)
    sign(tournament_id, acts.UndoRound(1))
    assert {tables.summary(match.table).status for match in first} == {"aborted"}
    again = matches(tournament_id)
    assert {match.match for match in again}.isdisjoint(match.match for match in first)
    assert clean()
    play_out(tournament_id)
    assert selectors.detail(tournament_id).status == "finished"
    assert clean()


def test_somebody_who_had_withdrawn_is_paired_again(begun, sign, people):
    tournament_id = begun(entries=6)
    services.withdraw(tournament_id=tournament_id, user_id=people[0].pk)
    entry = next(each for each in selectors.detail(tournament_id).entries if each.user == people[0].pk)
    sign(tournament_id, acts.Readmit(entry.number), reason="agreement")
    play_out(tournament_id)
    assert any(entry.number == each.number for match in matches(tournament_id) for each in match.entries)
    assert clean()


def test_a_ruling_names_the_event_that_its_signer_had_seen(begun, sign):
    tournament_id = begun()
    first, second = matches(tournament_id)
    seen = TOURNAMENTS.current(tournament_id).state.seq
    concede(first.table)
    with pytest.raises(Stale):
        sign(tournament_id, acts.DoubleLoss(second.match), seq=seen)
    assert TOURNAMENTS.current(tournament_id).state.rulings == ()


def test_a_repeated_request_is_answered_and_does_nothing(begun, sign):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    seen = TOURNAMENTS.current(tournament_id).state.seq
    given = {"seq": seen, "command": "one", "text": "They agreed."}
    assert sign(tournament_id, acts.DoubleLoss(match.match), **given) == 1
    assert sign(tournament_id, acts.DoubleLoss(match.match), **given) == 1
    assert len(TOURNAMENTS.current(tournament_id).state.rulings) == 1


def test_only_the_organiser_and_staff_rule(begun, sign, people):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    with pytest.raises(NotAllowed):
        sign(tournament_id, acts.DoubleLoss(match.match), by=people[0].pk)
    with pytest.raises(NotAllowed):
        desk.attempt(tournament_id=tournament_id, by=people[0].pk, wanted=acts.DoubleLoss(match.match))


def test_what_was_written_is_not_in_the_log_and_can_be_erased(begun, sign, organiser):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    sign(tournament_id, acts.DoubleLoss(match.match), text="Both shouted.")
    (ruling,) = TOURNAMENTS.current(tournament_id).state.rulings
    assert ruling.text is not None
    assert texts.read([ruling.text]) == {ruling.text: "Both shouted."}
    assert not any(b"shouted" in event.payload for event in log.load(f"tournament:{tournament_id}"))
    assert texts.erase(ruling.text)
    assert texts.read([ruling.text]) == {}


def test_a_dry_run_writes_nothing_and_says_already_what_is_refused(begun, organiser):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    before, after = desk.attempt(tournament_id=tournament_id, by=organiser.pk, wanted=acts.DoubleLoss(match.match))
    assert match.match in after.rounds[0].played.results
    assert TOURNAMENTS.current(tournament_id).state == before
    wanted = acts.SetResult(match.match, ("1", "1"), (1, 1))
    assert refusal(desk.attempt, tournament_id=tournament_id, by=organiser.pk, wanted=wanted) == "bad_result"
    assert refusal(desk.attempt, tournament_id=tournament_id, by=organiser.pk, wanted=7) == "unknown_ruling"


def test_a_table_that_counts_again_is_the_one_that_is_shown(begun, sign):
    tournament_id = begun()
    match = matches(tournament_id)[0]
    concede(match.table)
    sign(tournament_id, VoidTable(match.match))
    sign(tournament_id, 1)
    again = matches(tournament_id)[0]
    assert (again.table, again.codes) == (match.table, ("1", "0"))
    assert clean()


def test_a_corrected_match_of_a_bracket_brings_others_to_the_next(begun, sign):
    tournament_id = begun(format="knock-out", rounds=None)
    first, second = matches(tournament_id)
    for match in (first, second):
        concede(match.table)
    (final,) = [match for match in matches(tournament_id) if match.key == "W2.1"]
    gather(final.table)
    sign(tournament_id, acts.SetResult(first.match, ("0", "1"), (2, 1)))
    assert tables.summary(final.table).status == "aborted"
    standing = [
        match for paired in selectors.at(tournament_id).rounds for match in paired.matches if match.key == "W2.1"
    ]
    assert {entry.number for entry in standing[-1].entries} == {first.entries[1].number, second.entries[0].number}
    assert clean()
    sign(tournament_id, 1)
    play_out(tournament_id)
    assert selectors.detail(tournament_id).status == "finished"
    assert clean()


def test_nobody_pairs_a_bracket_by_hand_and_no_match_of_it_is_level(begun, sign):
    tournament_id = begun(format="knock-out", rounds=None)
    match = matches(tournament_id)[0]
    assert refusal(sign, tournament_id, acts.UndoRound(1)) == "fixed_pairings"
    assert refusal(sign, tournament_id, acts.SetResult(match.match, ("=", "="), (1, 1))) == "bad_result"


def test_a_match_that_counts_again_and_is_played_on_stands_among_the_undecided(begun, sign):
    tournament_id = begun(format="knock-out", rounds=None, third_place=False)
    first, _second = matches(tournament_id)
    for table in open_tables(tournament_id):
        concede(table)
    (final,) = matches(tournament_id)
    sign(tournament_id, VoidTable(first.match))
    assert list(open_tables(tournament_id)) == [str(Match.objects.get(pk=first.match).table)]
    concede(open_tables(tournament_id)[0])
    assert matches(tournament_id)[0].match == final.match
    assert open_tables(tournament_id) == [matches(tournament_id)[0].table]
    play_out(tournament_id)
    assert selectors.detail(tournament_id).status == "finished"
    assert clean()
