"""Opening, joining, playing and leaving a table, on a real log."""

import pytest

from tests.factories import begin, give_up, open_for
from tests.tables.playing import play_first, play_out, whose_turn
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.tables import records, selectors, services
from tournaments.tables.errors import NotAllowed, NotSeated, Refused, Stale, UnknownTable, WrongStatus
from tournaments.tables.events import Clock
from tournaments.tables.models import Table
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db


def test_a_full_table_starts_at_once_and_its_shuffle_is_committed_before_the_deal(ann, bob):
    table_id = open_for(ann, bob)
    kinds = [event.kind for event in log.load(TABLES.name(table_id))]
    assert kinds[:3] == ["table.opened", "table.seed_drawn", "table.started"]
    assert selectors.summary(table_id).status == "playing"


def test_a_table_played_to_its_end_reveals_its_seed(ann, bob, sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        table_id = open_for(ann, bob)
        play_out(table_id)
    row = selectors.summary(table_id)
    assert row.status == "finished"
    assert row.outcome is not None
    assert row.outcome.reason == "played"
    assert sorted(row.outcome.places) in ([1, 2], [1, 1])
    kinds = [event.kind for event in log.load(TABLES.name(table_id))]
    assert kinds[-2:] == ["table.finished", "table.seed_revealed"]
    assert ("settlement.settle_table", [table_id]) in sent


def test_an_open_table_starts_when_the_last_seat_is_taken(ann, bob):
    table_id = open_for(ann, None)
    assert selectors.summary(table_id).status == "open"
    seen = services.join(table_id=table_id, user_id=bob.pk)
    assert seen.status == "playing"
    assert seen.me == 1
    assert [table.id for table in selectors.listed(user=bob.pk)] == [table_id]


def test_nobody_sits_twice_nor_on_another_nor_after_the_start(ann, bob, cleo):
    table_id = open_for(ann, None, None, game="gasp")
    with pytest.raises(WrongStatus, match="already_seated"):
        services.join(table_id=table_id, user_id=ann.pk)
    with pytest.raises(WrongStatus, match="seat_taken"):
        services.join(table_id=table_id, user_id=bob.pk, seat=0)
    services.join(table_id=table_id, user_id=bob.pk, seat=2)
    services.join(table_id=table_id, user_id=cleo.pk)
    with pytest.raises(WrongStatus, match="not_open"):
        services.join(table_id=table_id, user_id=cleo.pk)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"game": "bridge"}, "unknown_game"),
        ({"options": {"length": "a while"}}, "bad_option"),
        ({"options": {"nonsense": True}}, "bad_option"),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_leaves_nothing(ann, bob, given, code):
    with pytest.raises(Refused, match=code):
        open_for(ann, bob, **given)
    assert not Table.objects.exists()


def test_a_game_is_not_opened_for_a_number_of_players_that_it_is_not_for(ann, bob, cleo):
    with pytest.raises(Refused, match="bad_seats"):
        open_for(ann, bob, cleo)


def test_a_guest_may_not_play_for_rating(ann, bob):
    bob.is_guest = True
    bob.save()
    with pytest.raises(NotAllowed, match="guests_unrated"):
        open_for(ann, bob, rated=True)
    table_id = open_for(ann, None, rated=True)
    with pytest.raises(NotAllowed, match="guests_unrated"):
        services.join(table_id=table_id, user_id=bob.pk)


def test_a_refused_move_changes_nothing(ann, bob, cleo):
    table_id = open_for(ann, bob)
    before = log.head(TABLES.name(table_id))
    turn = whose_turn(table_id)
    other = bob.pk if turn == ann.pk else ann.pk
    legal = selectors.view(table_id=table_id, user_id=turn).legal
    with pytest.raises(Refused, match="unknown_move"):
        services.make_move(table_id=table_id, user_id=turn, move="<script>")
    with pytest.raises(Refused, match="not_your_turn"):
        services.make_move(table_id=table_id, user_id=other, move=legal[0])
    with pytest.raises(NotSeated):
        services.make_move(table_id=table_id, user_id=cleo.pk, move="7S")
    with pytest.raises(UnknownTable):
        services.make_move(table_id="nowhere000", user_id=cleo.pk, move="7S")
    assert log.head(TABLES.name(table_id)) == before


def test_the_same_command_has_one_effect_and_one_answer(ann, bob):
    table_id = open_for(ann, bob)
    user = whose_turn(table_id)
    move = selectors.view(table_id=table_id, user_id=user).legal[0]
    first = services.make_move(table_id=table_id, user_id=user, move=move, command="c1")
    play_first(table_id)
    again = services.make_move(table_id=table_id, user_id=user, move=move, command="c1")
    assert again == first
    other = next(m for m in ("AS", "2S", "3S") if m != move)
    with pytest.raises(Refused, match="key_reused"):
        services.make_move(table_id=table_id, user_id=user, move=other, command="c1")


def test_the_same_request_opens_one_table(ann, bob):
    assert open_for(ann, bob, command="k") == open_for(ann, bob, command="k")
    with pytest.raises(Refused, match="key_reused"):
        open_for(ann, bob, command="k", clock=Clock(60))


def test_a_request_is_stale_only_if_what_the_seat_may_do_has_changed(ann, bob):
    table_id = open_for(ann, bob)
    user = whose_turn(table_id)
    seen = selectors.view(table_id=table_id, user_id=user)
    with pytest.raises(Stale):
        services.make_move(table_id=table_id, user_id=user, move=seen.legal[0], expected_seq=1)
    services.make_move(table_id=table_id, user_id=user, move=seen.legal[0], expected_seq=seen.seq)
    with pytest.raises(Stale):
        services.make_move(table_id=table_id, user_id=user, move=seen.legal[1], expected_seq=seen.seq)


def test_a_process_that_lags_behind_catches_up_before_it_refuses_or_appends(ann, bob):
    table_id = open_for(ann, bob)
    behind = TABLES.current(table_id)
    play_first(table_id)
    TABLES.forget()
    TABLES.committed(table_id, behind)
    play_first(table_id)
    assert TABLES.current(table_id).state.seq > behind.state.seq + 1


def test_with_two_players_a_resignation_ends_the_table(ann, bob):
    table_id = open_for(ann, bob)
    give_up(table_id=table_id, user_id=ann.pk)
    row = selectors.summary(table_id)
    assert row.outcome is not None
    assert (row.outcome.places, row.outcome.reason) == ((2, 1), "resigned")


def test_with_more_a_bot_plays_the_seat_on_and_it_is_placed_last(ann, bob, cleo, settings):
    settings.BOT_PACE = 0
    table_id = open_for(ann, bob, cleo, game="gasp", options={"max_rounds": 1})
    give_up(table_id=table_id, user_id=bob.pk)
    assert selectors.summary(table_id).status == "playing"
    from tournaments.tables.tasks import play_bot_turn

    while (row := selectors.summary(table_id)).status == "playing":
        table = TABLES.current(table_id).state
        if table.bots_to_act:
            play_bot_turn(table_id, table.seq)
        else:
            play_first(table_id)
    assert row.outcome is not None
    assert row.outcome.places[1] == 3
    with pytest.raises(WrongStatus):
        services.make_move(table_id=table_id, user_id=bob.pk, move="8WL")


def test_a_resignation_ends_a_game_of_two_teams_and_partners_are_placed_together(ann, bob, cleo, robot):
    table_id = open_for(ann, bob, cleo, robot, game="gasp-pairs")
    give_up(table_id=table_id, user_id=bob.pk)
    row = selectors.summary(table_id)
    assert row.outcome is not None
    assert (row.outcome.places, row.outcome.reason) == ((1, 2, 1, 2), "resigned")


def test_only_who_opened_a_table_calls_it_off_and_only_before_it_starts(ann, bob, cleo):
    table_id = open_for(ann, None, None, game="gasp")
    services.join(table_id=table_id, user_id=bob.pk)
    with pytest.raises(NotAllowed, match="not_opener"):
        services.abort(table_id=table_id, user_id=bob.pk)
    with pytest.raises(NotSeated):
        services.abort(table_id=table_id, user_id=cleo.pk)
    services.abort(table_id=table_id, user_id=ann.pk)
    assert selectors.summary(table_id).status == "aborted"
    playing = open_for(ann, bob)
    with pytest.raises(WrongStatus):
        services.abort(table_id=playing, user_id=ann.pk)


def test_time_that_has_run_out_flags_and_time_that_has_not_does_not(ann, bob, monkeypatch):
    table_id = open_for(ann, bob, clock=Clock(60))
    services.flag_overdue(table_id=table_id)
    assert selectors.summary(table_id).status == "playing"
    begin(table_id)
    later = sources.now_ms() + 61_000
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    turn = whose_turn(table_id)
    services.flag_overdue(table_id=table_id)
    row = selectors.summary(table_id)
    assert row.outcome is not None
    assert row.outcome.reason == "flagged"
    assert row.outcome.places[row.seats.index(turn)] == 2


def test_a_player_who_comes_back_before_the_flag_has_lost_nothing(ann, bob, monkeypatch):
    table_id = open_for(ann, bob, clock=Clock(60))
    later = sources.now_ms() + 59_000
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    services.flag_overdue(table_id=table_id)
    seen = play_first(table_id)
    assert seen.status == "playing"
    assert seen.clocks[0].left == 60_000


def test_settling_is_recorded_once(ann, bob):
    table_id = open_for(ann, bob)
    give_up(table_id=table_id, user_id=ann.pk)
    services.mark_settled(table_id=table_id)
    services.mark_settled(table_id=table_id)
    kinds = [event.kind for event in log.load(TABLES.name(table_id))]
    assert kinds.count("table.settled") == 1
    assert selectors.summary(table_id).settled


def test_before_the_end_a_record_holds_what_the_caller_may_see(ann, bob, cleo):
    table_id = open_for(ann, bob)
    for user in (ann, cleo):
        record = records.record(table_id=table_id, user_id=user.pk)
        kinds = [event["kind"] for event in record["events"]]
        assert "table.seed_drawn" not in kinds
        assert "duck_soup.pack_shuffled" not in kinds
        assert "head" not in record
        hidden = [e for e in record["events"] if e["payload"].get("cards", 0) is None]
        assert all("salt" not in event for event in hidden)
    with pytest.raises(NotAllowed, match="seat_hidden"):
        selectors.view_at(table_id=table_id, user_id=cleo.pk, seq=10, seat=0)
