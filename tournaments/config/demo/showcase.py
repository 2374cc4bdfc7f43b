"""The tournaments of the demo: one finished, four being played at a human pace, an evening of every game to enter,
and a table of every game.

Each is made once: its id follows from its name, so a second run finds it and goes on where the first stopped.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from accounts.models import User
from tournaments.director import selectors, services
from tournaments.director.commands import teams
from tournaments.director.state.events import Format, Settings
from tournaments.director.state.stage_settings import Stage
from tournaments.log import sources
from tournaments.pairing.qualification import Place
from tournaments.platform.units import DAY, HOUR, SECOND
from tournaments.settlement.services import settle_table
from tournaments.tables import bots, catalogue
from tournaments.tables import services as tables
from tournaments.tables.catalogue import GameInfo
from tournaments.tables.errors import RoomError
from tournaments.tables.events import Clock
from tournaments.tables.streams import TABLES

Progress = Callable[[int], object]

ROUNDS = 3
SWISS_ENTRIES = 8


def finished_swiss(organiser: User, players: Sequence[User], *, progress: Progress) -> str:
    """A Swiss of Duck Soup, played here and now as fast as it goes."""
    settings = Settings(
        name="Duck Soup Swiss",
        game="duck-soup",
        format="swiss",
        starts_at=sources.now_ms() + HOUR,
        rounds=ROUNDS,
        round_minutes=60,
        description="Eight bots, three rounds. Open any table to replay it.",
    )
    tournament_id = _announced(organiser, players[:SWISS_ENTRIES], "demo-swiss", settings)
    if _status(tournament_id) == "announced":
        services.start(tournament_id=tournament_id, by=organiser.pk, command="demo-start")
    while waiting := _open_tables(tournament_id):
        for table_id in waiting:
            play_out(table_id)
            settle_table(table_id=table_id)
            progress(1)
    return tournament_id


def live_gasp(organiser: User, players: Sequence[User]) -> str:
    """Gasp! at tables of three and four, starting in half a minute, for anybody to watch."""
    settings = Settings(
        name="Gasp! at the big tables",
        game="gasp",
        format="pods",
        starts_at=sources.now_ms() + 40 * SECOND,
        rounds=ROUNDS,
        clock=Clock(300, 10),
        round_minutes=60,
        description="Bots at tables of three and four, at a pace to follow. Watch, or join before it starts.",
    )
    return _announced(organiser, players, "demo-gasp", settings)


def live_round_robin(organiser: User, players: Sequence[User]) -> str:
    """Everyone against everyone at Duck Soup, one deal a match, starting in a minute and a half."""
    settings = Settings(
        name="Duck Soup round robin",
        game="duck-soup",
        format="round-robin",
        starts_at=sources.now_ms() + 90 * SECOND,
        options={"length": "deal"},
        clock=Clock(300, 10),
        round_minutes=60,
        description="Everyone meets everyone, one deal at a time.",
    )
    return _announced(organiser, players, "demo-round-robin", settings)


def live_double_elimination(organiser: User, players: Sequence[User]) -> str:
    """German Whist until everybody but one has lost twice, starting in a minute."""
    settings = Settings(
        name="German Whist cup",
        game="german-whist",
        format="double-elimination",
        starts_at=sources.now_ms() + 60 * SECOND,
        clock=Clock(300, 10),
        round_minutes=60,
        description="Six bots. Who loses twice is out; the bracket shows everybody's way.",
    )
    return _announced(organiser, players, "demo-double-elimination", settings)


def live_pairs(organiser: User, players: Sequence[User]) -> str:
    """Gasp! in pairs for teams of two, in two rounds, starting in a minute."""
    settings = Settings(
        name="Gasp! with a partner",
        game="gasp-pairs",
        format="swiss",
        starts_at=sources.now_ms() + 60 * SECOND,
        rounds=2,
        clock=Clock(300, 10),
        round_minutes=60,
        team_size=2,
        description="Four teams of bots. Enter with a partner of your own, or with a bot.",
    )
    return _announced(organiser, players, "demo-pairs", settings)


def live_groups(organiser: User, players: Sequence[User]) -> str:
    """Duck Soup in two groups, of which two each go on to a knock-out, starting in two minutes."""
    settings = Settings(
        name="Duck Soup groups and final",
        game="duck-soup",
        format="round-robin",
        starts_at=sources.now_ms() + 120 * SECOND,
        options={"length": "deal"},
        clock=Clock(300, 10),
        round_minutes=60,
        groups=2,
        stages=(Stage(format="knock-out", takes=(Place(1), Place(2))),),
        description="Two groups of four. The first two of each go on; the bracket shows who would as it stands.",
    )
    return _announced(organiser, players, "demo-groups", settings)


def open_evenings(organiser: User) -> list[str]:
    """A tournament of every game to enter, one an evening (19:00 UTC) from tomorrow on."""
    today = sources.now_ms() // DAY * DAY + 19 * HOUR
    return [
        _announced(
            organiser,
            (),
            f"demo-evening-{game.key}",
            Settings(
                name=f"{game.name} evening",
                game=game.key,
                format=usual_format(game),
                starts_at=today + days * DAY,
                rounds=ROUNDS,
                options=_shortest(game),
                clock=Clock(600, 10),
                round_minutes=45,
                description="Enter now; it starts by itself.",
            ),
        )
        for days, game in enumerate(catalogue.games(), 1)
    ]


def usual_format(game: GameInfo) -> Format:
    """Two at a table by the Swiss system, more in pods."""
    return "swiss" if 2 in game.sizes else "pods"


def finished_tables(players: Sequence[User], *, progress: Progress) -> list[str]:
    """A rated table of every game, played here and now by the quickest bots: something to replay, a ladder to begin."""
    quick = [player for player in players if player.bot_level in catalogue.levels()[:2]]
    played = []
    for game in catalogue.games():
        seats = [player.pk for player in quick[: game.sizes[0]]]
        table_id = tables.open_table(
            game=game.key,
            options=_shortest(game),
            seats=seats,
            clock=None,
            rated=True,
            opener=None,
            command=f"demo-{game.key}",
        )
        play_out(table_id)
        settle_table(table_id=table_id)
        played.append(table_id)
        progress(1)
    return played


def _shortest(game: GameInfo) -> dict[str, str]:
    """Where a game has lengths, the last is the shortest."""
    return {option.name: str(option.values[-1]) for option in game.options if option.name == "length"}


def play_out(table_id: str) -> None:
    """Play the bots of a table to its end. A worker may be playing too: the later one looks again."""
    while (table := TABLES.current(table_id).state).status == "playing" and table.bots_to_act:
        seat = table.bots_to_act[0]
        try:
            turn = bots.choose(table, seat)
            tables.play_bot(table_id=table_id, seq=table.seq, seat=seat, move=turn.move, command=turn.command)
        except RoomError:
            continue


def _announced(organiser: User, players: Sequence[User], name: str, settings: Settings) -> str:
    """The tournament called *name* in the demo, with *players* in it. It cannot start before they are."""
    tournament_id = sources.id_for(organiser.pk, name)
    if selectors.summary(tournament_id) is None:
        later = replace(settings, starts_at=settings.starts_at + HOUR) if players else settings
        services.announce(by=organiser.pk, settings=later, command=name)
    entered = {user for entry in selectors.detail(tournament_id).entries for user in entry.users}
    missing = [player.pk for player in players if player.pk not in entered]
    if missing and _status(tournament_id) == "announced":
        for first in range(0, len(missing), settings.team_size):
            _enter(tournament_id, missing[first : first + settings.team_size], organiser.pk)
        services.edit(tournament_id=tournament_id, by=organiser.pk, settings=settings)
    return tournament_id


def _enter(tournament_id: str, players: Sequence[int], organiser: int) -> None:
    if len(players) > 1:
        teams.name(tournament_id=tournament_id, users=players, by=organiser)
    else:
        services.enter(tournament_id=tournament_id, user_id=players[0], by=organiser)


def _status(tournament_id: str) -> str:
    found = selectors.summary(tournament_id)
    return found.status if found else ""


def _open_tables(tournament_id: str) -> list[str]:
    rounds = selectors.at(tournament_id).rounds
    return [match.table for match in rounds[-1].matches if match.table and match.places is None] if rounds else []
