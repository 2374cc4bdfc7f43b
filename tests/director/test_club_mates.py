"""Club-mates are kept apart in the rounds that were set for it, by what clubs say when the tournament begins."""

import pytest

from accounts.models import User
from tests.clubs.conftest import Found, found, settled
from tests.factories import started
from tournaments.director.streams import TOURNAMENTS

__all__ = ["found", "settled"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]


def mates(users: list[User], **given: object) -> set[tuple[int, ...]]:
    cup = started(users[0].pk, [user.pk for user in users], **{"rounds": 2, "apart_rounds": 1} | given)
    return set(TOURNAMENTS.current(cup).state.mates)


def met(users: list[User], **given: object) -> set[frozenset[int]]:
    """Who meets whom in round one."""
    cup = started(users[0].pk, [user.pk for user in users], **{"rounds": 2, "apart_rounds": 1} | given)
    state = TOURNAMENTS.current(cup).state
    return {
        frozenset(user for entry in match.entries for user in state.entries[entry].users)
        for match in state.rounds[0].drawn.matches
    }


def test_members_of_a_public_club_are_kept_apart(found: Found, settled: list[User]):
    owner, ann, ben, cleo = settled[:4]
    found(ann)
    pair = (owner.pk, ann.pk)
    assert mates([owner, ann, ben, cleo]) == {pair}
    assert frozenset(pair) not in met([owner, ann, ben, cleo])


@pytest.mark.parametrize("given", [{"visibility": "private", "join": "invitation"}, {"visibility": "unlisted"}])
def test_of_other_clubs_nobody_learns_by_a_pairing_who_is_in_them(
    found: Found, settled: list[User], given: dict[str, str]
):
    found(settled[1], **given)
    assert mates(settled[:4]) == set()


def test_a_tournament_of_one_club_keeps_nobody_apart(found: Found, settled: list[User]):
    club = found(*settled[1:4])
    assert mates(settled[:4], club=club) == set()
    assert mates(settled[:4]) == set(), "all of them are of one club"
    assert mates(settled[:5]) == {tuple(user.pk for user in settled[:4])}


def test_nobody_is_kept_apart_where_no_round_was_set_for_it(found: Found, settled: list[User]):
    found(settled[1])
    assert mates(settled[:4], apart_rounds=0) == set()
