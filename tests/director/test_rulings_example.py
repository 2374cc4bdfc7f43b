"""The worked example: a result of the first round is set after the second."""

from tests.director.runs import plan
from tournaments.director.state import acts
from tournaments.director.state.desk_events import Ruled, RulingReversed
from tournaments.director.state.events import (
    Announced,
    Entered,
    Match,
    ResultRecorded,
    RoundPaired,
    Started,
)
from tournaments.director.state.folding import fold
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.record import marks


def paired(number: int, *tables: tuple[int, int]) -> RoundPaired:
    matches = tuple(Match(f"{one}-{two}/{number}", (one, two)) for one, two in tables)
    return RoundPaired(number, "by hand", "fold", "seed", (), matches, (), (), (), None, None)


def result(match: str, *places: int) -> ResultRecorded:
    return ResultRecorded(match, None, marks(places))


PLAYED = [
    Announced("t", 1, plan(rounds=2, tie_breaks=("BH",))),
    *(Entered(number, (10 + number,)) for number in range(1, 5)),
    Started((1, 2, 3, 4), "seed", 2, (None,) * 4, ()),
    paired(1, (1, 3), (2, 4)),
    result("1-3/1", 1, 2),
    result("2-4/1", 1, 2),
    paired(2, (1, 2), (3, 4)),
    result("1-2/2", 1, 2),
    result("3-4/2", 1, 1),
]
RULED = Ruled(1, acts.SetResult("1-3/1", ("0", "1"), (2, 1)), "mistake", None)
AFTER_ROUND_1 = 9


def state(*events: object) -> Tournament:
    return fold(((event, at) for at, event in enumerate(events)))  # type: ignore[misc]


def table(tournament: Tournament) -> list[tuple[int, str, str]]:
    return [(line.entry, str(line.points), str(line.values[0].value)) for line in tournament.lines]


BEFORE = [(1, "2", "3/2"), (2, "1", "5/2"), (3, "1/2", "5/2"), (4, "1/2", "3/2")]


def test_a_set_result_counts_from_its_round_on():
    assert table(state(*PLAYED)) == BEFORE
    after = state(*PLAYED, RULED)
    assert table(after) == [(3, "3/2", "3/2"), (1, "1", "5/2"), (2, "1", "3/2"), (4, "1/2", "5/2")]
    assert [match.entries for match in after.rounds[1].drawn.matches] == [(1, 2), (3, 4)]


def test_the_past_stays_as_it_was():
    early = state(*[*PLAYED, RULED][:AFTER_ROUND_1])
    assert [(line.entry, str(line.points)) for line in early.lines if line.points] == [(1, "1"), (2, "1")]


def test_reversing_gives_the_first_table_again():
    assert table(state(*PLAYED, RULED, RulingReversed(1, "other", None))) == BEFORE
