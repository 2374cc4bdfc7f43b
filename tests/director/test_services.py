"""Tournaments on a real log, with real tables."""

from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace

from accounts import services as accounts
from accounts.models import User
from tests.factories import concede, gather, open_tables, plan, play_out
from tournaments.director import read, selectors, services, tasks
from tournaments.director.commands import progress
from tournaments.director.errors import NotAllowed, Refused, Stale, UnknownTournament, WrongStatus
from tournaments.director.models import Match, Round, Tournament
from tournaments.director.state.events import Edited
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import projections, sources
from tournaments.log import selectors as log
from tournaments.tables import selectors as tables
from tournaments.tables.events import Clock
from tournaments.tables.models import Table

pytestmark = pytest.mark.django_db


def kinds(tournament_id: str) -> list[str]:
    return [event.kind.removeprefix("tournament.") for event in log.load(f"tournament:{tournament_id}")]


def test_a_swiss_runs_itself_from_start_to_final_places(announce, people, organiser):
    tournament_id = announce(*people[:5], rounds=3)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    play_out(tournament_id)
    seen = selectors.detail(tournament_id)
    assert seen.status == "finished"
    assert [(paired.number, len(paired.matches), len(paired.byes)) for paired in seen.rounds] == [
        (1, 2, 1),
        (2, 2, 1),
        (3, 2, 1),
    ]
    assert kinds(tournament_id)[-5:] == [
        "round_paired",
        "tables_opened",
        "result_recorded",
        "result_recorded",
        "finished",
    ]
    assert sorted(entry.place for entry in seen.entries if entry.place) == [
        line.place for line in selectors.at(tournament_id).standings()
    ]


def test_every_pairing_has_its_table_with_the_entries_in_seat_order(announce, people, organiser):
    clock = Clock(300, 5)
    tournament_id = announce(*people[:4], clock=clock)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (paired,) = selectors.at(tournament_id).rounds
    for match in paired.matches:
        (table,) = tables.of_matches([match.match])
        assert table.id == match.table
        assert table.seats == tuple(entry.user for entry in match.entries)
        assert (table.clock, table.rated, table.status) == (clock, True, "open")


def test_the_next_round_is_paired_with_the_last_result_and_not_before(announce, people, organiser):
    tournament_id = announce(*people[:4], rounds=2)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    first, second = open_tables(tournament_id)
    concede(first)
    assert len(selectors.at(tournament_id).rounds) == 1
    concede(second)
    assert len(selectors.at(tournament_id).rounds) == 2


def test_a_team_game_is_played_at_tables_with_partners_drawn_anew(announce, people, organiser):
    tournament_id = announce(*people[:5], game="gasp-pairs", format="pods", rounds=2)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (match,) = selectors.at(tournament_id).rounds[0].matches
    assert len(match.entries) == 4
    play_out(tournament_id)
    assert selectors.detail(tournament_id).status == "finished"
    assert all(
        len(item.opponents) == 2 for line in selectors.at(tournament_id).standings() for item in line.why if item.table
    )


def test_the_tick_starts_a_tournament_at_its_time(announce, people):
    tournament_id = announce(*people[:4], starts_at=sources.now_ms() - 1)
    later = announce(*people[:4])
    tasks.tick()
    tasks.tick()
    assert selectors.detail(tournament_id).status == "running"
    assert selectors.detail(later).status == "announced"
    assert kinds(tournament_id).count("round_paired") == 1


def test_at_the_deadline_whoever_is_to_act_is_flagged_until_the_round_is_over(announce, people, organiser):
    tournament_id = announce(*people[:4], rounds=1, round_minutes=30)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    for table in open_tables(tournament_id):
        gather(table)
    tasks.tick()
    assert {tables.summary(table).status for table in open_tables(tournament_id)} == {"playing"}
    Round.objects.update(deadline=sources.now_ms() - 1)
    waiting = open_tables(tournament_id)
    tasks.tick()
    for table in waiting:
        outcome = tables.summary(table).outcome
        assert outcome is not None
        assert outcome.reason == "flagged"
        concede(table)
    assert selectors.detail(tournament_id).status == "finished"


def test_a_round_that_a_worker_dropped_is_paired_by_the_tick(announce, people, organiser, monkeypatch):
    monkeypatch.setattr(progress, "PAIRED_IN_THE_REQUEST", 2)
    tournament_id = announce(*people[:4])
    services.start(tournament_id=tournament_id, by=organiser.pk)
    assert not selectors.at(tournament_id).rounds
    tasks.tick()
    assert len(selectors.at(tournament_id).rounds) == 1


def test_a_list_counts_those_who_wait_for_the_start_and_then_those_who_started(announce, people, organiser):
    tournament_id = announce(*people[:4])

    def counted() -> int:
        (row,) = selectors.listed()
        return row.entries

    services.withdraw(tournament_id=tournament_id, user_id=people[0].pk)
    assert counted() == 3
    services.enter(tournament_id=tournament_id, user_id=people[0].pk)
    assert counted() == 4
    services.start(tournament_id=tournament_id, by=organiser.pk)
    services.withdraw(tournament_id=tournament_id, user_id=people[1].pk)
    assert counted() == 4
    assert projections.rebuild(check=True).changed == ()


def test_a_repeated_command_changes_nothing_and_another_under_its_key_is_refused(announce, people, organiser):
    soon = sources.now_ms() + 5
    tournament_id = announce(*people[:4], command="key", name="Once", starts_at=soon)
    assert announce(command="key", name="Once", starts_at=soon) == tournament_id
    with pytest.raises(Refused, match="key_reused"):
        announce(command="key", name="Twice", starts_at=soon)
    for _time in range(2):
        services.start(tournament_id=tournament_id, by=organiser.pk, command="go")
    assert kinds(tournament_id).count("started") == 1
    assert Table.objects.count() == 2
    services.withdraw(tournament_id=tournament_id, user_id=people[0].pk, command="out")
    services.withdraw(tournament_id=tournament_id, user_id=people[0].pk, command="out")
    with pytest.raises(Refused, match="key_reused"):
        services.cancel(tournament_id=tournament_id, by=people[0].pk, command="out")


def test_only_the_organiser_or_staff_directs(announce, people, organiser):
    tournament_id = announce(*people[:2])
    stranger = people[7].pk
    requests: list[Callable[[], None]] = [
        partial(services.start, tournament_id=tournament_id, by=stranger),
        partial(services.cancel, tournament_id=tournament_id, by=stranger),
        partial(services.edit, tournament_id=tournament_id, by=stranger, settings=plan()),
        partial(services.withdraw, tournament_id=tournament_id, user_id=people[0].pk, by=stranger),
        partial(services.enter, tournament_id=tournament_id, user_id=people[5].pk, by=organiser.pk),
    ]
    for request in requests:
        with pytest.raises(NotAllowed) as refused:
            request()
        assert refused.value.status == 403
    staff = User.objects.create(username="staff", is_staff=True)
    services.cancel(tournament_id=tournament_id, by=staff.pk)
    assert selectors.detail(tournament_id).status == "cancelled"


def test_the_organiser_enters_bots_and_guests_announce_nothing(announce, organiser):
    bot = User.objects.create(username="robot", bot_level="greedy")
    guest = User.objects.create(username="guest", is_guest=True)
    tournament_id = announce()
    services.enter(tournament_id=tournament_id, user_id=bot.pk, by=organiser.pk)
    assert [entry.level for entry in selectors.detail(tournament_id).entries] == ["greedy"]
    with pytest.raises(NotAllowed, match="guest"):
        services.announce(by=guest.pk, settings=plan())
    with pytest.raises(NotAllowed, match="guests_unrated"):
        services.enter(tournament_id=tournament_id, user_id=guest.pk)


def test_what_does_not_exist_is_said_so(organiser):
    with pytest.raises(UnknownTournament):
        selectors.detail("nothing")
    with pytest.raises(UnknownTournament):
        services.start(tournament_id="nothing", by=organiser.pk)
    with pytest.raises(Refused, match="bad_option"):
        services.announce(by=organiser.pk, settings=plan(options={"no_such": True}))


def test_an_edit_shows_in_the_list_and_ends_with_the_start(announce, people, organiser):
    tournament_id = announce(*people[:2])
    services.edit(tournament_id=tournament_id, by=organiser.pk, settings=plan(name="Wednesday"))
    assert [found.name for found in selectors.listed("announced")] == ["Wednesday"]
    services.start(tournament_id=tournament_id, by=organiser.pk)
    with pytest.raises(WrongStatus):
        services.edit(tournament_id=tournament_id, by=organiser.pk, settings=plan(name="Thursday"))


def test_the_crosstable_has_a_cell_for_every_line_and_round(announce, people, organiser):
    tournament_id = announce(*people[:5], rounds=2)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    play_out(tournament_id)
    cross = selectors.at(tournament_id).crosstable()
    assert (cross.rounds, len(cross.lines)) == (2, 5)
    byes = [cell for row in cross.cells for cell in row if cell is not None and cell.match is None]
    assert [cell.points for cell in byes] == ["1", "1"]


def test_the_lists_find_the_tournament_of_a_player_and_of_a_match(announce, people, organiser):
    tournament_id = announce(*people[:2])
    services.start(tournament_id=tournament_id, by=organiser.pk)
    assert [found.id for found in selectors.listed(user=people[0].pk)] == [tournament_id]
    match = Match.objects.get(tournament_id=tournament_id)
    found = read.contest(match.pk)
    assert found is not None
    assert (found.tournament.id, found.round) == (tournament_id, 1)


def test_the_rows_are_made_again_from_the_log(announce, people, organiser):
    tournament_id = announce(*people[:7], game="gasp", format="pods", rounds=2)
    left = announce(*people[:3], format="round-robin")
    services.withdraw(tournament_id=left, user_id=people[0].pk)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    play_out(tournament_id)
    announce(starts_at=sources.now_ms() - 1)
    tasks.tick()
    assert projections.rebuild(check=True).changed == ()
    Tournament.objects.all().delete()
    assert "director_tournament" in projections.rebuild().changed
    assert projections.rebuild(check=True).changed == ()


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [({"rated": True}, "guests_entered", "rated"), ({"bots": False}, "bots_entered", "bots")],
)
def test_new_settings_have_room_for_everybody_who_has_entered(announce, people, organiser, change, code, field):
    guest, bot = accounts.create_guest(), accounts.make_bot("Robot", "greedy")
    tournament_id = announce(*people[:3], guest, rated=False)
    services.enter(tournament_id=tournament_id, user_id=bot.pk, by=organiser.pk)
    settings = selectors.detail(tournament_id).settings
    with pytest.raises(Refused, match=code) as refused:
        services.edit(tournament_id=tournament_id, by=organiser.pk, settings=replace(settings, **change))
    assert refused.value.field == field
    services.withdraw(tournament_id=tournament_id, user_id=guest.pk)
    services.withdraw(tournament_id=tournament_id, user_id=bot.pk, by=organiser.pk)
    services.edit(tournament_id=tournament_id, by=organiser.pk, settings=replace(settings, **change))
    services.start(tournament_id=tournament_id, by=organiser.pk)
    assert selectors.detail(tournament_id).status == "running"


def test_the_tick_calls_off_a_tournament_that_can_never_start(announce, people):
    """Four entries with three to go on from each table never come down to one."""
    tournament_id = announce(*people[:4], starts_at=sources.now_ms() - 1)
    folded = TOURNAMENTS.current(tournament_id)
    edited = Edited(replace(folded.state.settings, game="gasp", format="pod-knock-out", advance=3))
    TOURNAMENTS.append(tournament_id, folded, [edited])
    tasks.tick()
    seen = selectors.detail(tournament_id)
    assert (seen.status, seen.cancelled) == ("cancelled", "cannot_start")
    assert kinds(tournament_id)[-1] == "cancelled"
    tasks.tick()
    assert kinds(tournament_id).count("cancelled") == 1


def test_a_start_that_was_only_too_slow_is_tried_again(announce, people, monkeypatch):
    tournament_id = announce(*people[:4], starts_at=sources.now_ms() - 1)

    def slow(**_given: object) -> None:
        raise Stale()

    with monkeypatch.context() as patched:
        patched.setattr(services, "start", slow)
        tasks.tick()
    assert selectors.detail(tournament_id).status == "announced"
    tasks.tick()
    assert selectors.detail(tournament_id).status == "running"
