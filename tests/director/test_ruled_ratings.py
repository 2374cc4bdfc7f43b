"""Whose rulings move ratings: the site's those of staff, and of clubs that staff trust; a club's its own."""

from collections.abc import Callable

import pytest

from accounts.models import StaffAct, User
from tests.clock import Clock
from tests.clubs.conftest import Found, found, settled
from tests.factories import announced, co_organise, concede, decide_once, gather, started
from tournaments.clubs import errors as club_errors
from tournaments.clubs import services as clubs
from tournaments.director import selectors, services
from tournaments.director.commands import desk, walk_ins
from tournaments.director.commands.desk import Signature
from tournaments.director.display import ruling_selectors
from tournaments.director.display.ruling_shapes import DryRun
from tournaments.director.display.shapes import MatchInfo
from tournaments.director.errors import NotAllowed, WrongStatus
from tournaments.director.models import Match
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.policy.rulings.matches import VoidTable
from tournaments.director.state import acts
from tournaments.log import projections
from tournaments.log import selectors as log
from tournaments.people import staff as noting
from tournaments.platform.units import MINUTE
from tournaments.ratings import selectors as ratings
from tournaments.ratings.models import Due
from tournaments.ratings.names import club_pool
from tournaments.ratings.read import change_at_table
from tournaments.ratings.services import correct_due
from tournaments.settlement.services import settle_table
from tournaments.tables.events import Clock as Times

__all__ = ["found", "settled"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]
GAME = "duck-soup"


@pytest.fixture
def stella() -> User:
    return User.objects.create_user("stella", is_staff=True)


@pytest.fixture
def cup(settled: list[User]) -> str:
    """Of nobody's club, with a table played."""
    return begun(settled)


def begun(settled: list[User], **given: object) -> str:
    tournament_id = started(settled[0].pk, [user.pk for user in settled[1:5]], **({"rounds": 2} | given))
    concede(played(tournament_id).table or "")
    return tournament_id


def played(tournament_id: str) -> MatchInfo:
    return selectors.at(tournament_id).rounds[0].matches[0]


def turned(tournament_id: str) -> Request:
    return acts.SetResult(played(tournament_id).match, ("0", "1"), (2, 1))


def sign(tournament_id: str, by: User, wanted: Request | int) -> DryRun:
    """Tried first; what it was said to do."""
    run = ruling_selectors.dry_run(tournament_id, by=by.pk, wanted=wanted)
    signature = Signature(by=by.pk, seq=run.seq, reason="mistake")
    if isinstance(wanted, int):
        desk.reverse(tournament_id=tournament_id, ruling=wanted, signature=signature)
    else:
        desk.rule(tournament_id=tournament_id, wanted=wanted, signature=signature)
    correct_due()
    assert not Due.objects.exists()
    assert projections.rebuild(check=True).changed == ()
    return run


def standing(tournament_id: str, pool: str = GAME) -> list[float]:
    """The ratings of the two at the played table."""
    users = [entry.user for entry in played(tournament_id).entries]
    found = ratings.ratings_of(pool, users)
    return [found[user] for user in users]


@pytest.mark.parametrize("act", ["set_result", "double_loss", "void_table"])
def test_what_an_organiser_rules_leaves_the_site_s_ratings(cup: str, settled: list[User], act: str):
    match = played(cup)
    wanted: Request = {
        "set_result": turned(cup),
        "double_loss": acts.DoubleLoss(match.match),
        "void_table": VoidTable(match.match),
    }[act]
    run = sign(cup, settled[0], wanted)
    assert (run.site_stays, run.ratings) == (True, ())
    assert standing(cup) == [1530, 1470]
    run = sign(cup, settled[0], 1)
    assert (run.site_stays, standing(cup)) == (True, [1530, 1470])


def test_it_changes_places_and_points_all_the_same(cup: str, settled: list[User]):
    sign(cup, settled[0], turned(cup))
    assert played(cup).codes == ("0", "1")


def test_what_staff_rule_moves_them_and_no_organiser_takes_it_back(cup: str, settled: list[User], stella: User):
    run = sign(cup, stella, turned(cup))
    assert (run.site_stays, sorted(change.after for change in run.ratings)) == (False, [1470, 1530])
    assert standing(cup) == [1470, 1530]
    run = sign(cup, settled[0], 1)
    assert (run.site_stays, run.ratings) == (True, ())
    assert standing(cup) == [1470, 1530]


def test_a_result_that_comes_after_an_organiser_s_ruling_is_rated_as_it_was_played(settled: list[User]):
    tournament_id = started(settled[0].pk, [user.pk for user in settled[:4]], rounds=2)
    table = played(tournament_id).table or ""
    gather(table)
    concede(table, settle=False)
    sign_unsettled(tournament_id, settled[0])
    settle_table(table_id=table)
    correct_due()
    assert standing(tournament_id) == [1530, 1470]
    assert played(tournament_id).codes == ("0", "1")


def taken_out(tournament_id: str, by: User, *, ruled: bool) -> list[float]:
    """The ratings at a running table out of which *by* takes the first player, by a ruling or without one."""
    match = played(tournament_id)
    gather(match.table or "")
    decide_once(match.table or "")
    if ruled:
        seq = selectors.detail(tournament_id).seq
        wanted = acts.Disqualify(match.entries[0].number, 1, "keep")
        desk.rule(tournament_id=tournament_id, wanted=wanted, signature=Signature(by=by.pk, seq=seq, reason="conduct"))
    else:
        services.withdraw(tournament_id=tournament_id, user_id=match.entries[0].user, by=by.pk)
    settle_table(table_id=match.table or "")
    correct_due()
    assert played(tournament_id).codes, "the table is over"
    return standing(tournament_id)


@pytest.mark.parametrize("ruled", [True, False])
def test_a_player_whom_an_organiser_takes_out_of_a_running_table_keeps_the_rating(settled: list[User], ruled: bool):
    tournament_id = started(settled[0].pk, [user.pk for user in settled[1:5]], rounds=2)
    assert taken_out(tournament_id, settled[0], ruled=ruled) == [1500, 1500]
    (resigned,) = log.of_kinds([f"table:{played(tournament_id).table}"], ["table.resigned"])
    assert resigned.actor == settled[0].pk, "the record says who did it"


@pytest.mark.parametrize("ruled", [True, False])
def test_a_player_whom_staff_take_out_of_it_has_lost(settled: list[User], stella: User, ruled: bool):
    tournament_id = started(settled[0].pk, [user.pk for user in settled[1:5]], rounds=2)
    assert taken_out(tournament_id, stella, ruled=ruled) == [1470, 1530]


def test_a_player_who_withdraws_from_a_running_table_has_lost(settled: list[User]):
    tournament_id = started(settled[0].pk, [user.pk for user in settled[1:5]], rounds=2)
    match = played(tournament_id)
    gather(match.table or "")
    decide_once(match.table or "")
    services.withdraw(tournament_id=tournament_id, user_id=match.entries[0].user)
    settle_table(table_id=match.table or "")
    assert standing(tournament_id) == [1470, 1530]


def test_names_that_anybody_can_enter_make_no_large_tournament(settled: list[User]):
    few = announced(settled[0].pk, [user.pk for user in settled[:2]], rounds=2)
    for number in range(6):
        walk_ins.enter(tournament_id=few, by=settled[0].pk, name=f"Ana{number}")
    many = announced(settled[0].pk, [user.pk for user in settled[:8]], rounds=2)
    for tournament_id, is_large in ((few, False), (many, True)):
        services.start(tournament_id=tournament_id, by=settled[0].pk)
        assert selectors.is_large(played(tournament_id).match) is is_large


def sign_unsettled(tournament_id: str, by: User) -> None:
    signature = Signature(by=by.pk, seq=selectors.detail(tournament_id).seq, reason="mistake")
    desk.rule(tournament_id=tournament_id, wanted=turned(tournament_id), signature=signature)


def test_in_a_club_its_own_pool_moves_and_the_site_s_if_staff_trust_it(found: Found, settled: list[User], stella: User):
    club = found(*settled[1:5])
    first, second = begun(settled, club=club), begun(settled, club=club)
    own = club_pool(club, GAME)
    before = standing(first)
    run = sign(first, settled[0], acts.DoubleLoss(played(first).match))
    assert run.site_stays
    assert {change.before for change in run.ratings} != {change.after for change in run.ratings}
    assert standing(first) == before
    assert len(ratings.history(played(first).entries[0].user, own)) >= 1
    clubs.trust(club_id=club, by=stella.pk, trusted=True, reason="They have an arbiter.")
    run = sign(second, settled[0], acts.DoubleLoss(played(second).match))
    assert not run.site_stays
    assert change_at_table(played(second).table or "")[played(second).entries[0].user].by == 0
    clubs.trust(club_id=club, by=stella.pk, trusted=False, reason="He has left.")
    third = begun(settled, club=club)
    assert sign(third, settled[0], acts.DoubleLoss(played(third).match)).site_stays


@pytest.mark.django_db(transaction=True)
def test_whom_staff_trust_is_noted_among_their_acts_and_nobody_else_says_it(
    found: Found, settled: list[User], stella: User
):
    club = found()
    noting.catch_up()
    with pytest.raises(club_errors.NotAllowed, match="not_staff"):
        clubs.trust(club_id=club, by=settled[0].pk, trusted=True, reason="It is mine.")
    with pytest.raises(club_errors.Refused, match="reason_required"):
        clubs.trust(club_id=club, by=stella.pk, trusted=True, reason=" ")
    clubs.trust(club_id=club, by=stella.pk, trusted=True, reason="They have an arbiter.")
    noting.catch_up()
    assert StaffAct.objects.filter(by=stella.pk, what="club.trust_set", subject=f"club:{club}").count() == 1


def test_a_whole_event_leaves_the_site_s_ratings_for_good(cup: str, settled: list[User]):
    assert selectors.detail(cup).may_unrate
    services.unrate(tournament_id=cup, by=settled[0].pk)
    correct_due()
    assert standing(cup) == [1500, 1500]
    later = selectors.at(cup).rounds[0].matches[1]
    concede(later.table or "")
    correct_due()
    assert not change_at_table(later.table or "")
    services.unrate(tournament_id=cup, by=settled[0].pk)
    detail = selectors.detail(cup)
    assert (detail.unrated, detail.may_unrate) == (True, False)
    assert projections.rebuild(check=True).changed == ()


def test_staff_move_no_table_of_an_event_that_has_left(cup: str, settled: list[User], stella: User):
    services.unrate(tournament_id=cup, by=settled[0].pk)
    correct_due()
    sign(cup, stella, turned(cup))
    assert standing(cup) == [1500, 1500]


def test_nobody_waits_for_the_last_round_to_choose(cup: str, settled: list[User]):
    concede(selectors.at(cup).rounds[0].matches[1].table or "")
    assert selectors.detail(cup).reached == 2
    with pytest.raises(WrongStatus, match="last_round"):
        services.unrate(tournament_id=cup, by=settled[0].pk)
    assert not selectors.detail(cup).may_unrate


@pytest.mark.usefixtures("open_to_all")
def test_an_organiser_who_plays_does_not_choose_by_how_it_goes(settled: list[User], stella: User):
    people = [user.pk for user in settled]
    cup, other = (started(people[0], people[:4], rounds=3) for _ in range(2))
    assert not selectors.detail(cup).may_unrate
    with pytest.raises(NotAllowed, match="plays_in_own"):
        services.unrate(tournament_id=cup, by=people[0])
    services.withdraw(tournament_id=cup, user_id=people[0], by=people[0])
    with pytest.raises(NotAllowed, match="plays_in_own"):
        services.unrate(tournament_id=cup, by=people[0])
    services.unrate(tournament_id=cup, by=stella.pk)
    led = started(people[5], people[:4], rounds=3)
    co_organise(led, people[5], people[1])
    with pytest.raises(NotAllowed, match="plays_in_own"):
        services.unrate(tournament_id=led, by=people[5])
    early = announced(people[0], people[:4], rounds=3)
    services.unrate(tournament_id=early, by=people[0])
    assert [selectors.detail(each).unrated for each in (cup, other, led, early)] == [True, False, False, True]


def test_a_bracket_whose_matches_end_one_by_one_can_leave_until_its_final(settled: list[User], stella: User):
    users = [*settled, *(User.objects.create_user(f"late{number}") for number in range(8 - len(settled)))]
    cup = started(stella.pk, [user.pk for user in users], format="knock-out", rounds=None)
    first = selectors.at(cup).rounds[0].matches
    for match in first:
        concede(match.table or "")
    assert [len(each.matches) for each in selectors.at(cup).rounds] == [4, 1, 1]
    assert selectors.detail(cup).may_unrate
    for each in selectors.at(cup).rounds[1:]:
        concede(each.matches[0].table or "")
    assert not selectors.detail(cup).may_unrate


def test_only_the_organiser_takes_it_out_and_only_what_is_rated(cup: str, settled: list[User]):
    with pytest.raises(NotAllowed, match="not_organiser"):
        services.unrate(tournament_id=cup, by=settled[1].pk)
    friendly = started(settled[0].pk, [user.pk for user in settled[:4]], rounds=2, rated=False)
    with pytest.raises(WrongStatus, match="not_rated"):
        services.unrate(tournament_id=friendly, by=settled[0].pk)


def test_in_a_club_its_own_ratings_of_the_event_stay(found: Found, settled: list[User]):
    club = found(*settled[1:5])
    tournament_id = begun(settled, club=club)
    services.unrate(tournament_id=tournament_id, by=settled[0].pk)
    correct_due()
    concede(selectors.at(tournament_id).rounds[0].matches[1].table or "")
    assert standing(tournament_id) == [1500, 1500]
    assert standing(tournament_id, club_pool(club, GAME)) == [1530, 1470]
    later = selectors.at(tournament_id).rounds[0].matches[1].table or ""
    assert change_at_table(later, pool=club_pool(club, GAME))
    assert not change_at_table(later)


# -- deadlines that rulings bring forward


def signed(tournament_id: str, by: User, wanted: Request | int) -> None:
    signature = Signature(by=by.pk, seq=selectors.detail(tournament_id).seq, reason="other")
    if isinstance(wanted, int):
        desk.reverse(tournament_id=tournament_id, ruling=wanted, signature=signature)
    else:
        desk.rule(tournament_id=tournament_id, wanted=wanted, signature=signature)


Signs = Callable[[MatchInfo], tuple[User, Request | int]]


def after_the_deadline(tournament_id: str, clock: Clock, *signs: Signs) -> tuple[int | None, list[float]]:
    """Who was flagged by whom at the first table when the deadline that the *signs* leave has passed, and the ratings
    there."""
    match = played(tournament_id)
    gather(match.table or "")
    decide_once(match.table or "")
    for each in signs:
        signed(tournament_id, *each(match))
    row = Match.objects.get(pk=match.match)
    clock.now = (row.deadline or selectors.at(tournament_id).rounds[0].deadline or 0) + 1
    services.enforce_deadline(tournament_id=tournament_id, round_number=1)
    settle_table(table_id=match.table or "")
    (flagged,) = log.of_kinds([f"table:{match.table}"], ["table.flagged"])
    return flagged.actor, sorted(standing(tournament_id))


@pytest.mark.parametrize("time", [{"clock": Times(3 * 86_400, per_move=True)}, {"round_minutes": 24 * 60}])
def test_a_player_flagged_by_a_deadline_that_an_organiser_brought_keeps_the_rating(
    clock: Clock, settled: list[User], time: dict[str, object]
):
    organiser = settled[0]
    cup = started(organiser.pk, [user.pk for user in settled[1:5]], rounds=2, **time)
    soon = clock.now + 10 * MINUTE
    found = after_the_deadline(cup, clock, lambda match: (organiser, acts.Extend(1, match.match, soon, None)))
    assert found == (organiser.pk, [1500, 1500]), "the record says who did it"


def test_so_does_one_flagged_by_a_deadline_that_a_reversal_brought_back(clock: Clock, settled: list[User]):
    organiser = settled[0]
    cup = started(organiser.pk, [user.pk for user in settled[1:5]], rounds=2, round_minutes=60)
    later = clock.now + 120 * MINUTE
    extend = acts.Extend(1, None, later, None)
    found = after_the_deadline(cup, clock, lambda _match: (organiser, extend), lambda _match: (organiser, 1))
    assert found == (organiser.pk, [1500, 1500])


def test_a_player_whose_deadline_was_moved_back_has_lost_when_it_passes(clock: Clock, settled: list[User]):
    organiser = settled[0]
    cup = started(organiser.pk, [user.pk for user in settled[1:5]], rounds=2, round_minutes=60)
    later = clock.now + 120 * MINUTE
    found = after_the_deadline(cup, clock, lambda match: (organiser, acts.Extend(1, match.match, later, None)))
    assert found == (None, [1470, 1530])


def test_one_flagged_by_a_deadline_that_staff_brought_has_lost(clock: Clock, settled: list[User], stella: User):
    cup = started(settled[0].pk, [user.pk for user in settled[1:5]], rounds=2, round_minutes=60)
    soon = clock.now + 10 * MINUTE
    found = after_the_deadline(cup, clock, lambda match: (stella, acts.Extend(1, match.match, soon, None)))
    assert found == (stella.pk, [1470, 1530])
