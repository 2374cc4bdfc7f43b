"""Tables and tournaments as the tests of many rooms begin with them."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.test import Client
from msgspec.structs import asdict

from accounts.models import User
from engine.chance import FastRng
from engine.game import AnyGame
from tournaments.director import selectors as director_selectors
from tournaments.director import services as director
from tournaments.director.commands import organisers, teams
from tournaments.director.models import Match
from tournaments.director.state.events import Settings
from tournaments.log import sources
from tournaments.people.bots import wishes
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors, services
from tournaments.tables.events import Clock
from tournaments.tables.seen import SeatView
from tournaments.tables.streams import TABLES


def client_of(user: User) -> Client:
    """A browser in which *user* is logged in."""
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def open_for(*users: User | None, game: str = "duck-soup", clock: Clock | None = None, **given: Any) -> str:
    """A table of *game* for *users* in that order."""
    setup = services.Setup(
        game=game,
        options=given.pop("options", {"length": "deal"} if game == "duck-soup" else {}),
        seats=[user.pk if user else None for user in users],
        clock=clock,
        rated=given.pop("rated", False),
        club=given.pop("club", None),
        in_room=given.pop("in_room", False),
        people_only=given.pop("people_only", False),
    )
    opener = given.pop("opener", next(user.pk for user in users if user))
    if "match" in given:
        return services.open_match(setup, organiser=opener, **given)
    chosen = {name: value for name, value in asdict(setup).items() if name not in ("in_room", "points")}
    return services.open_table(**chosen, opener=opener, **given)


def plan(**given: Any) -> Settings:
    """What an organiser announces: a Swiss tournament in a minute, but for what is *given*."""
    usual: dict[str, Any] = {
        "name": "Tuesday",
        "round_minutes": 60,
        "game": "duck-soup",
        "format": "swiss",
        "starts_at": sources.now_ms() + 60_000,
    }
    options = {"options": {"length": "deal"}} if given.get("game", "duck-soup") == "duck-soup" else {}
    return Settings(**(usual | options | given))


def announced(organiser: int, users: Iterable[int] = (), *, command: str | None = None, **given: Any) -> str:
    """A tournament of *organiser* that *users* have entered."""
    tournament_id = director.announce(by=organiser, settings=plan(**given), command=command)
    for user in users:
        director.enter(tournament_id=tournament_id, user_id=user)
    return tournament_id


def started(organiser: int, users: Iterable[int], **given: Any) -> str:
    """A tournament in its first round."""
    tournament_id = announced(organiser, users, **given)
    director.start(tournament_id=tournament_id, by=organiser)
    return tournament_id


def team(tournament_id: str, *users: int, name: str = "") -> None:
    """These enter as one, and all confirm."""
    teams.name(tournament_id=tournament_id, users=users, by=users[0], name=name)
    for user in users[1:]:
        for waiting in director_selectors.detail(tournament_id).teams:
            if user in waiting.users:
                teams.confirm(tournament_id=tournament_id, number=waiting.number, user_id=user)


def of_teams(organiser: int, users: Sequence[int], **given: Any) -> str:
    """A tournament that *users* have entered in teams of two, in their order."""
    usual: dict[str, Any] = {"game": "gasp-pairs", "team_size": 2}
    tournament_id = announced(organiser, **(usual | given))
    for both in zip(users[::2], users[1::2], strict=True):
        team(tournament_id, *both)
    return tournament_id


def open_tables(tournament_id: str) -> list[str]:
    waiting = Match.objects.filter(tournament_id=tournament_id, places__isnull=True).order_by("round", "id")
    return [str(table) for table in waiting.values_list("table", flat=True)]


def gather(table_id: str) -> None:
    """Everybody comes to the table."""
    for user in selectors.summary(table_id).seats:
        if user is not None:
            services.arrive(table_id=table_id, user_id=user)


def decide_once(table_id: str) -> None:
    """Everybody at the table makes a decision: one that somebody left before that rates nobody."""
    decided: set[int] = set()
    users = selectors.summary(table_id).seats
    while len(decided) < len(users) and (waiting := selectors.summary(table_id).to_act):
        user = users[waiting[0]]
        if user is None:
            return
        view = selectors.view(table_id=table_id, user_id=user)
        services.make_move(table_id=table_id, user_id=user, move=view.legal[0])
        decided.add(waiting[0])


def begin(table_id: str) -> None:
    """Somebody makes a decision: of a casual table at which nobody has, nothing counts."""
    table = selectors.summary(table_id)
    user = table.seats[table.to_act[0]] or 0
    services.make_move(table_id=table_id, user_id=user, move=selectors.view(table_id=table_id, user_id=user).legal[0])


def give_up(*, table_id: str, user_id: int) -> SeatView:
    """*user_id* resigns at a table that has been played at, so that it counts."""
    begin(table_id)
    return services.resign(table_id=table_id, user_id=user_id)


def played_out(game: AnyGame, *, seats: int = 0) -> str:
    """A table of *game* with its fewest *seats*, one round long, played at random."""
    count = seats or min(game.sizes)
    users = [User.objects.create(username=f"{game.key}-{seat}").pk for seat in range(count)]
    shortest = {"max_rounds": 1} if "max_rounds" in game.options.__struct_fields__ else {}
    table = services.open_table(game=game.key, options=shortest, seats=users, clock=None, rated=False, opener=users[0])
    play_at_random(table, users, FastRng(game.key))
    return table


@transaction.atomic
def play_at_random(table_id: str, users: Sequence[int], rng: FastRng) -> None:
    """*users* play a table to its end, all of it committed at once: nobody looks at it meanwhile."""
    while (table := TABLES.recent(table_id).state).to_act:
        seat = table.to_act[0]
        legal = table.game.legal(table.state, seat)
        move = table.game.move_text(legal[int(rng.random() * len(legal))])
        services.make_move(table_id=table_id, user_id=users[seat], move=move)


def concede(table_id: str, *, settle: bool = True) -> None:
    """End a table quickly: everybody but the first seat's user gives up, the last seat first."""
    gather(table_id)
    if (table := selectors.summary(table_id)).rated and not any(table.bots):
        decide_once(table_id)
    elif table.match is None:
        begin(table_id)
    for user in reversed(selectors.summary(table_id).seats[1:]):
        if user is not None and selectors.summary(table_id).status == "playing":
            services.resign(table_id=table_id, user_id=user)
    if settle:
        settle_table(table_id=table_id)


def play_out(tournament_id: str) -> None:
    while waiting := open_tables(tournament_id):
        for table_id in waiting:
            concede(table_id)


def co_organise(tournament_id: str, by: int, *users: int) -> None:
    """*by* asks *users* to direct it too, who confirm."""
    organisers.name_organisers(tournament_id=tournament_id, by=by, users=users)
    for user in users:
        organisers.confirm(tournament_id=tournament_id, user_id=user)


def bot_of(owner: User, name: str = "robbie") -> User:
    """A bot of *owner* that a program plays."""
    made = User.objects.create_user(name)
    wishes.ask(user=made, owner=owner.username, name=name)
    wishes.accept(owner=owner, name=name)
    made.refresh_from_db()
    return made
