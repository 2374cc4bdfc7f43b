"""Knock-outs from their start to their final places, with real tables."""

import pytest

from tests.factories import concede, gather, open_tables, play_out
from tournaments.director import selectors, services, tasks
from tournaments.director.models import Match, Round
from tournaments.log import projections, sources
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services

pytestmark = pytest.mark.django_db


def keys(tournament_id: str, *, open_only: bool = False) -> list[str]:
    rows = Match.objects.filter(tournament_id=tournament_id)
    if open_only:
        rows = rows.filter(places__isnull=True)
    return sorted(rows.values_list("key", flat=True))


def table_of(tournament_id: str, key: str) -> str:
    return str(Match.objects.get(tournament_id=tournament_id, key=key).table)


def places(tournament_id: str) -> list[int]:
    return sorted(entry.place for entry in selectors.detail(tournament_id).entries if entry.place)


def test_a_knock_out_of_six_runs_itself_to_its_final_places(announce, people, organiser):
    tournament_id = announce(*people[:6], format="knock-out")
    services.start(tournament_id=tournament_id, by=organiser.pk)
    assert keys(tournament_id) == ["W1.2", "W1.4"], "the first two seeds have a bye"
    play_out(tournament_id)
    seen = selectors.detail(tournament_id)
    assert seen.status == "finished"
    assert keys(tournament_id) == ["T1.1", "W1.2", "W1.4", "W2.1", "W2.2", "W3.1"]
    assert places(tournament_id) == [1, 2, 3, 4, 5, 5]


def test_a_match_begins_as_soon_as_both_sides_are_known_while_others_are_played(announce, people, organiser):
    tournament_id = announce(*people, format="knock-out")
    services.start(tournament_id=tournament_id, by=organiser.pk)
    concede(table_of(tournament_id, "W1.1"))
    assert keys(tournament_id, open_only=True) == ["W1.2", "W1.3", "W1.4"]
    concede(table_of(tournament_id, "W1.2"))
    assert keys(tournament_id, open_only=True) == ["W1.3", "W1.4", "W2.1"]
    concede(table_of(tournament_id, "W2.1"))
    assert keys(tournament_id, open_only=True) == ["W1.3", "W1.4"]
    assert len(open_tables(tournament_id)) == 2
    play_out(tournament_id)
    assert selectors.detail(tournament_id).status == "finished"


def test_who_withdraws_forfeits_each_match_once_the_other_side_is_known(announce, people, organiser):
    tournament_id = announce(*people[:4], format="knock-out")
    services.start(tournament_id=tournament_id, by=organiser.pk)
    winner = tables.summary(table_of(tournament_id, "W1.1")).seats[0]
    concede(table_of(tournament_id, "W1.1"))
    services.withdraw(tournament_id=tournament_id, user_id=winner or 0)
    assert keys(tournament_id) == ["W1.1", "W1.2"], "the other side of the final is not known"
    concede(table_of(tournament_id, "W1.2"))
    (final,) = [
        match for paired in selectors.at(tournament_id).rounds for match in paired.matches if match.key == "W2.1"
    ]
    assert final.table is None
    assert {entry.user: code for entry, code in zip(final.entries, final.codes or (), strict=True)}[winner or 0] == "-"
    play_out(tournament_id)
    seen = selectors.detail(tournament_id)
    assert seen.status == "finished"
    assert {entry.place for entry in seen.entries if entry.user == winner} == {2}


def test_nobody_at_a_table_loses_for_both_and_the_next_has_a_bye(announce, people, organiser):
    tournament_id = announce(*people[:4], format="knock-out")
    services.start(tournament_id=tournament_id, by=organiser.pk)
    concede(table_of(tournament_id, "W1.1"))
    Round.objects.update(grace=sources.now_ms() - 1)
    tasks.tick()
    seen = selectors.detail(tournament_id)
    assert seen.status == "finished", "the final and the match for third place have one side each"
    assert sorted(place for place in places(tournament_id)) == [1, 2, 3, 3]


def test_the_grace_of_every_draw_is_enforced_not_only_of_the_last(announce, people, organiser):
    tournament_id = announce(*people, format="knock-out")
    services.start(tournament_id=tournament_id, by=organiser.pk)
    gather(table_of(tournament_id, "W1.4"))
    for key in ("W1.1", "W1.2"):
        concede(table_of(tournament_id, key))
    late = tables.summary(table_of(tournament_id, "W1.3")).seats[0]
    table_services.arrive(table_id=table_of(tournament_id, "W1.3"), user_id=late or 0)
    Round.objects.filter(number=1).update(grace=sources.now_ms() - 1)
    tasks.tick()
    decided = Match.objects.get(tournament_id=tournament_id, key="W1.3")
    assert decided.places == [1, 2]
    assert keys(tournament_id, open_only=True) == ["W1.4", "W2.1"]


def test_rows_can_be_made_again(announce, people, organiser):
    tournament_id = announce(*people[:6], format="double-elimination")
    services.start(tournament_id=tournament_id, by=organiser.pk)
    play_out(tournament_id)
    assert projections.rebuild(check=True).changed == ()
