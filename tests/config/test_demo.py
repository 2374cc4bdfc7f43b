"""The demo: made once, and a headless tournament that would notice a loss."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from engine.registry import GAMES
from tournaments.config.demo import audit, cast, headless, printout, showcase
from tournaments.config.logins import PASSWORD
from tournaments.config.management.commands.demo import Command
from tournaments.director import selectors, tasks
from tournaments.director.models import Match
from tournaments.log import selectors as log
from tournaments.log import services as log_services
from tournaments.settlement.services import settle_table
from tournaments.tables.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]


@pytest.fixture
def cheap_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the fastest levels: what is tested is the tournament, not the play."""
    monkeypatch.setattr(cast, "STRONGEST", 2)


def played_here(game: str, players: int) -> str:
    """A headless tournament, with this process for a worker."""
    organiser, *_others = cast.people()
    tournament_id = headless.announce(organiser, cast.bots(players), game=game, rounds=2)
    tasks.tick()
    while waiting := list(Match.objects.filter(tournament_id=tournament_id, places__isnull=True)):
        for match in waiting:
            showcase.play_out(str(match.table))
            settle_table(table_id=str(match.table))
    return tournament_id


@pytest.mark.usefixtures("cheap_bots")
def test_a_second_run_of_the_demo_adds_nothing(settings, monkeypatch):
    settings.DEMO = True
    founders: list[str] = []  # the club is told in test_demo_club.py
    monkeypatch.setattr(Command, "_club", lambda _self, people, _bots: founders.append(people[0].username))
    out = StringIO()
    heads = []
    for _run in range(2):
        call_command("demo", stdout=out, stderr=StringIO())
        heads.append({found.id: (selectors.detail(found.id).seq, found.starts_at) for found in selectors.listed()})
    assert heads[0] == heads[1]
    assert founders == ["olga", "olga"]
    assert PASSWORD in out.getvalue()
    shown = selectors.listed()
    evenings = [found for found in shown if found.name.endswith("evening")]
    assert sorted(found.game for found in evenings) == sorted(GAMES)
    assert {found.status for found in evenings} == {"announced"}
    assert {found.name: found.status for found in shown if found not in evenings} == {
        "Duck Soup Swiss": "finished",
        "Gasp! at the big tables": "announced",
        "Duck Soup round robin": "announced",
        "German Whist cup": "announced",
        "Gasp! with a partner": "announced",
        "Duck Soup groups and final": "announced",
    }
    assert Table.objects.count() == 12 + len(GAMES)
    assert set(Table.objects.filter(settled=True).values_list("game", flat=True)) == set(GAMES)
    assert User.objects.filter(username="olga").count() == 1


@pytest.mark.usefixtures("cheap_bots")
def test_nobody_can_log_in_with_a_demo_password_where_demo_is_off(settings, client):
    settings.DEMO = False
    cast.people()
    assert not client.login(username="olga", password=PASSWORD)


@pytest.mark.usefixtures("cheap_bots")
@pytest.mark.parametrize(
    ("game", "players"), [("gasp", 7), ("duck-soup", 5), ("hasp", 5), ("galapagos", 3), ("german-whist", 4)]
)
def test_a_whole_tournament_of_bots_has_lost_nothing(game, players):
    tournament_id = played_here(game, players)
    assert list(audit.faults(tournament_id)) == []
    lines = list(printout.crosstable(tournament_id))
    assert len(lines) == players + 1
    assert len(list(printout.ladder(game, [user.pk for user in cast.bots(players)]))) == players + 1


@pytest.mark.usefixtures("cheap_bots")
def test_the_audit_names_what_is_lost_doubled_or_altered():
    tournament_id = played_here("duck-soup", 4)
    table = str(Match.objects.filter(tournament_id=tournament_id).values_list("table", flat=True)[0])
    again = log_services.NewEvent("rating.table_rated", 1, {"table": table, "users": [1, 2], "places": [1, 2]})
    log_services.append("pool:duck-soup", head=log.head("pool:duck-soup"), events=[again])
    Table.objects.filter(pk=table).update(settled=False)
    found = list(audit.faults(tournament_id))
    assert f"table {table} is rated 2 times" in found
    assert f"table {table} is finished, not settled" in found


def test_a_headless_run_refuses_what_cannot_be(monkeypatch: pytest.MonkeyPatch, settings: Any):
    with pytest.raises(CommandError, match="--players"):
        call_command("demo", headless=True, players=2)
    monkeypatch.setenv("DATABASE_URL", "set")
    with pytest.raises(CommandError, match="no such game"):
        call_command("demo", headless=True, game="no-such")
