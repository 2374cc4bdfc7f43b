"""Rulings, ratings and files of tournaments that teams play."""

from collections.abc import Callable, Sequence

import pytest

from accounts.models import User
from tests.factories import concede, gather, of_teams, play_out
from tournaments.director import exports, selectors, services
from tournaments.director.commands import desk
from tournaments.director.commands.desk import Signature
from tournaments.director.display import ruling_selectors
from tournaments.director.exchange.trf.reading import read
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.policy.rulings.entries import AdjustPoints
from tournaments.director.policy.rulings.matches import GiveTime, VoidTable
from tournaments.director.policy.rulings.rounds import SetPairing, Swap
from tournaments.director.selectors import MatchInfo
from tournaments.director.state import acts
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import projections, sources
from tournaments.ratings import selectors as ratings
from tournaments.ratings.read import change_at_table
from tournaments.ratings.services import correct_due
from tournaments.tables import selectors as tables
from tournaments.tables.events import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all")]


@pytest.fixture
def begun(people: list[User], organiser: User) -> str:
    """Four teams, two rounds; the first match of the first is over, the other is played."""
    users = [user.pk for user in people]
    tournament_id = of_teams(organiser.pk, users, rounds=2, clock=Clock(300, 5), round_minutes=None)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    first, second = matches(tournament_id)
    concede(str(first.table))
    gather(str(second.table))
    return tournament_id


def matches(tournament_id: str) -> Sequence[MatchInfo]:
    return selectors.at(tournament_id).rounds[0].matches


def sign(tournament_id: str, organiser: User, wanted: Request) -> int:
    """Tried first, as an organiser does."""
    ruling_selectors.dry_run(tournament_id, by=organiser.pk, wanted=wanted)
    seq = TOURNAMENTS.current(tournament_id).state.seq
    return desk.rule(
        tournament_id=tournament_id, wanted=wanted, signature=Signature(by=organiser.pk, seq=seq, reason="mistake")
    )


WANTED: dict[str, Callable[[MatchInfo, MatchInfo], Request]] = {
    "set_result": lambda over, _open: acts.SetResult(over.match, ("0", "1"), (2, 1)),
    "double_loss": lambda over, _open: acts.DoubleLoss(over.match),
    "forfeit": lambda _over, waits: acts.Forfeit(waits.match, (waits.entries[0].number,)),
    "void_table": lambda over, _open: VoidTable(over.match),
    "give_time": lambda _over, waits: GiveTime(waits.match, waits.entries[1].number, 60),
    "extend": lambda _over, waits: acts.Extend(1, waits.match, sources.now_ms() + 600_000, None),
    "adjust_points": lambda over, _open: AdjustPoints(over.entries[0].number, "-1", 1),
    "disqualify": lambda over, _open: acts.Disqualify(over.entries[1].number, 1, "keep"),
    "undo_round": lambda _over, _open: acts.UndoRound(1),
}


@pytest.mark.parametrize("act", WANTED)
def test_every_ruling_does_with_teams_what_it_does_and_the_tournament_ends(begun: str, organiser: User, act: str):
    sign(begun, organiser, WANTED[act](*matches(begun)))
    assert selectors.at(begun).rulings(organiser)[0].act == act
    assert projections.rebuild(check=True).changed == ()
    play_out(begun)
    assert selectors.detail(begun).status == "finished"


def test_a_pairing_by_hand_seats_whole_teams_and_a_withdrawn_one_comes_in_again(people: list[User], organiser: User):
    tournament_id = of_teams(organiser.pk, [user.pk for user in people], rounds=2)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    one, two, three, four = (entry.number for match in matches(tournament_id) for entry in match.entries)
    for wanted, expected in (
        (Swap(1, one, three), [[three, two], [one, four]]),
        (SetPairing(1, ((one, two), (three, four))), [[one, two], [three, four]]),
    ):
        sign(tournament_id, organiser, wanted)
        found = matches(tournament_id)
        assert [[entry.number for entry in match.entries] for match in found] == expected
        for match in found:
            seats = tables.summary(str(match.table)).seats
            assert [set(seats[0::2]), set(seats[1::2])] == [set(entry.users) for entry in match.entries]
    services.withdraw(tournament_id=tournament_id, user_id=people[0].pk)
    gone = next(entry for entry in selectors.detail(tournament_id).entries if entry.withdrawn)
    sign(tournament_id, organiser, acts.Readmit(gone.number))
    assert not any(entry.withdrawn for entry in selectors.detail(tournament_id).entries)


def test_a_result_that_staff_set_turns_the_ratings_of_all_four(begun: str):
    over = matches(begun)[0]
    won, lost = (entry.users for entry in over.entries)
    assert min(change_at_table(str(over.table))[user].by for user in won) > 0
    stella = User.objects.create_user("stella", is_staff=True)
    sign(begun, stella, acts.SetResult(over.match, ("0", "1"), (2, 1)))
    correct_due()
    now = ratings.ratings_of("gasp-pairs", [*won, *lost])
    assert max(now[user] for user in won) < min(now[user] for user in lost)


def test_time_is_given_to_both_partners(begun: str, organiser: User):
    waits = matches(begun)[1]
    before = tables.view(table_id=str(waits.table), user_id=organiser.pk).clocks
    sign(begun, organiser, GiveTime(waits.match, waits.entries[1].number, 60))
    after = tables.view(table_id=str(waits.table), user_id=organiser.pk).clocks
    more = [now.left - then.left > 30_000 for then, now in zip(before, after, strict=True)]
    assert more == [False, True, False, True]
    (ruling,) = selectors.at(begun).rulings(organiser)
    assert waits.entries[1].name in str(ruling.says)


def test_files_have_the_names_of_both(begun: str):
    for kind in ("entries", "pairings", "standings"):
        text = exports.export(selectors.at(begun), kind).body.decode()
        assert '"players"' in text.splitlines()[0].split(",")
        assert "player1 & player2" in text
    report = read(exports.export(selectors.at(begun), "trf").body.decode())
    assert report.fact("092") == "Team: Swiss"
    assert len(report.players) == 4
    assert any(remark.endswith("player1 & player2") for remark in report.comments)
    assert b"BEGIN:VCALENDAR" in exports.export(selectors.at(begun), "calendar").body
