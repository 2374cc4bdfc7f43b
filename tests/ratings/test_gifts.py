"""Who is given duels: a ring is shown, honest clubs are left alone."""

import random

import pytest
from msgspec.structs import replace

from accounts.models import User
from tests.ratings.pools import KING, RING, appended, ring, with_settled
from tournaments.log import sources
from tournaments.ratings import reports
from tournaments.ratings.elo import expected
from tournaments.ratings.events import TableRated
from tournaments.ratings.gifts import Duel, rings
from tournaments.ratings.pools import Folded, fold


def duels(events: list[TableRated], folded: Folded) -> list[Duel]:
    found = []
    for event in events:
        winner, loser = sorted(event.users, key=lambda user: event.places[event.users.index(user)])
        gain = next(each.after - each.before for each in folded.changes[event.table] if each.user == winner)
        seat = event.users.index(loser)
        made = event.decisions[seat] if event.ends[seat] != "played" else None
        found.append(Duel((winner, loser), False, gain, made))
    return found


def test_the_ring_is_shown_with_whom_it_lifts():
    events = ring()
    found = rings(duels(events, fold(events, start=with_settled())))
    king = next(each for each in found if each.user == KING)
    assert found[0] == king
    assert (king.givers, king.won, king.gifts, king.inside) == (tuple(RING)[1:], 14, 14, 1.0)
    assert king.gain == pytest.approx(239, abs=1)


def test_a_pair_of_which_one_always_gives_up_is_shown():
    given = [Duel((1, 2), False, 12.0, 5)] * 6
    assert [(each.user, each.givers, each.gain) for each in rings(given)] == [(1, (2,), 72.0)]


@pytest.mark.parametrize(
    "other",
    [
        [Duel((1, 2), False, 12.0, 9)] * 6,  # played on for a while
        [Duel((1, 2), False, 12.0, None)] * 6,  # to the end
        [Duel((1, 2), False, 12.0, 5)] * 4,  # too few
        [Duel((1, 2), False, 6.0, 5)] * 6,  # no gain
        [*[Duel((1, 2), False, 12.0, 5)] * 6, *[Duel((1, 3), False, 12.0, None)] * 7],  # wins elsewhere
        [*[Duel((1, 2), False, 12.0, 5)] * 6, *[Duel((3, 2), False, 12.0, None)] * 3],  # who gives up plays with others
    ],
)
def test_what_lacks_one_of_the_marks_is_left_alone(other: list[Duel]):
    assert rings(other) == []


def honest(chance: random.Random, count: int, *, people: int, quitters: float) -> list[Duel]:
    """A club of which everybody plays as well as they can; some give up what is lost, and some of those early."""
    strength = {user: chance.gauss(1500, 200) for user in range(people)}
    shown, played = dict.fromkeys(strength, 1500.0), dict.fromkeys(strength, 0)
    quits = {user: chance.random() * 2 * quitters for user in strength}
    found = []
    for _number in range(count):
        one, other = chance.sample(range(people), 2)
        if chance.random() > expected(strength[one], strength[other]):
            one, other = other, one
        share = 1 - expected(shown[one], shown[other])
        gains = {user: (60 if played[user] < 10 else 40 if played[user] < 30 else 20) * share for user in (one, other)}
        shown[one] += gains[one]
        shown[other] -= gains[other]
        for user in (one, other):
            played[user] += 1
        left = chance.randint(1, 25) if chance.random() < quits[other] else None
        found.append(Duel((one, other), False, gains[one], left))
    return found


def test_honest_clubs_are_left_alone():
    chance, flagged, seen = random.Random(21), 0, 0
    for _club in range(60):
        people = chance.choice([4, 6, 8, 12, 30])
        flagged += len(rings(honest(chance, 30 * people, people=people, quitters=0.15)))
        seen += people
    assert (flagged, seen > 500) == (0, True)


@pytest.mark.django_db
def test_the_report_shows_it_to_staff_from_the_rows():
    people = {number: User.objects.create_user(f"ring{number}").pk for number in RING}
    ended = sources.now_ms() - 86_400_000
    events = [
        replace(each, users=tuple(people[user] for user in each.users), ended=ended + each.ended) for each in ring()
    ]
    pool = appended(events)
    stella = User.objects.create_user("stella", is_staff=True)
    line = reports.given(pool, viewer=stella.pk)[0]
    assert (line.name, len(line.givers), line.inside) == ("ring1", 7, 100)
    assert line.gifts == line.won == 14
