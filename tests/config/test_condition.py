"""What is said of the service's parts: pure, by what is known of each."""

from msgspec.structs import replace

from engine.text import Text
from tests.config.conditions import NONE_LATE, WELL
from tournaments.config.condition.facts import (
    Anchors,
    Archive,
    Database,
    Disk,
    Facts,
    Films,
    Follower,
    Queue,
    Servers,
    Site,
    Standby,
    Waiting,
)
from tournaments.config.condition.judging import FULL, LITTLE, describe
from tournaments.config.condition.parts import DAY, HOUR, TITLES, Part, State
from tournaments.config.condition.steadiness import REMEMBERED, Steadiness


def parts(**changed: object) -> dict[str, Part]:
    return {part.name: part for part in describe(replace(WELL, **changed)).parts}


def state_of(name: str, **changed: object) -> State:
    return parts(**changed)[name].state


def test_a_service_in_which_all_is_well_is_well_in_every_part():
    found = describe(WELL)
    assert {part.state for part in found.parts} == {"ok"}
    assert found.state == "ok"
    assert {part.kind for part in found.parts} == set(TITLES)


def test_every_sentence_can_be_said():
    bad = describe(
        Facts(
            at=0,
            redis=False,
            database=Database(read_only=True, unapplied=2, ahead=-9, free=10),
            servers=Servers(0, Text("They do not answer.")),
            standby=Standby(9, late=True),
            disks=(Disk(("state",), LITTLE - 1),),
            broker="silent",
            queues=(Queue("bots", 9, 50, taken=False), Queue("default", 9, 500, taken=True)),
            ticked=-20,
            followers=(Follower("notices", 1_000, more=True, seconds=DAY),),
            anchors=Anchors("/mnt/anchors is not there", seconds=0),
            archive=Archive("/mnt/archive is not the archive", seconds=0),
            open_data="/mnt/data is not there",
            films=Films(kept=0, most=200, size=0, waiting=3, seconds=HOUR),
            site=Site(streams=False, certificate=-1),
            waiting=tuple(replace(one, count=100, more=True, seconds=HOUR) for one in NONE_LATE),
        )
    )
    assert [part.name for part in bad.parts if part.state == "ok"] == ["database"]
    assert bad.state == "fails"
    assert not [said for part in bad.parts if "{" in (said := f"{part.title} {part.text}")]


def test_without_a_database_it_alone_is_named_and_nothing_that_lies_in_it():
    found = parts(database=None, followers=(), waiting=(), ticked=None, anchors=None, archive=None)
    assert found["database"].state == "fails"
    assert not {"migrations", "writing", "clock", "tick"} & set(found)
    assert found["redis"].state == "ok"


def test_a_standby_that_is_late_or_away_costs_nobody_a_page():
    assert {state_of("standby", standby=each) for each in (Standby(None), Standby(9, late=True))} == {"warns"}
    assert "9 s behind" in str(parts(standby=Standby(9, late=True))["standby"].text)
    assert "standby" not in parts(standby=None)


def test_a_disk_warns_before_it_fails():
    for free, state in ((LITTLE, "ok"), (LITTLE - 1, "warns"), (FULL - 1, "fails")):
        assert state_of("disk:state", disks=(Disk(("state",), free),)) == state
        assert state_of("disk:database", database=Database(free=free)) == state


def test_clocks_may_drift_a_little_in_either_direction():
    for ahead, state in ((0.9, "ok"), (-0.9, "ok"), (1.1, "warns"), (-4.9, "warns"), (5, "fails"), (-60, "fails")):
        assert state_of("clock", database=Database(ahead=ahead)) == state


def test_a_broker_that_refuses_us_is_told_from_one_that_is_away():
    said = {answer: parts(broker=answer)["broker"] for answer in ("silent", "refuses", "unfit")}
    assert {one.state for one in said.values()} == {"fails"}
    assert "whether it runs" in str(said["silent"].text)
    assert "password" in str(said["refuses"].text)
    assert "BROKER_URL" in str(said["unfit"].text)


def test_a_queue_is_judged_by_what_has_waited_longest_and_not_by_its_length():
    assert state_of("queue:bots", queues=(Queue("bots", 9_000, 2.0, taken=True),)) == "ok"
    assert state_of("queue:bots", queues=(Queue("bots", 1, 31.0, taken=True),)) == "warns"
    assert state_of("queue:bots", queues=(Queue("bots", 1, 301.0, taken=True),)) == "fails"
    assert state_of("queue:corrections", queues=(Queue("corrections", 1, 301.0, taken=True),)) == "ok"


def test_a_queue_without_a_worker_warns_and_fails_once_something_waits():
    assert state_of("queue:bots", queues=(Queue("bots", 0, None, taken=False),)) == "warns"
    assert state_of("queue:bots", queues=(Queue("bots", 5, 31.0, taken=False),)) == "fails"


def test_a_tick_that_stays_away_is_missed_and_one_of_the_future_is_a_clock_that_was_set_back():
    assert [state_of("tick", ticked=ago) for ago in (0.5, 11, 61, None)] == ["ok", "warns", "fails", "fails"]
    assert "set back" in str(parts(ticked=-11)["tick"].text)
    assert state_of("tick", ticked=-3600) == "fails"


def test_a_follower_is_late_by_time_alone():
    assert state_of("follower:notices", followers=(Follower("notices", 900, more=False, seconds=3),)) == "ok"
    assert state_of("follower:notices", followers=(Follower("notices", 1, more=False, seconds=31),)) == "warns"


def test_a_certificate_warns_two_weeks_ahead():
    states = [state_of("certificate", site=Site(True, days * DAY)) for days in (15, 13, 1, 0)]
    assert states == ["ok", "warns", "fails", "fails"]
    assert "certificate" not in parts(site=Site(True))


def test_tournaments_that_wait_for_their_organiser_are_no_fault_of_the_service():
    late = Waiting("tournaments", 1, more=False, seconds=9 * DAY)
    assert state_of("tournaments", waiting=(late,)) == "warns"
    assert state_of("clocks", waiting=(replace(late, name="clocks"),)) == "fails"


def test_a_clock_that_is_pulled_right_slowly_does_not_jump():
    steadiness = Steadiness()
    assert [steadiness.look(at * 1.0005, at) for at in range(0, 7_200, 600)] == [0.0] * 12


def test_a_clock_that_jumps_is_remembered_for_a_while():
    steadiness = Steadiness()
    steadiness.look(1_000.0, 0.0)
    assert steadiness.look(905.0, 5.0) == -100.0
    assert steadiness.look(910.0, 10.0) == -100.0
    assert steadiness.look(905.0 + REMEMBERED, 5.0 + REMEMBERED) == 0.0


def test_the_archive_warns_while_tables_stay_here_and_fails_when_they_cannot_be_read():
    known = {
        Archive(""): "ok",
        Archive("", seconds=2 * DAY): "ok",
        Archive("", seconds=4 * DAY): "warns",
        Archive("", problem="it cannot be written to", seconds=1): "warns",
        Archive("ARCHIVE is not set", seconds=1): "fails",
    }
    assert {one: state_of("archive", archive=one) for one in known} == known
    assert "archive" not in parts(archive=None)
