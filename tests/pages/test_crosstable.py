"""A crosstable says of each round whom an entry met, from which seat, and what it gave."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import concede, open_tables, play_out, started
from tournaments.director import selectors
from tournaments.director.web import crosstable

pytestmark = pytest.mark.django_db


def people(count: int) -> list[int]:
    return [User.objects.create_user(f"player{number}").pk for number in range(count)]


@pytest.mark.parametrize(("game", "form", "count"), [("duck-soup", "swiss", 5), ("gasp", "pods", 7)])
def test_each_cell_names_the_opponents_and_the_seat(client: Client, game: str, form: str, count: int) -> None:
    users = people(count)
    tournament_id = started(users[0], users, game=game, format=form, rounds=2)
    play_out(tournament_id)
    detail = selectors.detail(tournament_id)
    rows = crosstable.rows(detail, selectors.at(tournament_id).crosstable())
    by_number = {row.number: row.line.entry for row in rows}
    assert sorted(by_number) == [*range(1, count + 1)]
    for row in rows:
        for paired, cell in zip(detail.rounds, row.cells, strict=True):
            assert cell
            played = next((match for match in paired.matches if row.line.entry in match.entries), None)
            if played is None:
                assert (cell.met, cell.mark, cell.words) == ("", "*", "bye")
                continue
            numbers, seat = re.fullmatch(r"([\d·]+)([a-e])", cell.met).groups()  # type: ignore[union-attr]
            here = "abcde".index(seat)
            assert played.entries[here] == row.line.entry
            others = [entry for at, entry in enumerate(played.entries) if at != here]
            assert [by_number[int(number)] for number in numbers.split("·")] == others
            assert all(entry.name in cell.words for entry in others)
    html = client.get(f"/tournaments/{tournament_id}/crosstable").content.decode()
    first = next(cell for cell in rows[0].cells if cell and cell.path)
    assert f'>{first.met}</span> {first.points}<span class="vh"> {first.words}</span></a>' in html


def test_a_table_that_is_played_is_in_no_cell_yet(client: Client) -> None:
    users = people(4)
    tournament_id = started(users[0], users, rounds=1)
    concede(open_tables(tournament_id)[0])
    rows = crosstable.rows(selectors.detail(tournament_id), selectors.at(tournament_id).crosstable())
    assert [row.cells[0] is None for row in rows] == [False, False, True, True]
    assert client.get(f"/tournaments/{tournament_id}/crosstable").status_code == 200


def test_each_page_leads_to_how_it_stood_after_each_round(client: Client) -> None:
    users = people(4)
    tournament_id = started(users[0], users, rounds=2)
    for table in open_tables(tournament_id):
        concede(table)
    for tab in ("rounds", "standings", "crosstable"):
        page = f"/tournaments/{tournament_id}/{tab}"
        assert f'href="{page}?after_round=1"' in client.get(page).content.decode()
        assert f'href="{page}?after_round=2"' not in client.get(page).content.decode(), "it is being played"
        then = client.get(f"{page}?after_round=1").content.decode()
        assert "This is how it stood when round 1 was over." in then
        assert 'id="round-2"' not in then
    assert client.get(f"/tournaments/{tournament_id}/standings?after_round=77").status_code == 200
