"""An evening with real cards at the desk, where the game's own points decide: rulings, reports, and what is told."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, client_of, concede, open_tables, started
from tests.markup import tight
from tournaments.director import selectors
from tournaments.director import services as director
from tournaments.director.commands import desk, places, walk_ins
from tournaments.director.display import attention, evening
from tournaments.director.streams import TOURNAMENTS
from tournaments.kit.words import sentence
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(ann: User, people: list[User]) -> str:
    """Three at the one table of a round, of Ann's, who does not play."""
    given: dict[str, Any] = {"game": "gasp", "format": "pods", "table_points": "game", "in_room": True, "rounds": 1}
    return started(ann.pk, [user.pk for user in people[:3]], **given)


def match(cup: str) -> selectors.MatchInfo:
    return selectors.detail(cup).rounds[-1].matches[0]


def report(cup: str, places: Sequence[int] = (1, 1, 3), points: Sequence[int] = (4, 4, 1)) -> int:
    """Who sits first reports; their user id."""
    table = match(cup).table or ""
    user = tables.summary(table).seats[0] or 0
    services.report_result(table_id=table, user_id=user, places=places, points=points)
    return user


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, answer.content[:400]
    return tight(answer.content.decode())


def asking(cup: str, **given: Any) -> str:
    return f"/tournaments/{cup}/ruling?{urlencode({'act': 'set_result', 'match': match(cup).match, **given})}"


def chosen(cup: str, places: Sequence[object], points: Sequence[object]) -> dict[str, object]:
    numbers = [entry.number for entry in match(cup).entries]
    fields = {f"place-{number}": place for number, place in zip(numbers, places, strict=True)}
    return fields | {f"points-{number}": each for number, each in zip(numbers, points, strict=True)} | {"go": 1}


def sign(client: Client, cup: str, path: str) -> None:
    asked = {"seq": TOURNAMENTS.current(cup).state.seq, "reason": "mistake"}
    assert client.post(path, asked).status_code == 302


def points_of(cup: str) -> list[str]:
    lines = {line.entry.number: line.points for line in selectors.at(cup).standings()}
    return [lines[entry.number] for entry in match(cup).entries]


# -- a table and its slip


def test_a_real_tables_page_is_called_by_its_players_and_its_slip_breaks_the_address_at_slashes(
    as_ann: Client, cup: str
) -> None:
    table, names = match(cup).table, " – ".join(entry.name for entry in match(cup).entries)
    assert "Round 1, table 1" in text(as_ann, f"/tables/{table}")
    assert f"<title>{names} · Tuesday · Cardroom</title>" in text(as_ann, f"/tables/{table}")
    assert f"/<wbr>tables/<wbr>{table}</span>" in text(as_ann, f"/tournaments/{cup}/slips")


def test_a_player_who_has_called_the_organisers_sees_that_they_are_called(cup: str) -> None:
    table = match(cup).table or ""
    player = client_of(User.objects.get(pk=tables.summary(table).seats[0] or 0))
    said = "The organisers are called. They see your table at their desk."
    assert said not in text(player, f"/tables/{table}")
    player.post(f"/tournaments/{cup}/calls/{match(cup).match}", follow=True)
    page = text(player, f"/tables/{table}")
    assert said in page
    assert "Call the organiser" not in page


# -- a result that is set


def test_nothing_is_chosen_for_an_organiser_who_sets_a_result_that_nobody_reported(as_ann: Client, cup: str) -> None:
    page = text(as_ann, asking(cup))
    assert page.count('<option value="" selected>–</option>') == 3
    assert "This field is required." not in page


def test_a_result_is_set_from_what_was_reported_with_its_points(as_ann: Client, cup: str) -> None:
    report(cup)
    page = text(as_ann, asking(cup))
    assert "Show what it would do" in page
    assert [page.count(f'<option value="{place}" selected>') for place in (1, 2, 3)] == [2, 0, 1]
    assert [
        page.count(f'type="number" name="points-{n}" value="{points}"')
        for n, points in zip([entry.number for entry in match(cup).entries], (4, 4, 1), strict=True)
    ] == [1, 1, 1]


def test_a_ruling_sets_the_points_and_the_next_one_begins_with_them(as_ann: Client, cup: str) -> None:
    sign(as_ann, cup, asking(cup, **chosen(cup, (1, 2, 3), (7, 4, 0))))
    assert (match(cup).points, points_of(cup)) == ((7, 4, 0), ["7", "4", "0"])
    one, two, three = (entry.name for entry in match(cup).entries)
    assert f"the result is {one} 1 (7), {two} 2 (4), {three} 3 (0)." in text(as_ann, f"/tournaments/{cup}/rulings")
    page = text(as_ann, asking(cup))
    assert 'value="7"' in page
    assert 'value="4"' in page


def test_points_that_are_left_out_are_asked_for_beside_their_field(as_ann: Client, cup: str) -> None:
    page = text(as_ann, asking(cup, **chosen(cup, (1, 2, 3), (7, "", ""))), 422)
    assert page.count("The points decide here: write them, too.") == 2
    assert "not yet signed" not in page


def test_who_was_missing_has_no_points_to_write(as_ann: Client, cup: str) -> None:
    sign(as_ann, cup, asking(cup, **chosen(cup, (1, 2, "-"), (7, 4, ""))))
    assert (match(cup).codes, match(cup).points) == (("1", "0", "-"), (7, 4, None))


def test_no_points_are_asked_for_where_they_count_nothing(as_ann: Client, ann: User, people: list[User]) -> None:
    cup = started(ann.pk, [user.pk for user in people[:3]], game="gasp", format="pods", in_room=True, rounds=1)
    assert "Points of" not in text(as_ann, asking(cup))


# -- reports that nobody there can answer


def walked_in(ann: User, ben: User, *, confirmed: bool = False, **given: Any) -> str:
    """Ben and two walk-ins at the one table of a round, of Ann's; one has come in with a phone if *confirmed*."""
    usual: dict[str, Any] = {"game": "gasp", "format": "pods", "table_points": "game", "in_room": True, "rounds": 1}
    cup = announced(ann.pk, [ben.pk], **usual | given)
    numbers = [walk_ins.enter(tournament_id=cup, by=ann.pk, name=name) for name in ("Ines", "Lou")]
    if confirmed:
        walk_ins.claim(tournament_id=cup, number=numbers[0], given=walk_ins.secret(cup, numbers[0], 1), user_id=None)
        walk_ins.confirm(tournament_id=cup, by=ann.pk, number=numbers[0])
    director.start(tournament_id=cup, by=ann.pk)
    return cup


def reported_by(cup: str, user: User) -> None:
    places, points = (1, 2, 3), (7, 4, 0)
    services.report_result(table_id=open_tables(cup)[0], user_id=user.pk, places=places, points=points)


def test_a_report_that_nobody_else_there_can_answer_goes_to_the_desk_at_once(
    as_ann: Client, ann: User, ben: User
) -> None:
    cup = walked_in(ann, ben)
    reported_by(cup, ben)
    page = text(as_ann, f"/tournaments/{cup}/desk")
    assert "Needs you: 1" in page
    assert "Round 1, table 1: nobody else there has a phone to confirm the result" in page
    assert "3rd (0)" in page
    (row,) = attention.watched(selectors.detail(cup))
    as_ann.post(f"/tournaments/{cup}/matches/{match(cup).match}/settle", {"seq": row.seq})
    settle_table(table_id=match(cup).table or "")
    assert match(cup).points == (7, 4, 0)


def test_while_somebody_there_can_answer_the_desk_waits_and_offers_to_confirm(
    as_ann: Client, ann: User, ben: User
) -> None:
    cup = walked_in(ann, ben, confirmed=True)
    reported_by(cup, ben)
    page = text(as_ann, f"/tournaments/{cup}/desk")
    assert "Needs you: 0" in page
    assert page.count("Confirm it") == 1
    (row,) = attention.watched(selectors.detail(cup))
    assert [entry.name for entry in row.awaited] == ["Ines"]


def test_organisers_are_not_offered_to_confirm_their_own_match(as_ann: Client, ann: User, ben: User) -> None:
    cup = started(ann.pk, [ann.pk, ben.pk], rounds=1, in_room=True)
    services.report_result(table_id=open_tables(cup)[0], user_id=ben.pk, places=(1, 2), points=())
    page = text(as_ann, f"/tournaments/{cup}/desk")
    assert "Confirm it" not in page
    assert "You play in this match: another organiser has to confirm it, or a ruling" in page


# -- the page of a table


def test_a_table_whose_result_a_ruling_has_set_says_both(as_ann: Client, client: Client, cup: str) -> None:
    table = match(cup).table
    sign(as_ann, cup, asking(cup, **chosen(cup, (2, 1, "-"), (4, 7, ""))))
    assert tables.summary(table or "").status == "aborted"
    page = text(client, f"/tables/{table}")
    assert "The table was called off." not in page
    assert "The result of this match was set by ruling." in page
    (first, _second, third) = match(cup).entries
    assert f'<th scope="row">{first.name}</th><td class="num">2</td><td class="num">4</td>' in page
    assert f'<th scope="row">{third.name}</th><td class="num">–</td><td class="num">–</td>' in page


def test_a_table_whose_result_a_ruling_has_changed_says_what_counts(as_ann: Client, client: Client, cup: str) -> None:
    report(cup, (1, 2, 3), (7, 4, 1))
    table = match(cup).table or ""
    services.settle_report(table_id=table, user_id=0)
    settle_table(table_id=table)
    sign(as_ann, cup, asking(cup, **chosen(cup, (1, 2, 3), (8, 4, 1))))
    page = text(client, f"/tables/{table}")
    assert '<td class="num">8</td>' in page
    assert '<td class="num">7</td>' not in page


# -- who comes in


def test_who_shows_a_number_stands_at_the_desk_and_is_answered_there(as_ann: Client, ann: User, ben: User) -> None:
    cup = walked_in(ann, ben)
    number = max(TOURNAMENTS.current(cup).state.walk_ins)
    shown = walk_ins.claim(tournament_id=cup, number=number, given=walk_ins.secret(cup, number, 1), user_id=None)
    page = text(as_ann, f"/tournaments/{cup}/desk")
    assert "Needs you: 1" in page
    assert f"shows the number<b>{shown}</b>" in page
    answer = as_ann.post(f"/tournaments/{cup}/walk-ins/{number}/confirm", {"from": "desk"})
    assert answer.headers["Location"] == f"/tournaments/{cup}/desk"
    assert "Needs you: 0" in text(as_ann, f"/tournaments/{cup}/desk")


# -- a result that is disputed


def disputed(cup: str) -> tuple[str, str]:
    """Who sits first has reported, who sits second says that it is wrong; their names."""
    report(cup, (1, 2, 3), (7, 4, 0))
    table = tables.summary(open_tables(cup)[0])
    services.dispute_report(table_id=table.id, user_id=table.seats[1] or 0)
    names = {entry.user: entry.name for entry in match(cup).entries}
    return names[table.seats[0] or 0], names[table.seats[1] or 0]


def test_the_desk_says_who_disputes_what_and_that_it_waits_for_the_organiser(as_ann: Client, cup: str) -> None:
    one, two = disputed(cup)
    page = text(as_ann, f"/tournaments/{cup}/desk")
    assert f"{one} has reported this, and {two} says that it is wrong:" in page
    assert "3rd (0)" in page
    assert "Waits for you" in page
    assert attention.watched(selectors.detail(cup))[0].awaited == ()


def test_the_page_of_a_table_says_who_disputes_and_leads_back_to_the_desk(
    as_ann: Client, client: Client, cup: str
) -> None:
    _one, two = disputed(cup)
    link = f'<a href="/tournaments/{cup}/desk">Desk</a>'
    page = text(as_ann, f"/tables/{open_tables(cup)[0]}")
    assert f"{two} says that it is wrong: an organiser will decide." in page
    assert link in page
    assert link not in text(client, f"/tables/{open_tables(cup)[0]}")


def test_the_desk_tells_reports_disputes_and_decisions(as_ann: Client, ann: User, cup: str) -> None:
    one, two = disputed(cup)
    places.settle(tournament_id=cup, by=ann.pk, match=match(cup).match)
    settle_table(table_id=match(cup).table or "")
    said = [sentence(line.text) for line in evening.lines(selectors.at(cup).tournament)]
    all_three = " – ".join(
        next(entry.name for entry in match(cup).entries if entry.user == user)
        for user in tables.summary(match(cup).table or "").seats
    )
    assert said[1:5] == [
        f"{all_three}: the result is in.",
        f"{all_three}: an organiser confirmed the result.",
        f"{all_three}: {two} says that the reported result is wrong.",
        f"{all_three}: {one} reported the result.",
    ]


# -- where no cards were dealt


def test_a_round_with_real_cards_offers_no_replay(as_ann: Client, ann: User, people: list[User]) -> None:
    """But a table of it that was played here does."""
    given: dict[str, Any] = {"game": "gasp", "format": "pods", "rounds": 1}
    cup = started(ann.pk, [user.pk for user in people[:6]], **given)
    real, _here = selectors.detail(cup).rounds[0].matches
    places.place(tournament_id=cup, by=ann.pk, match=real.match, in_room=True)
    real, here = selectors.detail(cup).rounds[0].matches
    services.report_result(table_id=real.table or "", user_id=real.entries[0].user, places=(1, 2, 3), points=())
    places.settle(tournament_id=cup, by=ann.pk, match=real.match)
    settle_table(table_id=real.table or "")
    concede(here.table or "")
    page = text(as_ann, f"/tournaments/{cup}/rounds")
    assert [f"/tables/{each.table}/replay" in page for each in (real, here)] == [False, True]
    assert f"/tournaments/{cup}/rounds/1/beside" in page


def test_a_round_of_which_nothing_was_dealt_has_nothing_to_show_side_by_side(
    as_ann: Client, ann: User, people: list[User]
) -> None:
    given: dict[str, Any] = {"game": "gasp", "format": "pods", "rounds": 1, "in_room": True}
    cup = started(ann.pk, [user.pk for user in people[:6]], **given)
    for each in selectors.detail(cup).rounds[0].matches:
        services.report_result(table_id=each.table or "", user_id=each.entries[0].user, places=(1, 2, 3), points=())
        places.settle(tournament_id=cup, by=ann.pk, match=each.match)
        settle_table(table_id=each.table or "")
    assert "side by side" not in text(as_ann, f"/tournaments/{cup}/rounds")
    page = text(as_ann, f"/tournaments/{cup}/rounds/1/beside")
    assert "No table of this round was played here." in page
    assert "beside.js" not in page


def test_a_game_with_real_cards_stands_among_ones_games_without_a_replay(ann: User, cup: str) -> None:
    player = User.objects.get(pk=report(cup, (1, 2, 3), (7, 4, 1)))
    table = match(cup).table or ""
    places.settle(tournament_id=cup, by=ann.pk, match=match(cup).match)
    page = text(client_of(player), "/tables")
    assert f'href="/tables/{table}">Result</a>' in page
    assert f"/tables/{table}/replay" not in page


# -- what a table counted


def settled(cup: str, by: User, places_: Sequence[int] = (3, 1, 2), points: Sequence[int] = (0, 7, 4)) -> None:
    report(cup, places_, points)
    places.settle(tournament_id=cup, by=by.pk, match=match(cup).match)
    settle_table(table_id=match(cup).table or "")


def test_where_points_decide_they_are_shown_of_every_table(as_ann: Client, ann: User, cup: str) -> None:
    settled(cup, ann)
    one, two, three = (entry.name for entry in match(cup).entries)
    assert f"{one} 3rd (0) · {two} 1st (7) · {three} 2nd (4)" in text(as_ann, f"/tournaments/{cup}/desk")
    assert "3rd (0)" in text(as_ann, f"/tournaments/{cup}/rounds")


def test_the_screen_in_the_room_shows_points_and_no_places_that_look_like_them(
    client: Client, ann: User, people: list[User]
) -> None:
    usual: dict[str, Any] = {"game": "gasp", "format": "pods", "in_room": True, "rounds": 1}
    users = [user.pk for user in people[:6]]
    game, share = (started(ann.pk, users, **usual, table_points=each) for each in ("game", "share"))
    for cup in (game, share):
        settled(cup, ann)
    assert '<td class="num">0 : 7 : 4</td>' in text(client, f"/tournaments/{game}/projector")
    assert '<td class="num">3rd · 1st · 2nd</td>' in text(client, f"/tournaments/{share}/projector")


def test_the_screen_in_the_room_shows_who_was_missing(as_ann: Client, ann: User, people: list[User]) -> None:
    usual: dict[str, Any] = {"game": "gasp", "format": "pods", "in_room": True, "rounds": 1}
    cup = started(ann.pk, [user.pk for user in people[:6]], **usual, table_points="game")
    sign(as_ann, cup, asking(cup, **chosen(cup, (1, 2, "-"), (7, 4, ""))))
    assert '<td class="num">7 : 4 : −</td>' in text(as_ann, f"/tournaments/{cup}/projector")


# -- a message to a table


def told(cup: str, by: User) -> None:
    entries = [entry.number for entry in match(cup).entries]
    desk.send_message(tournament_id=cup, by=by.pk, text="Move to table nine.", to=entries)


def test_a_message_to_a_table_is_shown_at_the_page_of_the_table(client: Client, ann: User, cup: str) -> None:
    told(cup, ann)
    player = client_of(User.objects.get(pk=match(cup).entries[0].user))
    asks = f'hx-get="/tournaments/{cup}/messages"'
    assert asks in text(player, f"/tables/{match(cup).table}")
    assert "Move to table nine." in text(player, f"/tournaments/{cup}/messages")
    assert asks not in text(client, f"/tables/{match(cup).table}")


def test_a_message_to_a_table_goes_once_its_round_is_over(as_ann: Client, ann: User, cup: str) -> None:
    told(cup, ann)
    assert "Move to table nine." in text(as_ann, f"/tournaments/{cup}/rounds")
    settled(cup, ann)
    assert "Move to table nine." not in text(as_ann, f"/tournaments/{cup}/rounds")
    assert "Move to table nine." not in text(as_ann, f"/tournaments/{cup}/messages")


def test_a_message_to_all_stays(as_ann: Client, ann: User, cup: str) -> None:
    desk.send_message(tournament_id=cup, by=ann.pk, text="Tea is ready.")
    settled(cup, ann)
    assert "Tea is ready." in text(as_ann, f"/tournaments/{cup}/rounds")


def test_the_log_says_to_whom_a_message_was_sent(ann: User, cup: str) -> None:
    told(cup, ann)
    names = ", ".join(entry.name for entry in match(cup).entries)
    said = [sentence(line.text) for line in evening.lines(selectors.at(cup).tournament)]
    assert said[0] == f"A message was sent to {names}."


def test_a_report_is_asked_for_points_where_they_decide(ann: User, cup: str, people: list[User]) -> None:
    share = started(ann.pk, [user.pk for user in people[:3]], game="gasp", format="pods", in_room=True, rounds=1)
    for each, may_be_left_out in ((cup, False), (share, True)):
        player = client_of(User.objects.get(pk=match(each).entries[0].user))
        page = text(player, f"/tables/{match(each).table}")
        assert ("Points may be left out." in page) == may_be_left_out
        assert ("Write the points of everybody: they decide here." in page) != may_be_left_out


def test_the_code_on_a_slip_leads_a_player_who_is_not_logged_in_on(
    cup: str, client: Client, people: list[User]
) -> None:
    table = f"/tables/{match(cup).table}"
    assert "ask the organiser for the link to your place" in text(client, table)
    assert f'href="/account/login/?next={table}"' in text(client, table)
    assert "ask the organiser for the link" not in text(client_of(people[0]), table)
