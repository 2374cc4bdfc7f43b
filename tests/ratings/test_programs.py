"""Bots that programs play: all of an owner are one, an owner and their bots do not rate each other, and bots have a
ladder of their own."""

import pytest

from accounts.models import User
from tests.factories import bot_of, concede, open_for
from tests.ratings.tables import counted, standing, table
from tournaments.people.bots import versions as announcing
from tournaments.ratings import ladders, selectors, versions
from tournaments.ratings.duels import Duels
from tournaments.ratings.facts import owned_by
from tournaments.ratings.models import Rating
from tournaments.ratings.recent import Recent

PERSON, OWNER, OTHER = "", owned_by(9), owned_by(8)


def moved(bots: tuple[str, ...], *, users: tuple[int, ...] = (1, 2), recent: Recent | None = None) -> list[float]:
    """How far the ratings of two users move (1500, 40 tables each) when the first one wins."""
    event = table(users, (1, 2), bots=bots)
    players = standing((1500, 40), (1500, 40)) | {9: standing((1500, 40))[1]}
    changes = Duels(counted(event), players, recent or Recent(), young=True).changes()
    return [change.after - change.before for change in changes]


def test_bots_of_two_owners_rate_each_other():
    assert moved((OWNER, OTHER)) == [10, -10]


def test_two_bots_of_one_owner_never_rate_each_other():
    assert moved((OWNER, OWNER)) == [0, 0]


def test_an_owner_and_their_own_bot_never_rate_each_other():
    assert moved((PERSON, OWNER), users=(9, 10)) == [0, 0]
    assert moved((OWNER, PERSON), users=(2, 9)) == [0, 0]
    assert moved((PERSON, OTHER), users=(1, 2)) == [5, 0], "another owner's weighs half, and is not moved by people"


def test_only_the_duels_between_them_weigh_nothing():
    event = table((1, 2, 3), (1, 2, 3), bots=(OWNER, OWNER, OTHER))
    changes = Duels(counted(event), standing((1500, 40), (1500, 40), (1500, 40)), Recent(), young=True).changes()
    assert [change.after - change.before for change in changes] == [5, 5, -10]


def test_all_bots_of_an_owner_are_one_opponent_in_a_day():
    recent = Recent()
    for bot in (2, 3, 4):
        recent.add(counted(table((1, bot), (1, 2), bots=(PERSON, OWNER))))
    assert moved((PERSON, OWNER), recent=recent) == [2.5, 0], "half of a half"
    assert moved((PERSON, OTHER), recent=recent) == [5, 0]


# -- by the services


@pytest.fixture
def owners(db: None, no_limits: None, sent: object) -> list[User]:
    return [User.objects.create_user(name) for name in ("ann", "bob")]


def play(*users: User) -> None:
    """The last of them loses."""
    concede(open_for(*users, rated=True, game="german-whist"))


def test_the_ladder_of_bots_has_bots_alone(owners: list[User]):
    ann, bob = owners
    first, second, third = bot_of(ann, "first"), bot_of(ann, "second"), bot_of(bob, "third")
    announcing.announce(bot=first, version="1.0")
    play(first, third)
    play(first, second)
    play(ann, first)
    play(ann, bob)
    shown = {rung.name: rung for rung in ladders.ladder("german-whist", part="provisional", bots="alone")}
    assert {name: rung.rating for name, rung in shown.items()} == {"first": 1530, "second": 1500, "third": 1470}
    assert shown["first"].level == "program"
    assert selectors.ratings_of("german-whist", [ann.pk])[ann.pk] == 1530, "by bob alone"
    assert set(Rating.objects.exclude(bot="").values_list("bot", flat=True)) == {owned_by(ann.pk), owned_by(bob.pk)}
    (version,) = versions.of(first)
    assert [(each.game, each.by, each.tables) for each in version.changes] == [("german-whist", 30, 3)]
    people = {rung.name for rung in ladders.ladder("german-whist", part="provisional")}
    assert people == {"ann", "bob"}
