"""Calendars: what happens has one identity, and a higher number each time that it moves."""

from typing import Any

import icalendar

from tournaments.director.exchange.calendars import Agenda, History, calendar, moments
from tournaments.director.state.acts import Extend, UndoRound
from tournaments.director.state.desk_events import Ruled, RulingReversed
from tournaments.director.state.events import (
    Announced,
    Cancelled,
    Edited,
    Finished,
    Match,
    RoundPaired,
    Settings,
    Started,
)

PLAN = Settings(name="Tuesday", game="duck-soup", format="swiss", starts_at=1_000_000_000)


def paired(number: int, *matches: Match, deadline: int | None = None) -> RoundPaired:
    return RoundPaired(number, "a", "fold", "s", (), matches, (), (), (), deadline, None)


ONE = Match("m1", (1, 2))
TWO = Match("m2", (3, 4))
PLAYED: History = [
    (Announced("t", 1, PLAN), 0),
    (Started((1, 2, 3, 4), "s", 2, (), ()), 1_000_005_000),
    (paired(1, ONE, TWO, deadline=1_003_600_000), 1_000_006_000),
]


def events(history: History, **given) -> dict[str, Any]:
    made = calendar([Agenda("t", "https://here/t", moments(history, **given))], title="x", host="here")
    read = icalendar.Calendar.from_ical(made)
    return {str(each["uid"]): each for each in read.walk("VEVENT")}


def test_the_start_and_each_round_have_an_identity_of_their_own():
    found = events(PLAYED)
    assert list(found) == ["t/start@here", "t/1@here"]
    assert found["t/1@here"]["dtend"].dt.timestamp() == 1_003_600
    assert found["t/1@here"]["dtstart"].dt.timestamp() == 1_000_006


def test_what_moves_is_the_same_with_a_higher_number():
    later = Settings(name="Tuesday", game="duck-soup", format="swiss", starts_at=2_000_000_000)
    other = Settings(name="Tuesday", game="duck-soup", format="swiss", starts_at=2_000_000_000, rated=False)
    history: History = [(Announced("t", 1, PLAN), 0), (Edited(later), 5), (Edited(other), 6)]
    start = events(history)["t/start@here"]
    assert start["sequence"] == 1, "the second edit moved nothing"
    assert start["dtstart"].dt.timestamp() == 2_000_000


def test_what_is_called_off_is_said_to_be_and_what_was_over_is_not():
    start = events([(Announced("t", 1, PLAN), 0), (Cancelled("organiser"), 10)])["t/start@here"]
    assert (start["status"], start["sequence"]) == ("CANCELLED", 1)
    over = events([*PLAYED, (Cancelled("organiser"), 1_009_000_000)])
    assert {str(each["status"]) for each in over.values()} == {"CONFIRMED"}


def test_of_matches_only_the_own_ones_are_told():
    assert list(events(PLAYED, matches=lambda each: [m.match for m in each.matches if 3 in m.entries])) == [
        "t/start@here",
        "t/m2@here",
    ]


def test_the_same_history_gives_the_same_bytes():
    agendas = [Agenda("t", "https://here/t", moments(PLAYED))]
    assert calendar(agendas, title="x", host="here") == calendar(agendas, title="x", host="here")


def test_a_deadline_that_a_ruling_extends_moves_and_moves_back_when_it_is_reversed():
    extended = Ruled(1, Extend(1, None, 1_009_000_000, None), "technical", None)
    found = events([*PLAYED, (extended, 1_000_007_000)])["t/1@here"]
    assert (found["sequence"], found["dtend"].dt.timestamp()) == (1, 1_009_000)
    back = events([*PLAYED, (extended, 1_000_007_000), (RulingReversed(1, "mistake", None), 1_000_008_000)])["t/1@here"]
    assert (back["sequence"], back["dtend"].dt.timestamp()) == (2, 1_003_600)


def test_a_round_that_is_undone_is_called_off_until_it_is_paired_again():
    undone: History = [*PLAYED, (Ruled(1, UndoRound(1), "mistake", None), 1_000_007_000)]
    assert events(undone)["t/1@here"]["status"] == "CANCELLED"
    again = events([*undone, (paired(1, ONE, TWO), 1_000_009_000)])["t/1@here"]
    assert (again["status"], again["sequence"]) == ("CONFIRMED", 2)


def test_a_round_ends_when_the_next_is_drawn_and_all_when_the_places_stand():
    history: History = [*PLAYED, (paired(2, ONE, TWO), 1_002_000_000), (Finished(()), 1_005_000_000)]
    found = events([*history, (Finished(()), 1_006_000_000)])
    ends = {uid: each["dtend"].dt.timestamp() for uid, each in found.items()}
    assert ends == {"t/start@here": 1_005_000, "t/1@here": 1_002_000, "t/2@here": 1_005_000}


def test_what_is_planned_lasts_as_long_as_its_rounds():
    planned = Settings(
        name="Tuesday", game="duck-soup", format="swiss", starts_at=1_000_000_000, rounds=3, round_minutes=40
    )
    start = events([(Announced("t", 1, planned), 0)])["t/start@here"]
    assert (start["dtend"].dt - start["dtstart"].dt).total_seconds() == 2 * 60 * 60


def test_a_calendar_says_how_often_it_may_be_asked_for():
    made = calendar([], title="x", host="here").decode()
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in made
    assert "X-PUBLISHED-TTL:PT1H\r\n" in made
