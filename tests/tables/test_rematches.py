"""Playing again: the offer, its answers, and the one table that follows."""

import threading

import pytest
from django.db import connection, connections

from accounts.models import User
from engine.registry import GAMES
from tests.clubs.founding import founded
from tests.factories import give_up, open_for
from tests.tables.playing import check, exported
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.log import projections, sources
from tournaments.log import selectors as log
from tournaments.platform.callers import Caller, calling
from tournaments.platform.errors import TooOften
from tournaments.tables import rematch, rematches, selectors, services
from tournaments.tables.errors import NotAllowed, NotSeated, Refused, WrongStatus
from tournaments.tables.events import Clock
from tournaments.tables.models import Table
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db


def over(*users: User, **given) -> str:
    """A finished table of *users*: the last of them has left, and of more than two the second last too."""
    table_id = open_for(*users, **given)
    for user in users[:0:-1]:
        if selectors.summary(table_id).status == "playing" and not user.bot_level:
            give_up(table_id=table_id, user_id=user.pk)
    if selectors.summary(table_id).status == "playing":
        give_up(table_id=table_id, user_id=users[0].pk)
    return table_id


def ask(table_id: str, user: User, **given):
    return rematches.ask(table_id=table_id, user_id=user.pk, **given).rematch


def decline(table_id: str, user: User, **given):
    return rematches.decline(table_id=table_id, user_id=user.pk, **given).rematch


def kinds(table_id: str) -> list[str]:
    return [event.kind for event in log.load(TABLES.name(table_id)) if ".rematch" in event.kind]


def test_a_rematch_begins_once_everybody_has_accepted_and_not_before(ann, bob, cleo):
    before = over(ann, bob, cleo, game="gasp", clock=Clock(300, 5), rated=True)
    offered = ask(before, bob)
    assert (offered.status, offered.by, offered.answers, offered.table) == (
        "open",
        1,
        ("waiting", "offered", "waiting"),
        None,
    )
    assert ask(before, ann).answers == ("accepted", "offered", "waiting")
    begun = ask(before, cleo)
    assert begun.status == "begun"
    after = selectors.summary(begun.table)
    assert (after.status, after.game, after.clock, after.rated) == ("playing", "gasp", Clock(300, 5), True)
    assert after.seats == (bob.pk, cleo.pk, ann.pk)


def test_an_offer_is_seen_by_everybody_who_looks(ann, bob):
    before = over(ann, bob)
    ask(before, ann)
    for viewer in (ann.pk, bob.pk, None):
        seen = selectors.view(table_id=before, user_id=viewer).rematch
        assert seen is not None
        assert (seen.status, seen.by) == ("open", 0)


def test_bots_accept_at_once(ann, robot):
    before = over(ann, robot)
    begun = ask(before, ann)
    assert begun.answers == ("offered", "accepted")
    assert selectors.summary(begun.table).seats == (robot.pk, ann.pk)


def test_a_player_who_declines_ends_the_offer_and_a_new_one_may_be_made(ann, bob):
    before = over(ann, bob)
    ask(before, ann)
    assert (decline(before, bob).status, decline_again(before, bob)) == ("declined", "no_offer")
    assert ask(before, bob).by == 1
    assert ask(before, ann).status == "begun"


def decline_again(table_id: str, user: User) -> str:
    with pytest.raises(WrongStatus) as refused:
        decline(table_id, user)
    return refused.value.code


def test_an_offer_is_withdrawn_by_the_player_who_made_it(ann, bob):
    before = over(ann, bob)
    ask(before, ann)
    assert decline(before, ann).status == "withdrawn"
    assert ask(before, bob).answers == ("waiting", "offered")


def test_an_offer_lapses(ann, bob, monkeypatch):
    before = over(ann, bob)
    until = ask(before, ann).until
    monkeypatch.setattr(sources, "now_ms", lambda: until)
    seen = selectors.view(table_id=before, user_id=bob.pk).rematch
    assert seen is not None
    assert seen.status == "lapsed"
    assert decline_again(before, bob) == "no_offer"
    assert ask(before, bob).answers == ("waiting", "offered")
    monkeypatch.setattr(sources, "now_ms", lambda: until + rematch.SECONDS * 1000 - 1)
    assert ask(before, ann).status == "begun"


def test_asking_twice_is_asking_once_and_a_late_press_finds_the_table(ann, bob):
    before = over(ann, bob)
    ask(before, ann)
    ask(before, ann)
    assert kinds(before) == ["table.rematch_offered"]
    begun = ask(before, bob)
    assert ask(before, ann).table == ask(before, bob).table == begun.table
    assert kinds(before)[1:] == ["table.rematch_accepted", "table.rematch_opened"]


def test_a_repeated_command_is_answered_as_the_first_was_whatever_has_happened_since(ann, bob):
    before = over(ann, bob)
    first = ask(before, ann, command="again")
    ask(before, bob, command="again")
    repeated = rematches.ask(table_id=before, user_id=ann.pk, command="again").rematch
    assert repeated is not None
    assert (repeated.status, repeated.until) == (first.status, first.until)
    with pytest.raises(Refused, match="key_reused"):
        decline(before, ann, command="again")
    assert Table.objects.count() == 2


def test_after_the_last_refusal_the_offer_is_final(ann, bob):
    before = over(ann, bob)
    for number in range(1, rematch.MOST_REFUSED + 1):
        assert not ask(before, ann).final
        assert decline(before, bob).final is (number == rematch.MOST_REFUSED)


def test_the_table_counts_as_of_the_player_who_agreed_last(ann, bob, settings):
    """So the player who is told of too many tables is the one who has them."""
    first, second = over(ann, bob), over(ann, bob)
    for before in (first, second):
        ask(before, ann)
    settings.CAPS = settings.CAPS | {"tables": 1}
    open_for(ann, None)
    assert selectors.summary(ask(first, bob).table).opener == bob.pk
    with pytest.raises(Refused, match="too_many_tables"):
        ask(second, bob)


def test_only_those_who_sat_there_may_ask_and_only_once_it_is_over(ann, bob, cleo):
    table_id = open_for(ann, bob)
    with pytest.raises(WrongStatus, match="not_finished"):
        ask(table_id, ann)
    give_up(table_id=table_id, user_id=bob.pk)
    for act in (ask, decline):
        with pytest.raises(NotSeated):
            act(table_id, cleo)
    with pytest.raises(WrongStatus, match="no_offer"):
        decline(table_id, ann)
    assert not kinds(table_id)


def test_a_table_of_a_tournament_has_no_rematch(ann, bob):
    table_id = over(ann, bob, match="1234567890-1-1", came=[ann.pk, bob.pk])
    with pytest.raises(NotAllowed, match="match_table"):
        ask(table_id, ann)


def test_partners_stay_together_in_every_game():
    for game in GAMES.values():
        for count in game.sizes:
            teams = {frozenset(team) for team in game.teams(count, game.options())}
            moved = rematch.seated(list(range(count)))
            assert {frozenset(seat for seat, who in enumerate(moved) if who in team) for team in teams} == teams


def test_the_record_of_a_table_with_a_rematch_holds_and_its_row_is_made_again(ann, bob):
    before = over(ann, bob)
    ask(before, ann)
    services.mark_settled(table_id=before)
    decline(before, bob)
    ask(before, ann)
    ask(before, bob)
    check(exported(before))
    assert projections.rebuild().changed == ()


@pytest.mark.django_db(transaction=True)
def test_pressing_on_both_sides_at_once_makes_one_table(ann, bob):
    for _ in range(5):
        before = over(ann, bob)
        ready = threading.Barrier(2)

        def press(user: User, table_id: str = before, ready: threading.Barrier = ready) -> None:
            ready.wait()
            try:
                ask(table_id, user)
            finally:
                connections.close_all()

        threads = [threading.Thread(target=press, args=(user,)) for user in (ann, bob)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        TABLES.forget()
        assert kinds(before) == ["table.rematch_offered", "table.rematch_accepted", "table.rematch_opened"]
        seen = selectors.view(table_id=before, user_id=None).rematch
        assert seen is not None
        assert seen.table is not None
        assert set(selectors.summary(seen.table).seats) == {ann.pk, bob.pk}
    assert Table.objects.count() == 10
    connection.close()


@pytest.mark.parametrize("ending", ["declined", "withdrawn"])
def test_after_three_offers_that_came_to_nothing_there_is_no_fourth(ann, bob, ending):
    before = over(ann, bob)
    for user, other in [(ann, bob), (bob, ann), (ann, bob)]:
        ask(before, user)
        assert decline(before, other if ending == "declined" else user).status == ending
    for user in (ann, bob):
        with pytest.raises(WrongStatus, match="too_many_offers"):
            ask(before, user)
    assert kinds(before).count("table.rematch_offered") == 3


@pytest.mark.usefixtures("fresh_allowances")
def test_offers_and_answers_are_counted_for_the_player_who_presses(ann, bob, settings):
    settings.RATES = {"tables": "2/h"}
    first, second = over(ann, bob), over(ann, bob)
    with calling(Caller("192.0.2.1")):
        ask(first, ann)
        ask(second, ann)
        with pytest.raises(TooOften):
            decline(second, ann)
        assert ask(first, bob).status == ask(second, bob).status == "begun"
        with pytest.raises(TooOften):
            ask(second, bob)


def test_who_has_left_a_private_club_plays_no_more_there_and_the_other_is_told_why(ann, bob):
    club = founded(ann, bob)
    clubs.edit(club_id=club, by=ann.pk, wanted=Edited(visibility="private", join="invitation"))
    before = over(ann, bob, club=club)
    clubs.leave(club_id=club, by=bob.pk)
    ask(before, bob)
    with pytest.raises(NotAllowed, match=r"^not_member:"):
        ask(before, ann)
    assert Table.objects.count() == 1
