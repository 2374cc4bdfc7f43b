"""Tables that go on from a position of another one: what they begin with, what counts, what is refused."""

import json
import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from engine.chance import SeedChance
from engine.deals import set_up
from engine.events import Seat
from engine.notation import Turn
from engine.registry import FORMER, GAMES
from engine.verify import Fault
from tests.clubs.founding import founded
from tests.engine.records import sealed
from tests.engine.test_deals import drawn_as_often, hands, small
from tests.factories import give_up, open_for, played_out
from tests.tables.playing import check, exported, play_first, play_out
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.log import projections
from tournaments.log import selectors as log
from tournaments.log.errors import KeyReused, RoomError
from tournaments.tables import frames, lines, results, search, selectors, services
from tournaments.tables.conduct import conduct
from tournaments.tables.errors import NotAllowed
from tournaments.tables.lines import Line
from tournaments.tables.models import Seat as SeatRow
from tournaments.tables.models import Table
from tournaments.tables.origins import laid_out
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db


def played_on(table: str, at: int, opener: User, seats: Sequence[User | None], **given) -> str:
    """A table that goes on there, dealt again; *seats* in order, *opener* among them."""
    return services.open_from_position(
        table=table,
        line=Line(at, given.pop("turns", ())),
        seats=[user.pk if user else None for user in seats],
        as_it_was=given.pop("as_it_was", False),
        clock=None,
        opener=opener.pk,
        **given,
    )


def over(*users: User, moves: int = 5, **given) -> tuple[str, int]:
    """A table that was given up after some *moves*, and the event after the last of them."""
    table = open_for(*users, **given)
    for _ in range(moves):
        play_first(table)
    at = selectors.summary(table).seq
    for user in users[1:]:
        if selectors.summary(table).status == "playing":
            services.resign(table_id=table, user_id=user.pk)
    return table, at


def view(table: TableState, seat: int) -> bytes:
    return msgspec.json.encode(table.game.view(table.state, Seat(seat)))


def robots(count: int) -> list[User]:
    return [User.objects.create(username=f"robot{n}", bot_level="uniform") for n in range(count)]


@pytest.mark.parametrize("key", GAMES)
def test_any_seat_of_any_game_is_played_on_with_what_it_knew_and_to_a_record_that_holds(ann: User, key: str):
    table = played_out(GAMES[key])
    moments = frames.commits(table)
    at = moments[len(moments) // 3][1]
    seat = at.to_act[0]
    seats: list[User | None] = [*robots(len(at.chairs))]
    seats[seat] = ann
    for as_it_was in (False, True):
        new = TABLES.current(played_on(table, at.seq, ann, seats, as_it_was=as_it_was)).state
        assert (new.status, new.to_act, view(new, seat)) == ("playing", at.to_act, view(at, seat))
        if as_it_was:
            assert new.state == at.state
    while (now := TABLES.current(new.id).state).status == "playing":
        mover = now.to_act[0]
        move = selectors.view_at(table_id=new.id, user_id=now.chairs[mover].user, seq=now.seq, seat=mover).legal[0]
        services.make_move(table_id=new.id, user_id=now.chairs[mover].user or 0, move=move)
    check(exported(new.id))


def test_its_log_begins_with_where_it_comes_from_and_names_no_card_to_anybody(ann: User, bob: User):
    table, at = over(ann, bob)
    new = played_on(table, at, ann, [None, ann])
    kinds = [row.kind for row in log.load(TABLES.name(new))]
    assert kinds == ["table.opened", "table.seed_drawn", "table.played_on", "table.position_laid"]
    shown = [row["payload"] for row in exported(new)["events"][1:]]
    assert shown == [{"table": table, "seq": at, "tried": 0, "seat": 1, "dealt_again": True}]


def test_a_seat_that_was_open_is_dealt_what_lay_there_for_it(ann: User, bob: User, cleo: User):
    table, at = over(ann, bob)
    before = frames.as_of(table, at)
    new = played_on(table, at, ann, [ann, None])
    assert selectors.view(table_id=new, user_id=ann.pk).picture is None
    services.join(table_id=new, user_id=cleo.pk)
    begun = TABLES.current(new).state
    assert view(begun, 0) == view(before, 0)
    assert selectors.view(table_id=new, user_id=cleo.pk).view == msgspec.to_builtins(
        begun.game.view(begun.state, Seat(1))
    )


def test_later_shuffles_are_those_of_its_own_seed(ann: User, bob: User):
    table, at = over(ann, bob, game="gasp-duel", options={"max_rounds": 2})
    play_out(new := played_on(table, at, ann, [ann, bob], as_it_was=True))
    shuffles = [row["payload"]["order"] for row in exported(new)["events"] if row["kind"].endswith("shuffled")]
    state = TABLES.current(new).state
    assert state.laid is not None
    assert shuffles[0] == list(state.laid.orders[0][1])
    assert len(shuffles) > 1
    check(exported(new))


def test_moves_that_were_tried_come_before_it(ann: User, bob: User):
    table, at = over(ann, bob)
    moments = frames.commits(table)
    base = frames.as_of(table, at)
    tried: list[Turn] = []
    for _ in range(3):
        state = lines.tried(moments, at, tried)[-1][1]
        tried.append(Turn(state.to_act[0], state.game.move_text(state.game.legal(state.state, state.to_act[0])[-1])))
    wanted = lines.tried(moments, at, tried)[-1][1]
    new = TABLES.current(played_on(table, at, ann, [ann, bob], turns=tuple(tried), as_it_was=True)).state
    assert new.state == wanted.state != base.state
    assert new.origin is not None
    assert (new.origin.seq, new.origin.tried) == (at, 3)


def test_it_is_played_on_itself_and_written_as_text_with_all_its_moves(ann: User, bob: User):
    table, at = over(ann, bob)
    new = played_on(table, at, ann, [ann, bob])
    play_first(new)
    seq = selectors.summary(new).seq
    give_up(table_id=new, user_id=bob.pk)
    third = TABLES.current(played_on(new, seq, bob, [ann, bob], as_it_was=True)).state
    assert third.state == frames.as_of(new, seq).state
    text = lines.written(frames.commits(new), ["Ann", "Bob"], {})
    assert len(text.split("\n\n")[1].split()) == len(third.laid.moves if third.laid else ()) + 3  # a move, who left, *


@pytest.mark.parametrize("key", ["gasp-duel", "noodling"])
def test_each_deal_that_fits_what_the_seat_knew_comes_as_often(key: str):
    game = GAMES[key]
    position, worlds = next(small(game))

    def draw(n: int) -> bytes:
        seed = n.to_bytes(32, "big")
        begun = laid_out(position, Seat(0), seed, dealt_again=True).laid
        table = set_up(game, position.seats, position.options, begun, SeedChance(seed))
        return hands(game, position.seats, table.state)

    assert drawn_as_often(worlds, draw)


# -- what counts


def test_the_moves_before_it_are_nobodys_and_it_counts_nowhere(ann: User, bob: User):
    table, at = over(ann, bob)
    new = played_on(table, at, ann, [ann, bob])
    now = TABLES.current(new).state
    assert (now.moves, now.moved, now.played, now.behind) == (0, False, False, ())
    play_out(new)
    made = TABLES.current(new).state.moves
    assert 0 < made == sum(conduct(new, 2).decisions)
    assert [each.tables for each in results.by_game(ann.pk, viewer=ann.pk)] == [1]
    assert results.latest(ann.pk) == table
    assert (
        list(SeatRow.objects.filter(table=new).values_list("result", "place", "points", "moves")) == [(None,) * 4] * 2
    )


def test_a_search_finds_it_as_what_it_is_and_by_no_result_and_no_length(ann: User, bob: User):
    table, at = over(ann, bob)
    play_out(new := played_on(table, at, ann, [ann, bob]))

    def found(**wanted) -> dict[str, bool]:
        rows = search.search(search.Wanted(**wanted), viewer=ann.pk, limit=9)
        return {each.table.id: each.table.origin is not None for each in rows}

    both = {table: False, new: True}
    assert found() == found(player=ann.pk) == both
    assert new not in {**found(moves_from=1), **found(margin_from=0), **found(comeback=True)}
    for result in ("won", "shared", "lost"):
        assert new not in found(player=ann.pk, result=result)


def test_nobody_who_has_not_moved_loses_it(ann: User, bob: User):
    table, at = over(ann, bob)
    new = played_on(table, at, ann, [ann, bob])
    assert services.resign(table_id=new, user_id=ann.pk).status == "aborted"


def test_its_rows_are_made_again_from_the_log(ann: User, bob: User):
    table, at = over(ann, bob)
    play_out(new := played_on(table, at, ann, [ann, bob]))
    rows = [list(model.objects.order_by("pk").values()) for model in (Table, SeatRow)]
    projections.rebuild()
    assert [list(model.objects.order_by("pk").values()) for model in (Table, SeatRow)] == rows
    origin = Table.objects.get(pk=new).came_from
    assert origin == {"table": table, "seq": at, "tried": 0, "seat": 0, "dealt_again": True}


# -- commands and refusals


def test_a_repeated_request_finds_the_table_and_another_by_the_same_key_is_refused(ann: User, bob: User):
    table, at = over(ann, bob)
    first = played_on(table, at, ann, [ann, bob], command="once")
    assert played_on(table, at, ann, [ann, bob], command="once") == first
    for given in ({"as_it_was": True}, {"turns": (Turn(Seat(0), "x"),)}):
        with pytest.raises(RoomError):
            played_on(table, at, ann, [ann, bob], command="once", **given)
    with pytest.raises(KeyReused):
        played_on(table, 1, ann, [ann, bob], command="once")


@pytest.mark.parametrize(("at", "code"), [(0, "no_position"), (10_000, "position_over"), (-1, "position_over")])
def test_there_is_nothing_to_play_on_before_the_deal_and_after_the_end(ann: User, bob: User, at: int, code: str):
    table, _ = over(ann, bob)
    with pytest.raises(RoomError) as refused:
        played_on(table, selectors.summary(table).seq if at < 0 else at, ann, [ann, bob])
    assert refused.value.code == code
    assert Table.objects.count() == 1


def test_a_table_that_is_played_is_not_played_on(ann: User, bob: User):
    table = open_for(ann, bob)
    play_first(table)
    with pytest.raises(RoomError) as refused:
        played_on(table, selectors.summary(table).seq, ann, [ann, bob], as_it_was=True)
    assert refused.value.code == "not_finished"


def test_a_game_by_older_rules_is_not_played_on(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch):
    table, at = over(ann, bob)
    monkeypatch.setitem(FORMER, ("duck-soup", 1), GAMES["duck-soup"])
    monkeypatch.setattr(type(GAMES["duck-soup"]), "version", 2)
    with pytest.raises(RoomError) as refused:
        played_on(table, at, ann, [ann, bob])
    assert refused.value.code == "old_rules"


def test_one_takes_a_seat_oneself(ann: User, bob: User, cleo: User):
    table, at = over(ann, bob)
    with pytest.raises(RoomError) as refused:
        played_on(table, at, cleo, [ann, bob])
    assert refused.value.code == "no_seat"


def test_where_no_other_deal_is_found_it_says_so(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch):
    table, at = over(ann, bob)
    monkeypatch.setattr("engine.deals.TRIES", 0)
    with pytest.raises(RoomError) as refused:
        played_on(table, at, ann, [ann, bob])
    assert (refused.value.code, refused.value.field) == ("no_deal", "as_it_was")
    assert played_on(table, at, ann, [ann, bob], as_it_was=True)


def test_a_table_of_a_private_club_is_played_on_there_by_its_members_alone(ann: User, bob: User, cleo: User):
    club = founded(ann, bob)
    table, at = over(ann, bob, club=club)
    assert TABLES.current(played_on(table, at, bob, [None, bob])).state.facts.club is None
    clubs.edit(club_id=club, by=ann.pk, wanted=Edited(visibility="private", join="invitation"))
    assert TABLES.current(played_on(table, at, bob, [None, bob])).state.facts.club == club
    with pytest.raises(NotAllowed):
        played_on(table, at, bob, [cleo, bob])


# -- its record


def test_an_opened_record_says_that_the_seed_did_not_give_all_of_it(ann: User, bob: User, client: Client):
    table, at = over(ann, bob)
    play_out(new := played_on(table, at, ann, [ann, bob]))
    for which, said in ((new, "The seed gives every shuffle after that."), (table, "and gives every shuffle.")):
        file = SimpleUploadedFile("record.json", json.dumps(exported(which)).encode())
        assert said in client.post("/replay", {"file": file}).content.decode()


@pytest.fixture
def record(ann: User, bob: User) -> dict[str, Any]:
    table, at = over(ann, bob)
    play_out(new := played_on(table, at, ann, [ann, bob]))
    return exported(new)


def laid(record: dict[str, Any]) -> dict[str, Any]:
    return next(row for row in record["events"] if row["kind"] == "table.position_laid")


def test_other_shuffles_than_were_laid_are_found(record: dict[str, Any]):
    order = laid(record)["payload"]["orders"][0][1]
    order[0], order[1] = order[1], order[0]
    with pytest.raises(Fault):
        check(sealed(record))


@pytest.mark.parametrize("orders", [[["pack", ["7H"]]], [], [["other", ["7H"]]]])
def test_shuffles_that_are_none_of_the_pile_are_found(record: dict[str, Any], orders: list[Any]):
    laid(record)["payload"]["orders"] = orders
    with pytest.raises(Fault):
        check(sealed(record))


def test_other_moves_than_were_laid_are_found(record: dict[str, Any]):
    laid(record)["payload"]["moves"].pop()
    laid(record)["payload"]["moves"].insert(0, [0, "AS"])
    with pytest.raises(Fault) as found:
        check(sealed(record))
    assert found.value.kind == "table.position_laid"


@pytest.mark.parametrize(("field", "value"), [("rated", True), ("match", "m")])
def test_nothing_may_be_laid_where_something_counts(record: dict[str, Any], field: str, value: object):
    record["events"][0]["payload"][field] = value
    with pytest.raises(Fault) as found:
        check(sealed(record))
    assert found.value.reason == "no position may be laid here"


def test_nothing_may_be_laid_unless_everybody_is_told(record: dict[str, Any]):
    record["events"] = [row for row in record["events"] if row["kind"] != "table.played_on"]
    for seq, row in enumerate(record["events"], 1):
        row["seq"] = seq
    with pytest.raises(Fault) as found:
        check(sealed(record))
    assert found.value.reason == "no position may be laid here"


def test_nothing_may_be_laid_once_cards_are_dealt(record: dict[str, Any]):
    rows = record["events"]
    rows.insert(-3, laid(record) | {})
    rows.remove(laid(record))
    for seq, row in enumerate(rows, 1):
        row["seq"] = seq
    with pytest.raises(Fault) as found:
        check(sealed(record))
    assert found.value.reason == "no position may be laid here"


def test_a_table_called_off_before_it_began_has_a_record_that_holds(ann: User, bob: User):
    table, at = over(ann, bob)
    new = played_on(table, at, ann, [ann, None])
    services.abort(table_id=new, user_id=ann.pk)
    check(exported(new))


@pytest.mark.parametrize("key", ["german-whist", "gasp", "galapagos"])
def test_nobody_is_told_that_they_did_what_others_did_before_play_went_on(ann: User, client: Client, key: str):
    client.force_login(ann)
    table = played_out(GAMES[key])
    moments = frames.commits(table)
    at = moments[len(moments) // 2][1]
    seats: list[User | None] = [*robots(len(at.chairs))]
    seats[at.to_act[0]] = ann
    new = played_on(table, at.seq, ann, seats)
    before = _beside(client, new)
    assert "ann’s seat " in before
    assert not re.search(r"\b[Yy]ou\b", before)
    replay = re.sub(r"<[^>]+>", " ", client.get(f"/tables/{new}/replay?move=0").content.decode())
    assert not re.search(r"\bann (played|drew|won|took)\b", replay)
    services.make_move(table_id=new, user_id=ann.pk, move=selectors.view(table_id=new, user_id=ann.pk).legal[0])
    assert re.search(r"\bYou\b", _beside(client, new))


def _beside(client: Client, table: str) -> str:
    """The story beside the table and its last trick, as words."""
    html = client.get(f"/tables/{table}").content.decode()
    return re.sub(r"<[^>]+>", " ", html.partition('<aside class="side"')[2].partition('id="facts-h"')[0])
