"""Every reason stored with a round is true: derived again from the events before it, over many tournaments."""

import random
from collections.abc import Callable, Sequence
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Event
from engine.game import Teams
from tests.director.ledger import Ledger
from tests.director.runs import Run
from tests.pairing.play import chance_places
from tournaments.director.display.reasons import say
from tournaments.director.policy import matches, pairing
from tournaments.director.state.events import EntriesMissed, Match, RoundPaired
from tournaments.pairing.draw import Bye, Reason
from tournaments.pairing.format import alone

USUAL = 4
PAIRS: Teams = ((0, 2), (1, 3))
SMALL = 9
"""Fields up to here are held against every way to pair them."""


class Evening(Run):
    """A tournament to which not everybody comes."""

    def __init__(self, *, teams: Callable[[int], Teams] = alone, seats: Sequence[int] = (), **given: object) -> None:
        super().__init__(seats=seats, **given)
        self.teams = teams

    def pair(self) -> Sequence[Event]:
        seed = f"seed/{len(self.state.rounds)}"
        events = self.do(pairing.pair(self.state, seed=seed, ids=self.ids, deadline=None, teams=self.teams))
        drawn = [match.match for event in events if isinstance(event, RoundPaired) for match in event.matches]
        self.do(pairing.open_tables(self.state, {match: f"table-{match}" for match in drawn}))
        return events

    def play_round(self, rng: random.Random) -> None:
        for match in self.state.rounds[-1].played.matches:
            came = [entry for entry in match.entries if rng.random() < 0.85]
            users = [self.state.entries[entry].users[0] for entry in came]
            self.do(matches.muster(self.state, match.match, users, overdue=True))
            if match.match in self.state.rounds[-1].played.results:
                continue
            places = chance_places(len(self.state.rounds[-1].seated(match.match)), rng)
            if match.teams:
                places = (1, 2, 1, 2) if rng.random() < 0.7 else (1, 1, 1, 1)
            table = f"table-{match.match}"
            self.do(matches.record(self.state, match=match.match, table=table, places=places))


# -- what each code says


def _points_before(ledger: Ledger, reason: Reason, here: Sequence[int]) -> bool:
    scores = [ledger.points(entry) for entry in reason.entries]
    best_first = scores == sorted(scores, reverse=True)
    return sorted(reason.entries) == sorted(here) and reason.scores == tuple(map(str, scores)) and best_first


def _seats_before(ledger: Ledger, reason: Reason, here: Sequence[int]) -> bool:
    held = tuple(ledger.sat(entry, seat) for seat, entry in enumerate(reason.entries))
    return reason.entries == tuple(here) and reason.numbers == held


def _floated(ledger: Ledger, reason: Reason, here: Sequence[int], *, down: bool) -> bool:
    (entry,) = reason.entries
    (other,) = set(here) - {entry}
    one, two = ledger.points(entry), ledger.points(other)
    return one > two if down else one < two


def _partners(ledger: Ledger, reason: Reason, _here: Sequence[int]) -> bool:
    one, *others = reason.entries
    return reason.numbers == (max(ledger.partnered(one, other) for other in others),)


def _odd_table(ledger: Ledger, reason: Reason, here: Sequence[int]) -> bool:
    return reason.numbers == (len(here), *(ledger.odd(entry, USUAL) for entry in here)) and len(here) != USUAL


def _necessary(ledger: Ledger, paired: RoundPaired, reason: Reason) -> bool:
    """Both say how many repeats there are; that there are no fewer is tried where every seating can be."""
    tables = [match.entries for match in paired.matches]
    counted = reason.numbers == (sum(map(ledger.repeats, tables)),) != (0,) and not reason.entries
    sizes = tuple(sorted(map(len, tables)))
    return counted and (
        reason.code == "search_ended"
        or len(ledger.present) > SMALL
        or ledger.fewest_repeats(frozenset(entry for table in tables for entry in table), sizes) == reason.numbers[0]
    )


def _scheduled(ledger: Ledger, reason: Reason, here: Sequence[int]) -> bool:
    one, two = reason.numbers
    named = tuple(ledger.seeds[number - 1] for number in reason.numbers)
    return named == tuple(here) and _partner_of(ledger, one) == two


def _partner_of(ledger: Ledger, number: int) -> int:
    """Berger: in round r two numbers below the last meet when their sum is r + 1 modulo n - 1."""
    size = len(ledger.seeds) + len(ledger.seeds) % 2
    wanted = (len(ledger.rounds) + 2 - number) % (size - 1) or size - 1
    if number == size:
        return next(each for each in range(1, size) if (2 * each - len(ledger.rounds) - 2) % (size - 1) == 0)
    return size if wanted == number else wanted


def _bye_scheduled(ledger: Ledger, reason: Reason, _here: Sequence[int]) -> bool:
    (number,) = reason.numbers
    odd = len(ledger.seeds) % 2 == 1
    return odd and (ledger.seeds[number - 1],) == reason.entries and _partner_of(ledger, number) > len(ledger.seeds)


def _bye_opponent_left(ledger: Ledger, reason: Reason, _here: Sequence[int]) -> bool:
    partner = _partner_of(ledger, ledger.seeds.index(reason.entries[0]) + 1)
    return ledger.seeds[partner - 1] in ledger.gone


def _bye_lowest(ledger: Ledger, reason: Reason, _here: Sequence[int]) -> bool:
    (entry,), own = reason.entries, ledger.points(reason.entries[0])
    unrested = [each for each in ledger.present if not ledger.rests(each)]
    return entry in unrested and reason.scores == (str(own),) and own == min(map(ledger.points, unrested))


def _bye_spared(ledger: Ledger, reason: Reason, _here: Sequence[int], *, rematches: bool) -> bool:
    (entry,), own = reason.entries, ledger.points(reason.entries[0])
    unrested = [each for each in ledger.present if not ledger.rests(each)]
    lower = [each for each in unrested if ledger.points(each) < own]
    counted = entry in unrested and reason.numbers == (len(lower),) and bool(lower) and reason.scores == (str(own),)
    return counted and (rematches or _none_can_be_spared(ledger, lower))


def _bye_repeated(
    ledger: Ledger, reason: Reason, _here: Sequence[int], *, rematches: bool, resting: Sequence[int]
) -> bool:
    unrested = [each for each in ledger.present if not ledger.rests(each) and each not in resting]
    counted = reason.numbers == (ledger.rests(reason.entries[0]), len(unrested)) and reason.numbers[0] > 0
    return counted and (rematches or _none_can_be_spared(ledger, unrested))


def _none_can_be_spared(ledger: Ledger, entries: Sequence[int]) -> bool:
    if len(ledger.present) > SMALL:
        return True
    return not any(ledger.can_be_paired([each for each in ledger.present if each != spare]) for spare in entries)


def _bye_no_table(ledger: Ledger, _reason: Reason, _here: Sequence[int], *, sizes: Sequence[int], byes: int) -> bool:
    count = len(ledger.present)
    return not any(_seatable(count - fewer, sizes) for fewer in range(byes)) and _seatable(count - byes, sizes)


def _seatable(count: int, sizes: Sequence[int]) -> bool:
    return count == 0 or any(size <= count and _seatable(count - size, sizes) for size in sizes)


def is_true(ledger: Ledger, paired: RoundPaired, reason: Reason, here: Sequence[int], sizes: Sequence[int]) -> bool:
    rematches = any(broken.code == "met_before" for broken in paired.compromises)
    says: dict[str, Callable[[Ledger, Reason, Sequence[int]], bool]] = {
        "points_before": _points_before,
        "seats_before": _seats_before,
        "first_meeting": lambda ledger, reason, here: ledger.strangers(here),
        "met_before": lambda ledger, reason, here: reason.numbers == ledger.met(*reason.entries) != (),
        "unavoidable": lambda ledger, reason, _here: _necessary(ledger, paired, reason),
        "search_ended": lambda ledger, reason, _here: _necessary(ledger, paired, reason),
        "floated_down": partial(_floated, down=True),
        "floated_up": partial(_floated, down=False),
        "partners": _partners,
        "odd_table": _odd_table,
        "scheduled": _scheduled,
        "bye_scheduled": _bye_scheduled,
        "bye_opponent_left": _bye_opponent_left,
        "bye_lowest": _bye_lowest,
        "bye_spared": partial(_bye_spared, rematches=rematches),
        "bye_repeated": partial(_bye_repeated, rematches=rematches, resting=[bye.entry for bye in paired.byes]),
        "bye_no_table": partial(_bye_no_table, sizes=sizes, byes=len(paired.byes)),
        "bye_again": lambda ledger, reason, here: reason.numbers == (ledger.rests(reason.entries[0]),),
    }
    return says[reason.code](ledger, reason, here)


def check(events: Sequence[Event], sizes: Sequence[int]) -> set[str]:
    """Hold every reason of *events* against what came before its round; the codes that were met."""
    codes: set[str] = set()
    for at, paired in enumerate(events):
        if not isinstance(paired, RoundPaired):
            continue
        ledger = Ledger(events[:at])
        assert {each.entry: each.score for each in paired.inputs} == {
            entry: str(ledger.points(entry)) for entry in ledger.present
        }
        stated: list[Reason] = []
        seatings: list[Match | Bye] = [*paired.matches, *paired.byes]
        for each in seatings:
            here = each.entries if isinstance(each, Match) else (each.entry,)
            for reason in each.reasons:
                assert is_true(ledger, paired, reason, here, sizes), (reason, here)
                assert "{" not in str(say(reason, {}))
            stated += each.reasons
            assert _says_who_met(ledger, each)
        broken = [reason for reason in stated if reason.code in ("met_before", "bye_repeated", "bye_again")]
        assert all(reason in paired.compromises for reason in broken)
        assert all(reason in stated for reason in paired.compromises)
        codes |= {reason.code for reason in stated}
    return codes


def _says_who_met(ledger: Ledger, each: Match | Bye) -> bool:
    """That nobody has met is said exactly when it is so."""
    if isinstance(each, Bye) or each.reasons[0].code == "scheduled":
        return True
    return ledger.strangers(each.entries) == any(reason.code == "first_meeting" for reason in each.reasons)


SIZES = {"round-robin": (2,), "swiss": (2,), "pods": (3, 4, 5), "pairs": (4,)}


@given(
    st.sampled_from(["round-robin", "swiss", "pods", "pairs"]),
    st.integers(4, 14),
    st.integers(1, 7),
    st.sampled_from(["1", "1/2", "0"]),
    st.lists(st.integers(11, 24), max_size=4),
    st.randoms(use_true_random=False),
)
@settings(deadline=None, max_examples=30)
def test_every_reason_of_every_round_is_true(form, entries, rounds, bye, leaving, rng):
    users = range(11, 11 + entries)
    teams = (lambda size: PAIRS) if form == "pairs" else alone
    run = Evening(
        format="pods" if form == "pairs" else form, rounds=rounds, bye=bye, seats=SIZES[form], teams=teams
    ).enter(*users)
    run.start().play_out(rng, [user for user in dict.fromkeys(leaving) if user in users])
    assert run.state.status == "finished"
    check([event for event, _at in run.events], SIZES[form])


def test_between_them_many_tournaments_give_every_reason_there_is():
    """Nothing that can be said goes unchecked."""
    narrow = Evening(format="swiss", rounds=4).enter(*range(11, 16)).start().play_out(random.Random("swiss/3"))
    codes = check([event for event, _at in narrow.events], (2,))
    many = Evening(format="pods", rounds=9, seats=(4,)).enter(*range(11, 31)).start().play_out(random.Random("pods"))
    codes |= check([event for event, _at in many.events], (4,))
    missed = False
    for form, sizes in SIZES.items():
        for number in range(40 if sizes == (2,) else 8):
            rng = random.Random(f"{form}/{number}")
            entries = 4 + number % 7
            teams = (lambda size: PAIRS) if form == "pairs" else alone
            run = Evening(
                format="pods" if form == "pairs" else form, rounds=5 if sizes == (2,) else 3, seats=sizes, teams=teams
            )
            run.enter(*range(11, 11 + entries)).start().play_out(rng, [11 + rng.randrange(entries)])
            events = [event for event, _at in run.events]
            codes |= check(events, sizes)
            missed |= any(isinstance(event, EntriesMissed) for event in events)
    assert missed
    assert codes == {
        "scheduled",
        "points_before",
        "first_meeting",
        "met_before",
        "unavoidable",
        "search_ended",
        "floated_down",
        "floated_up",
        "seats_before",
        "partners",
        "odd_table",
        "bye_scheduled",
        "bye_lowest",
        "bye_spared",
        "bye_repeated",
        "bye_no_table",
        "bye_opponent_left",
    }
