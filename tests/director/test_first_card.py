"""With the first card it is too late to draw a tournament again, and of the two only one happens."""

import threading
from collections.abc import Callable

import pytest
from django.db import connections

from accounts import services as accounts
from accounts.models import User
from tests.director.left_out import (
    admit,
    begun,
    either_place,
    first_card,
    out,
    play_a_card,
    report,
    state,
    statuses,
)
from tests.factories import announced, gather, open_tables
from tests.notices.conftest import Follow, follow, told  # noqa: F401
from tournaments.director import services as director
from tournaments.director.commands import desk, progress, walk_ins
from tournaments.director.commands import starting_again as commands
from tournaments.director.display import starting
from tournaments.director.errors import RoomError
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.state.acts import DoubleLoss, Extend
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.tables import selectors as tables
from tournaments.tables import services
from tournaments.tables.streams import TABLES
from tournaments.tables.tasks import play_bot_turn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all", "no_limits")]


def ruled(wanted: Callable[[Tournament], Request]) -> Callable[[str, int], None]:
    def sign(cup: str, by: int) -> None:
        signature = desk.Signature(by=by, seq=state(cup).seq, reason="other")
        desk.rule(tournament_id=cup, wanted=wanted(state(cup)), signature=signature)

    return sign


FIRSTS: dict[str, Callable[[str, int], None]] = {
    "a card": lambda cup, _by: play_a_card(open_tables(cup)[0]),
    "somebody resigned": lambda cup, _by: resign(open_tables(cup)[0]),
    "somebody withdrew from a match": lambda cup, _by: withdraw(cup),
    "a ruling on a match": ruled(lambda now: DoubleLoss(now.rounds[0].drawn.matches[0].match)),
    "a ruling on the round": ruled(lambda _now: Extend(1, None, None, sources.now_ms() + 600_000)),
}


def resign(table: str) -> None:
    gather(table)
    services.resign(table_id=table, user_id=tables.summary(table).seats[0] or 0)


def withdraw(cup: str) -> None:
    entry = state(cup).rounds[0].drawn.matches[0].entries[0]
    director.withdraw(tournament_id=cup, user_id=state(cup).entries[entry].users[0])


@pytest.mark.parametrize("happens", FIRSTS.values(), ids=FIRSTS)
def test_after_the_first_card_it_is_too_late(
    organiser: User, people: list[User], ann: User, happens: Callable[[str, int], None]
) -> None:
    cup = begun(organiser, people[:4], ann)
    happens(cup, organiser.pk)
    seq, was = state(cup).seq, {table: tables.summary(table) for table in open_tables(cup)}
    with pytest.raises(RoomError, match="too_late"):
        admit(cup, organiser)
    with pytest.raises(RoomError, match="too_late"):
        walk_ins.enter(tournament_id=cup, by=organiser.pk, name="Bo")
    assert not User.objects.filter(username="Bo").exists(), "no account is left behind"
    assert state(cup).seq == seq
    assert {table: tables.summary(table) for table in open_tables(cup)} == was, "a refusal ends no table"
    assert starting.to_admit(cup) == ()
    assert starting.again(cup) is None


def test_after_a_report_at_a_table_with_real_cards_it_is_too_late(
    organiser: User, people: list[User], ann: User
) -> None:
    cup = begun(organiser, people[:4], ann, in_room=True)
    assert len(starting.to_admit(cup)) == 1
    report(open_tables(cup)[-1])
    with pytest.raises(RoomError, match="too_late"):
        admit(cup, organiser)
    assert statuses(open_tables(cup)) == {"open"}
    assert starting.to_admit(cup) == ()


def test_a_bots_card_counts_as_well(organiser: User, ann: User) -> None:
    cup = announced(organiser.pk, [ann.pk], format="knock-out", rounds=None, check_in_minutes=30)
    for name in ("Robot", "Golem"):
        bot = accounts.make_bot(name, "uniform")
        director.enter(tournament_id=cup, user_id=bot.pk, by=organiser.pk)
    director.start(tournament_id=cup, by=organiser.pk)
    (table,) = open_tables(cup)
    assert len(starting.to_admit(cup)) == 1
    play_bot_turn(table, tables.summary(table).seq)
    with pytest.raises(RoomError, match="too_late"):
        admit(cup, organiser)
    assert starting.to_admit(cup) == ()


# -- once only


def test_a_request_that_is_repeated_draws_once(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], ann)
    entry = out(cup)
    admit(cup, organiser, entry, command="0123456789abcdef")
    seq, found = state(cup).seq, open_tables(cup)
    admit(cup, organiser, entry, command="0123456789abcdef")
    admit(cup, organiser, entry)
    assert (state(cup).seq, open_tables(cup)) == (seq, found)


@pytest.mark.django_db(transaction=True)
@either_place
@pytest.mark.parametrize("first", ["card", "draw"])
def test_who_comes_second_is_refused(
    organiser: User, people: list[User], ann: User, in_room: bool, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card is played while the tournament is being drawn again: before its table is ended, or just after that."""
    cup = begun(organiser, people[:4], ann, in_room=in_room)
    table, entry = open_tables(cup)[-1], out(cup)
    refused: list[str] = []
    act = (lambda: report(table)) if in_room else first_card(table)
    played = threading.Thread(target=alone, args=(act, refused))
    where, name = (commands, "undone") if first == "card" else (progress, "first_round")
    go_on = getattr(where, name)

    def meanwhile(tournament: Tournament) -> object:
        played.start()
        if first == "card":
            played.join()
        return go_on(tournament)

    monkeypatch.setattr(where, name, meanwhile)
    alone(lambda: admit(cup, organiser, entry), refused)
    played.join()
    TOURNAMENTS.forget()
    TABLES.forget()
    assert refused == (["too_late"] if first == "card" else ["not_open" if in_room else "not_playing"])
    assert (len(state(cup).seeds) == 5) is (first == "draw")
    assert (tables.summary(table).status == "aborted") is (first == "draw")
    assert (table in open_tables(cup)) is (first == "card")
    assert len(open_tables(cup)) == 2


def alone(act: Callable[[], object], refused: list[str]) -> None:
    """On a connection of its own; the code of a refusal is noted."""
    try:
        act()
    except RoomError as error:
        refused.append(error.code)
    finally:
        connections.close_all()
