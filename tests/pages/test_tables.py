"""The table's page: what each viewer is shown, and moves without a script."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from tests.factories import begin, client_of, give_up, open_for
from tests.markup import tight
from tournaments.tables import selectors, services
from tournaments.tables.events import Clock

pytestmark = pytest.mark.django_db


def board(client: Client, table: str) -> str:
    return tight(client.get(f"/tables/{table}/board").content.decode())


def hand_of(table: str, user: User) -> tuple[str, ...]:
    view = selectors.view(table_id=table, user_id=user.pk).view
    assert view is not None
    return tuple(view["hand"])


def shown(html: str) -> set[str]:
    """The cards drawn face up, by the name of their art."""
    return set(re.findall(r"#f-(\w\w)\"", html))


def test_a_player_sees_the_own_hand_and_no_card_of_another(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    assert shown(board(as_ann, table)) == set(hand_of(table, ann))


def test_a_spectator_sees_no_hidden_card(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    assert shown(board(client, table)) == set()


def test_a_card_may_be_chosen_ahead_by_who_waits_at_a_friendly_table_alone(
    as_ann: Client, client: Client, ann: User, ben: User
) -> None:
    def may(table: str) -> list[bool]:
        return ["data-waits" in board(each, table) for each in (as_ann, client_of(ben), client)]

    table = open_for(ann, ben)
    first = selectors.summary(table).to_act[0]
    assert may(table) == [first != 0, first != 1, False]
    assert may(open_for(ann, ben, rated=True)) == [False] * 3
    give_up(table_id=table, user_id=ann.pk)
    assert may(table) == [False] * 3


def test_a_move_is_made_without_a_script(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    seen = selectors.view(table_id=table, user_id=ann.pk)
    answer = as_ann.post(f"/tables/{table}/move", {"move": seen.legal[0], "seq": str(seen.seq)}, follow=True)
    assert answer.redirect_chain == [(f"/tables/{table}", 302)]
    assert selectors.view(table_id=table, user_id=ben.pk).to_act == (1,)


@pytest.mark.usefixtures("fresh_allowances")
def test_moves_are_made_no_oftener_than_the_limit_says(as_ann: Client, ann: User, ben: User, settings: Any) -> None:
    settings.RATES = {"moves": "2/m"}
    table = open_for(ann, ben)
    answers = [as_ann.post(f"/tables/{table}/move", {"move": "?"}, headers={"X-Board": "1"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [422, 422, 429]
    assert answers[2].headers["X-Note"] == "Too many attempts"
    assert as_ann.post(f"/tables/{table}/move", {"move": "?"}).headers["Retry-After"] == "30"


def test_each_move_of_a_card_to_a_cell_is_a_button_on_that_cell(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben, game="dracula")
    services.make_move(table_id=table, user_id=ben.pk, move="kings")
    seen = selectors.view(table_id=table, user_id=ann.pk)
    html = board(as_ann, table)
    assert sorted(re.findall(r'<button class="put"[^>]* value="([^"]+)"', html)) == sorted(seen.legal)
    assert len(seen.legal) == 4 * 4
    card, _, cell = seen.legal[0].partition("-")
    number = re.findall(r'id="i-(\w\w)"', html).index(card) + 1
    button = rf'data-n="{number}"[^>]* value="{seen.legal[0]}"'
    assert re.search(rf'<span>{cell}<span class="vh">.*?{button}', html, re.DOTALL)
    as_ann.post(f"/tables/{table}/move", {"move": seen.legal[0], "seq": str(seen.seq)})
    assert 'class="put"' not in board(as_ann, table)


def test_the_cells_of_a_grid_are_named_and_its_lines_are_counted_for_everybody(
    client: Client, ann: User, ben: User
) -> None:
    table = open_for(ann, ben, game="dracula")
    services.make_move(table_id=table, user_id=ben.pk, move="kings")
    html = board(client, table)
    assert re.findall(r'<span class="cell"><span>(\w\d)', html) == ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert len(re.findall(r"<li>[123abc]:\s\d+</li>", html)) == 6


def test_a_click_sent_twice_is_one_move(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    seen = selectors.view(table_id=table, user_id=ann.pk)
    for _ in range(2):
        as_ann.post(f"/tables/{table}/move", {"move": seen.legal[0], "seq": str(seen.seq)})
    assert len(hand_of(table, ann)) == 12


@pytest.mark.parametrize("move", ["", "7Z", "duck", "<b>", "x" * 500])
def test_a_refused_move_says_why_and_changes_nothing(as_ann: Client, ann: User, ben: User, move: str) -> None:
    table = open_for(ann, ben)
    before = selectors.view(table_id=table, user_id=ann.pk).seq
    answer = as_ann.post(f"/tables/{table}/move", {"move": move, "seq": "x"}, follow=True)
    assert answer.status_code == 200
    assert 'class="toast' in answer.content.decode()
    assert selectors.view(table_id=table, user_id=ann.pk).seq == before


def test_the_script_gets_the_board_and_the_reason(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ben, ann)
    answer = as_ann.post(f"/tables/{table}/move", {"move": "7S", "seq": "1"}, headers={"X-Board": "1"})
    assert answer.status_code == 422
    assert answer["X-Note"] == "It is not your turn."
    assert 'id="board"' in answer.content.decode()


def test_only_those_who_sit_there_play(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    answer = client.post(f"/tables/{table}/move", {"move": "7S"}, headers={"X-Board": "1"})
    assert answer.status_code == 403


def test_an_open_table_has_a_link_and_a_seat_for_anybody_who_comes(client: Client, ann: User) -> None:
    table = open_for(ann, None)
    page = client.get(f"/tables/{table}").content.decode()
    assert f"/tables/{table}" in page
    client.post(f"/tables/{table}/join")
    view = selectors.view(table_id=table, user_id=None)
    assert view.status == "playing"
    assert User.objects.get(username=view.seats[1].name).is_guest


def test_resigning_asks_first(as_ann: Client, ann: User, ben: User) -> None:
    begin(table := open_for(ann, ben))
    assert "the other player wins it. This cannot be undone" in as_ann.get(f"/tables/{table}/resign").content.decode()
    assert selectors.summary(table).status == "playing"
    as_ann.post(f"/tables/{table}/resign")
    page = as_ann.get(f"/tables/{table}").content.decode()
    assert "Over by resignation" in page
    assert "Play again" in page


def test_again_is_the_same_game_with_the_same_bots(as_ann: Client, ann: User, robot: User) -> None:
    table = open_for(ann, robot)
    give_up(table_id=table, user_id=ann.pk)
    answer = as_ann.post(f"/tables/{table}/again")
    again = selectors.summary(answer["Location"].rpartition("/")[2])
    assert (again.game, again.options) == ("duck-soup", selectors.summary(table).options)
    assert set(again.seats) == {ann.pk, robot.pk}


def test_clocks_run_from_absolute_times(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben, clock=Clock(300, 5))
    html = board(as_ann, table)
    due = selectors.view(table_id=table, user_id=ann.pk).clocks[0].due
    assert f'data-due="{due}"' in html


def test_a_board_is_drawn_once_for_the_same_audience(
    client: Client, ann: User, ben: User, django_assert_max_num_queries
) -> None:
    table = open_for(ann, ben)
    board(client, table)
    with django_assert_max_num_queries(1):
        board(client, table)


def test_one_audiences_board_is_never_anothers(as_ann: Client, client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    board(as_ann, table)
    assert shown(board(client, table)) == set()
    client.force_login(ben)
    assert shown(board(client, table)) == set(hand_of(table, ben))


def test_play_now_seats_a_guest_with_bots(client: Client, robot: User) -> None:
    answer = client.post("/play", {"game": "duck-soup"})
    summary = selectors.summary(answer["Location"].rpartition("/")[2])
    assert summary.status == "playing"
    guest = User.objects.get(is_guest=True)
    assert set(summary.seats) == {guest.pk, robot.pk}


def test_opening_a_table_asks_what_the_game_asks(as_ann: Client, ann: User) -> None:
    page = as_ann.get("/games/duck-soup").content.decode()
    assert "option-length" in page
    answer = as_ann.post(
        "/games/duck-soup/open",
        {"seats": "2", "against": "people", "clock": "300+5", "rated": "on", "option-length": "deal"},
    )
    summary = selectors.summary(answer["Location"].rpartition("/")[2])
    assert (summary.status, summary.rated, summary.clock) == ("open", True, Clock(300, 5))
    assert summary.options["length"] == "deal"


def test_a_form_says_beside_the_field_what_is_wrong(as_ann: Client) -> None:
    answer = as_ann.post("/games/duck-soup/open", {"seats": "7", "against": "people"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'field wrong.*?name="seats".*?field-errors', page, re.DOTALL)


def test_no_card_is_dimmed_while_the_choice_is_not_one_of_cards(as_ann: Client, ann: User, ben: User) -> None:
    first, second = (open_for(*seats, game="hasp") for seats in ((ann, ben), (ben, ann)))
    table = first if selectors.view(table_id=first, user_id=ann.pk).legal else second
    assert selectors.view(table_id=table, user_id=ann.pk).legal
    html = board(as_ann, table)
    assert html.count('class="held"') == len(hand_of(table, ann)) > 0
    assert 'class="illegal"' not in html


def test_partners_share_their_place_and_the_result_names_their_team(as_ann: Client, ann: User, ben: User) -> None:
    bots = [accounts.make_bot(f"bot{number}", "greedy") for number in range(2)]
    table = open_for(ann, ben, *bots, game="gasp-pairs")
    assert re.findall(r"team (\d)</span>", board(as_ann, table)) == ["2", "1", "2", "1"]
    give_up(table_id=table, user_id=ben.pk)
    rows = re.findall(r"<td>(\d)</td><th scope=\"row\">.*?<span class=\"badge\">team (\d)", board(as_ann, table))
    assert rows == [("1", "1"), ("1", "1"), ("2", "2"), ("2", "2")]
