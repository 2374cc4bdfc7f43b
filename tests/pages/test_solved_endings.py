"""With all hands open, each card shows what it would bring where the ending can be solved: there and nowhere else."""

import re
from collections.abc import Iterator, Mapping

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from engine.games.german_whist.model import State
from engine.games.german_whist.solved import WhistEnding
from tests.factories import open_for
from tests.pages.test_ending import played_out
from tournaments.tables import frames, selectors, services
from tournaments.tables.course import course

pytestmark = pytest.mark.django_db
MARK = re.compile(r'data-mark="(\d+)"')


@pytest.fixture
def table(ann: User, ben: User) -> str:
    return played_out(ann, ben, game="german-whist")


def endings(table: str) -> list[tuple[int, dict[str, int]]]:
    """(seq, what each card brings) of the positions that can be solved, without those in the middle of a move."""
    whole = course(frames.commits(table), lambda _mover: None, None).positions
    solved = [(each.seq, frames.solved(each.moment[1])[1]) for each in whole if each.seq == each.moment[1].seq]
    return [(seq, dict(cards)) for seq, cards in solved if cards]


def marks(client: Client, table: str, asked: str) -> list[int]:
    return sorted(int(n) for n in MARK.findall(client.get(f"/tables/{table}/replay?{asked}").content.decode()))


def test_each_card_of_who_is_to_play_shows_what_it_would_bring(client: Client, table: str) -> None:
    for seq, cards in endings(table)[3::7]:
        assert marks(client, table, f"seq={seq}&seat=all") == sorted(cards.values())
    html = client.get(f"/tables/{table}/replay?seq={endings(table)[3][0]}&seat=all").content.decode()
    assert "would bring" in html
    assert "with all cards known" in html


@pytest.mark.parametrize("eyes", ["seat=0", "seat=1", "seat=public", "seat=turn", "seat=all&spoilers=off"])
def test_who_does_not_see_all_hands_is_told_nothing(client: Client, table: str, eyes: str) -> None:
    for seq, _cards in endings(table)[3::7]:
        assert marks(client, table, f"seq={seq}&{eyes}") == []


def test_before_the_second_half_nothing_is_known_for_sure(client: Client, table: str) -> None:
    assert marks(client, table, f"seq={endings(table)[0][0] - 9}&seat=all") == []


def solver_of(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The positions that are solved from now on."""
    made: list[object] = []
    solve = WhistEnding.solve

    def noted(ending: WhistEnding, state: State) -> object:
        made.append(state)
        return solve(ending, state)

    monkeypatch.setattr(WhistEnding, "solve", noted)
    return made


@pytest.mark.usefixtures("fresh_allowances")
def test_an_ending_is_solved_once_for_all_processes(
    client: Client, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = f"seq={endings(table)[3][0]}&seat=all"
    cache.clear()
    made = solver_of(monkeypatch)
    shown = [marks(client, table, asked) for _ in range(2)]
    assert (len(made), shown[0]) == (1, shown[1])
    cache.clear()
    assert marks(client, table, asked) == shown[0]
    assert len(made) == 2, "it is kept where each process finds it"


@pytest.mark.usefixtures("fresh_allowances")
def test_solving_is_counted_and_who_has_asked_for_too_much_sees_the_cards_alone(
    client: Client, table: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_rest = (f"seq={seq}&seat=all" for seq, _cards in endings(table)[3::7])
    cache.clear()
    made = solver_of(monkeypatch)
    settings.RATES = {"address_positions": "1/h"}
    assert marks(client, table, first)
    assert marks(client, table, second) == []
    assert "open-hand" in client.get(f"/tables/{table}/replay?{second}").content.decode()
    assert marks(client, table, first)
    assert len(made) == 1


def test_a_game_that_came_as_text_may_be_one_that_is_played(client: Client, table: str) -> None:
    text = client.get(f"/tables/{table}/replay/text").content.decode()
    answer = client.post("/replay", {"game": text}, follow=True)
    path = answer.redirect_chain[-1][0]
    found = [client.get(f"{path}?move={move}&seat=all").content.decode() for move in range(60, 90, 9)]
    assert any("open-hand" in html for html in found)
    assert not any(MARK.search(html) for html in found)


def test_at_a_running_table_nobody_is_told(client: Client, ann: User, ben: User) -> None:
    users, table = (ann, ben), open_for(ann, ben, game="german-whist")
    for _ in range(40):
        seat = selectors.summary(table).to_act[0]
        legal = selectors.view(table_id=table, user_id=users[seat].pk).legal
        services.make_move(table_id=table, user_id=users[seat].pk, move=legal[0])
    client.force_login(ann)
    assert frames.solved(frames.commits(table)[-1][1])[1], "it could be solved"
    assert marks(client, table, "seat=all") == []
    assert not MARK.search(client.get(f"/tables/{table}").content.decode())


def told_ends(table: str) -> Iterator[tuple[int, Mapping[str, int]]]:
    """The positions at which cards show the place that they would bring, with what they show."""
    for each in course(frames.commits(table), lambda _mover: None, None).positions:
        if each.seq == each.moment[1].seq and (cards := frames.ends(each.moment[1])[1]):
            yield each.seq, cards


def test_in_other_games_the_last_cards_show_the_place_in_which_they_would_end(
    client: Client, ann: User, ben: User
) -> None:
    tables = (played_out(ann, ben, game="gasp-duel") for _ in range(12))  # all may be the same in the end of one
    table, (seq, cards) = next((table, told) for table in tables for told in told_ends(table))
    assert marks(client, table, f"seq={seq}&seat=all") == sorted(cards.values())
    assert "would bring place" in client.get(f"/tables/{table}/replay?seq={seq}&seat=all").content.decode()
    for eyes in ("seat=0", "seat=1", "seat=public", "seat=turn", "seat=all&spoilers=off"):
        assert marks(client, table, f"seq={seq}&{eyes}") == []
