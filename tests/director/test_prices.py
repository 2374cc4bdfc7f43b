"""Why not X: the best round in which two meet, held beside the real one, rule by rule."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.director.test_formats import ALL_SIZES
from tests.pairing.play import played
from tournaments.director.display import prices
from tournaments.pairing import pods, swiss_price
from tournaments.pairing.draw import Draw, Unpairable
from tournaments.pairing.format import Moment
from tournaments.pairing.price import Drawn, Price
from tournaments.pairing.record import Absence, Mark, entrants
from tournaments.pairing.record import Round as Played
from tournaments.pairing.registry import FORMATS


def moment(kind: str, entries: int, number: int, seed: int) -> tuple[Moment, Draw]:
    """A round after some that were played by chance, and its draw."""
    form, rng, rounds, seeds = FORMATS[kind], random.Random(seed), list[Played](), tuple(range(1, entries + 1))
    for at in range(1, number + 1):
        field = tuple(entrants(seeds, rounds, usual=4 if kind == "pods" else 2).values())
        now = Moment(
            number=at, planned=9, seeds=seeds, field=field, seed=f"{seed}/{at}", sizes=form.table_sizes(ALL_SIZES)
        )
        drawn = form.pair(now)
        rounds.append(played(at, drawn, rng))
    return now, drawn


def as_round(drawn: Draw) -> Drawn:
    return Drawn(tuple(match.entries for match in drawn.matches), tuple(bye.entry for bye in drawn.byes))


def priced(now: Moment, drawn: Draw, kind: str, one: int, two: int) -> Price:
    found = FORMATS[kind].price(now, as_round(drawn), one, two)
    assert found is not None
    return found


@settings(deadline=None, max_examples=10)
@given(kind=st.sampled_from(["swiss", "pods"]), entries=st.integers(6, 13), number=st.integers(1, 3), data=st.data())
def test_the_two_meet_everybody_sits_once_and_no_rule_above_the_decisive_one_differs(
    kind: str, entries: int, number: int, data: st.DataObject
):
    now, drawn = moment(kind, entries, number, data.draw(st.integers(0, 99)))
    one, two = data.draw(st.permutations(range(1, entries + 1)))[:2]
    try:
        found = priced(now, drawn, kind, one, two)
    except Unpairable:
        return
    assert found.best.together(one, two)
    assert sorted([*found.best.byes, *(each for table in found.best.tables for each in table)]) == [
        *range(1, entries + 1)
    ]
    above = [charge for charge in found.charges if charge != found.decisive]
    if found.decisive:
        above = list(found.charges[: found.charges.index(found.decisive)])
    assert all(charge.now == charge.then for charge in above)


@settings(deadline=None, max_examples=20)
@given(entries=st.integers(4, 9), number=st.integers(1, 4), seed=st.integers(0, 99))
def test_the_swiss_draws_the_cheapest_round_so_no_pair_can_be_cheaper(entries: int, number: int, seed: int):
    now, drawn = moment("swiss", entries, min(number, entries - 2), seed)
    for one, two in combinations(range(1, entries + 1), 2):
        try:
            found = priced(now, drawn, "swiss", one, two)
        except Unpairable:
            continue
        if as_round(drawn).together(one, two):
            assert not found.decisive, "it is the round itself"
        elif found.decisive:
            assert found.decisive.then > found.decisive.now


def every_seating(entries: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to seat *entries* at tables of *sizes*, each once."""
    if not entries:
        yield ()
        return
    first, rest = entries[0], entries[1:]
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            for tables in every_seating(tuple(each for each in rest if each not in others), tuple(left)):
                yield ((first, *others), *tables)


def every_round(now: Moment, sizes: tuple[int, ...]) -> Iterator[Drawn]:
    entries = tuple(each.entry for each in now.field)
    for byes in combinations(entries, len(entries) - sum(sizes)):
        for tables in every_seating(tuple(each for each in entries if each not in byes), sizes):
            if not any(pair <= set(table) for pair in now.forbidden for table in tables):
                yield Drawn(tables, byes)


COSTS = {"swiss": swiss_price.costs_of, "pods": pods._costs}


@settings(deadline=None, max_examples=60)
@given(
    kind=st.sampled_from(["swiss", "pods"]),
    entries=st.integers(4, 8),
    number=st.integers(1, 9),
    seed=st.integers(0, 2**32),
    data=st.data(),
)
def test_the_price_of_each_two_is_that_of_the_cheapest_of_all_rounds_in_which_they_meet(
    kind: str, entries: int, number: int, seed: int, data: st.DataObject
):
    """Rematches, second byes, forfeits, absences, forbidden pairs, club-mates and acceleration: every round that there
    is, weighed rule by rule."""
    pairs = st.lists(st.sampled_from(list(combinations(range(1, entries + 1), 2))).map(frozenset), max_size=3)
    boost = data.draw(
        st.sampled_from([{}, dict.fromkeys((1, 2), Fraction(1)), dict.fromkeys((1, 2, 3), Fraction(1, 2))])
    )
    given_: dict[str, Any] = {"forbidden": frozenset(data.draw(pairs))}
    if kind == "swiss":
        given_ |= {"mates": frozenset(data.draw(pairs)), "boost": boost}
    else:
        given_ |= {"sizes": data.draw(st.sampled_from([(3, 4), (4,), (3, 4, 5)])), "odd_tables": "highest"}
    now = msgspec.structs.replace(eventful(kind, entries, number, seed), **given_)
    try:
        drawn = FORMATS[kind].pair(now)
    except Unpairable:
        return
    rounds = [(tuple(cost for _rule, cost in COSTS[kind](now, each)), each) for each in all_rounds(now, drawn)]
    least = min(cost for cost, _each in rounds)
    assert least == tuple(cost for _rule, cost in COSTS[kind](now, as_round(drawn)))
    for one, two in combinations(range(1, entries + 1), 2):
        then = [cost for cost, each in rounds if each.together(one, two)]
        try:
            found = priced(now, drawn, kind, one, two)
        except Unpairable:
            assert not then
            continue
        assert tuple(charge.now for charge in found.charges) == least
        assert tuple(charge.then for charge in found.charges) == min(then)


def all_rounds(now: Moment, drawn: Draw) -> list[Drawn]:
    sizes = tuple(len(match.entries) for match in drawn.matches)
    return list(every_round(now, sizes))


def eventful(kind: str, entries: int, number: int, seed: int) -> Moment:
    """The moment after some rounds with forfeits and absences, as they come about."""
    form, rng, rounds, seeds = FORMATS[kind], random.Random(seed), list[Played](), tuple(range(1, entries + 1))
    for at in range(1, number + 1):
        field = tuple(entrants(seeds, rounds, usual=4 if kind == "pods" else 2).values())
        now = Moment(
            number=at, planned=9, seeds=seeds, field=field, seed=f"{seed}/{at}", sizes=form.table_sizes(ALL_SIZES)
        )
        away = [each.entry for each in field if rng.random() < 0.15] if kind == "swiss" else []
        there = tuple(each for each in field if each.entry not in away)
        if len(there) < 2:
            away, there = [], field
        made = played(at, form.pair(msgspec.structs.replace(now, field=there)), rng)
        results = dict(made.results)
        for match in made.matches if kind == "swiss" else ():
            if rng.random() < 0.2:
                results[match.match] = rng.choice([(Mark("+", 1), Mark("-", 2)), (Mark("-", 2), Mark("+", 1))])
        absences = {entry: Absence(rng.choice(["H", "Z", "F"])) for entry in away}
        rounds.append(msgspec.structs.replace(made, results=results, absences=absences))
    return now


def test_two_who_have_met_cost_a_second_meeting_before_all_else():
    now, drawn = moment("swiss", 8, 2, 1)
    one = now.field[0]
    (two,) = one.met
    found = priced(now, drawn, "swiss", one.entry, two)
    assert found.decisive
    assert (found.decisive.rule, found.decisive.now, found.decisive.then) == ("rematches", 0, 1)
    assert str(prices.say(found, "A", "B")[0]).startswith("If A and B met, this would be worse: Second meetings")


def test_where_a_schedule_says_who_meets_there_is_no_price():
    now, drawn = moment("round-robin", 6, 1, 1)
    assert FORMATS["round-robin"].price(now, as_round(drawn), 1, 2) is None


def test_every_rule_has_words():
    for kind in ("swiss", "pods"):
        now, drawn = moment(kind, 9, 2, 3)
        assert {charge.rule for charge in priced(now, drawn, kind, 1, 9).charges} <= set(prices.RULES)


@pytest.mark.parametrize("kind", ["swiss", "pods"])
def test_the_price_is_the_same_whoever_asks_and_in_whichever_order(kind: str):
    now, drawn = moment(kind, 9, 3, 4)
    assert priced(now, drawn, kind, 2, 7) == priced(now, drawn, kind, 7, 2)
