"""Forbidden pairs never meet, club-mates only where all else is worse; and which pairs may meet if no round is left."""

import random
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from tests.factories import announced, concede, open_tables, started
from tests.pairing.play import run
from tests.pairing.test_swiss import rounds_of
from tournaments.director import imports, selectors, services
from tournaments.director.errors import NotAllowed, Refused
from tournaments.director.streams import TOURNAMENTS
from tournaments.pairing import acceleration, pods, swiss
from tournaments.pairing.draw import Draw, Pairs, Unpairable
from tournaments.pairing.record import Entrant


def field(entries: int) -> list[Entrant]:
    return [Entrant(entry, entry - 1) for entry in range(1, entries + 1)]


def of(*pairs: tuple[int, int]) -> Pairs:
    return frozenset(map(frozenset, pairs))


# -- forbidden pairs


@settings(deadline=None, max_examples=60)
@given(entries=st.integers(3, 7), data=st.data())
def test_a_round_keeps_all_forbidden_pairs_apart_or_says_the_fewest_to_lift(entries: int, data: st.DataObject):
    every = sorted(combinations(range(1, entries + 1), 2))
    forbidden = of(*data.draw(st.lists(st.sampled_from(every), unique=True)))
    broken = [
        sum(len(pair) == 2 and frozenset(each.entry for each in pair) in forbidden for pair in pairs)
        for pairs in rounds_of(field(entries))
    ]
    if min(broken):
        with pytest.raises(Unpairable) as impossible:
            swiss.pair(field(entries), number=1, seed="s", forbidden=forbidden)
        assert len(impossible.value.lift) == min(broken)
        forbidden -= impossible.value.lift
    draw = swiss.pair(field(entries), number=1, seed="s", forbidden=forbidden)
    assert not forbidden & {frozenset(match.entries) for match in draw.matches}


def test_tables_of_three_to_five_keep_forbidden_pairs_apart_or_say_what_to_lift():
    draw = pods.pair(field(8), seed="s", forbidden=of((1, 2), (3, 4)), work=2_000)
    assert not any({1, 2} <= set(match.entries) or {3, 4} <= set(match.entries) for match in draw.matches)
    with pytest.raises(Unpairable) as refused:
        pods.pair(field(4), seed="s", forbidden=of((1, 2)), work=2_000)
    assert refused.value.lift == of((1, 2))


# -- club-mates


def test_club_mates_meet_only_where_nothing_else_is_left_and_it_is_named():
    draw = swiss.pair(field(4), number=1, seed="s", mates=of((1, 3), (2, 4)))
    assert not {frozenset(match.entries) for match in draw.matches} & of((1, 3), (2, 4))
    everybody = of(*combinations(range(1, 5), 2))
    draw = swiss.pair(field(4), number=1, seed="s", mates=everybody)
    assert [reason.code for reason in draw.compromises] == ["mates_meet", "mates_meet"]


@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 99))
def test_club_mates_weigh_more_than_scores_and_less_than_second_meetings(seed: int):
    mates = of(*combinations(range(1, 4), 2))

    def drawn(there: list[Entrant], number: int) -> Draw:
        return swiss.pair(there, number=number, seed=f"{seed}/{number}", mates=mates)

    for there, draw in run(drawn, entries=8, rounds=4, rng=random.Random(seed)):
        best = min(
            (
                sum(pair[1].entry in pair[0].met for pair in pairs),
                sum(frozenset(each.entry for each in pair) in mates for pair in pairs),
            )
            for pairs in rounds_of(there)
        )
        codes = [reason.code for reason in draw.compromises]
        assert (codes.count("met_before"), codes.count("mates_meet")) == best


# -- acceleration


@pytest.mark.parametrize(("entries", "half"), [(161, 82), (4, 2), (5, 4), (8, 4), (9, 6)])
def test_the_upper_half_is_twice_the_quarter_rounded_up(entries: int, half: int):
    assert acceleration.upper(entries) == half


def test_nine_rounds_have_five_accelerated_ones():
    given = [acceleration.points(number, 9) for number in range(1, 10)]
    assert given == [1, 1, 1, Fraction(1, 2), Fraction(1, 2), 0, 0, 0, 0]


def test_in_the_first_round_of_an_accelerated_swiss_the_halves_fold_by_themselves():
    boost = acceleration.baku(range(1, 9), 1, 9)
    draw = swiss.pair(field(8), number=1, seed="s", boost=boost)
    assert sorted(tuple(sorted(match.entries)) for match in draw.matches) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    told = {reason.code: reason for match in draw.matches for reason in match.reasons if 1 in match.entries}
    assert (set(told["accelerated"].entries), told["accelerated"].scores) == ({1, 3}, ("1",))
    assert set(told["points_before"].scores) == {"0"}, "the standings have nothing of it"


# -- in a tournament


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create_user(f"player{number}") for number in range(4)]


def names(*numbers: int) -> list[str]:
    return [f"player{number}" for number in numbers]


def met(tournament_id: str) -> list[set[str]]:
    last = selectors.at(tournament_id).rounds[-1]
    return [{entry.name for entry in match.entries} for match in last.matches]


def test_who_is_forbidden_does_not_meet_from_the_next_round_on(people: list[User]):
    tournament_id = announced(people[0].pk, [user.pk for user in people], rounds=3)
    pairs = [names(0, 1), names(0, 2), names(1, 3), names(2, 3)]
    imports.keep_apart(tournament_id=tournament_id, by=people[0].pk, forbidden=pairs, mates=[])
    services.start(tournament_id=tournament_id, by=people[0].pk)
    assert {"player0", "player3"} in met(tournament_id)


def test_a_round_that_bans_make_impossible_names_the_fewest_to_lift_and_goes_on_without_them(people: list[User]):
    ids = [user.pk for user in people]
    tournament_id = started(ids[0], ids, rounds=3)
    imports.keep_apart(
        tournament_id=tournament_id,
        by=ids[0],
        forbidden=[names(0, 1), names(0, 2), names(0, 3)],
        mates=[],
    )
    for table in open_tables(tournament_id):
        concede(table)
    assert TOURNAMENTS.current(tournament_id).state.refused == "forbidden_pairs"
    lift = imports.to_lift(tournament_id)
    assert len(lift) == 1
    kept = [group for group in (names(0, 1), names(0, 2), names(0, 3)) if sorted(group) != sorted(lift[0])]
    imports.keep_apart(tournament_id=tournament_id, by=ids[0], forbidden=kept, mates=[])
    services.pair_again(tournament_id=tournament_id, by=ids[0])
    assert len(selectors.at(tournament_id).rounds) == 2
    assert set(lift[0]) in met(tournament_id)


def test_club_mates_are_kept_apart_in_the_first_rounds(people: list[User]):
    ids = [user.pk for user in people]
    tournament_id = announced(ids[0], ids, rounds=3, apart_rounds=1)
    imports.keep_apart(tournament_id=tournament_id, by=ids[0], forbidden=[], mates=[names(0, 1), names(2, 3)])
    services.start(tournament_id=tournament_id, by=ids[0])
    assert not [pair for pair in met(tournament_id) if pair in (set(names(0, 1)), set(names(2, 3)))]


@pytest.mark.parametrize("groups", [[["player0"]], [["player0", "player0"]], [["player0", "nobody"]]])
def test_a_group_names_two_players_that_there_are(people: list[User], groups: list[list[str]]):
    tournament_id = announced(people[0].pk)
    with pytest.raises(Refused) as refused:
        imports.keep_apart(tournament_id=tournament_id, by=people[0].pk, forbidden=groups, mates=[])
    assert refused.value.field == "forbidden"
    with pytest.raises(NotAllowed):
        imports.keep_apart(tournament_id=tournament_id, by=people[1].pk, forbidden=[], mates=[])


# -- more rounds than opponents


def test_more_rounds_than_opponents_are_refused_unless_that_was_confirmed(people: list[User]):
    ids = [user.pk for user in people]
    tournament_id = announced(ids[0], ids, rounds=4)
    with pytest.raises(Refused, match="4 players can play at most 3 rounds"):
        services.start(tournament_id=tournament_id, by=ids[0])
    confirmed = started(ids[0], ids, rounds=4, rematches=True)
    assert selectors.detail(confirmed).planned == 4


def test_at_its_time_a_tournament_starts_with_as_many_rounds_as_fit(people: list[User]):
    ids = [user.pk for user in people]
    tournament_id = announced(ids[0], ids, rounds=4)
    services.start(tournament_id=tournament_id, by=None)
    assert selectors.detail(tournament_id).planned == 3


def test_the_last_round_pairs_neighbours_where_that_was_announced(people: list[User]):
    ids = [user.pk for user in people]
    for chosen, preference in (({"neighbours": True}, "adjacent"), ({}, "fold")):
        tournament_id = started(ids[0], ids, rounds=2, **chosen)
        for table in open_tables(tournament_id):
            concede(table)
        assert TOURNAMENTS.current(tournament_id).state.rounds[-1].drawn.preference == preference
