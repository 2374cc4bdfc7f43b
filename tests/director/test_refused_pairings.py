"""A round that cannot be made is named as that once, costs nothing that was played, and waits for a change."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.factories import concede, open_tables
from tournaments.director import selectors, services, tasks
from tournaments.director.commands import drafts
from tournaments.director.errors import NotAllowed, Refused
from tournaments.log import projections
from tournaments.log import selectors as log
from tournaments.pairing import swiss
from tournaments.pairing.draw import Unpairable
from tournaments.tables import selectors as tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the fields that were drawn; one of four in the second round cannot be."""
    draw, seen = swiss.pair, []

    def tried(field: Sequence[Any], **given: Any) -> Any:
        seen.append(len(field))
        if given["number"] == 2 and len(field) == 4:
            raise Unpairable("the forbidden pairs leave no round")
        return draw(field, **given)

    monkeypatch.setattr(swiss, "pair", tried)
    return seen


def kinds(tournament_id: str) -> list[str]:
    return [event.kind.removeprefix("tournament.") for event in log.load(f"tournament:{tournament_id}")]


@pytest.fixture
def stuck(announce, people, organiser, tries) -> str:
    tournament_id = announce(*people[:4], rounds=2)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    for table in open_tables(tournament_id):
        concede(table)
    return str(tournament_id)


def test_what_was_played_counts_and_the_refusal_is_named(stuck):
    assert kinds(stuck)[-3:] == ["result_recorded", "result_recorded", "pairing_refused"]
    assert selectors.detail(stuck).refused == "unpairable"
    (played,) = selectors.at(stuck).rounds
    assert played.complete
    assert all(tables.summary(match.table or "").settled for match in played.matches)
    assert projections.rebuild(check=True).changed == ()


def test_the_tick_does_not_try_again_while_nothing_changes(stuck, tries):
    before = list(tries)
    for _second in range(3):
        tasks.tick()
    assert tries == before
    assert kinds(stuck).count("pairing_refused") == 1


def test_a_look_at_a_round_that_cannot_be_made_draws_nothing(announce, people, organiser, tries):
    cup = announce(*people[:4], rounds=2, draws="by_hand")
    services.start(tournament_id=cup, by=organiser.pk)
    services.pair_again(tournament_id=cup, by=organiser.pk)
    for table in open_tables(cup):
        concede(table)
    before = kinds(cup)
    with pytest.raises(Refused):
        drafts.look(tournament_id=cup, by=organiser.pk)
    assert kinds(cup) == before


def test_a_player_taken_out_is_a_change(stuck, organiser, people):
    services.withdraw(tournament_id=stuck, user_id=people[0].pk, by=organiser.pk)
    seen = selectors.detail(stuck)
    assert seen.refused is None
    assert len(seen.rounds) == 2


def test_the_organiser_may_have_it_tried_again_and_nobody_else(stuck, organiser, people, tries):
    with pytest.raises(NotAllowed):
        services.pair_again(tournament_id=stuck, by=people[0].pk)
    before = len(tries)
    services.pair_again(tournament_id=stuck, by=organiser.pk)
    assert (len(tries), selectors.detail(stuck).refused) == (before + 1, "unpairable")


def test_a_first_round_that_cannot_be_made_refuses_the_start(announce, people, organiser, monkeypatch):
    def impossible(*_field: object, **_given: object) -> None:
        raise Unpairable("fewer than two entries")

    monkeypatch.setattr(swiss, "pair", impossible)
    tournament_id = announce(*people[:4])
    with pytest.raises(Refused, match="unpairable"):
        services.start(tournament_id=tournament_id, by=organiser.pk)
    assert selectors.detail(tournament_id).status == "announced"
