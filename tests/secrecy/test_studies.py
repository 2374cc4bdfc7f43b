"""What leaves the server of studies is the same, byte for byte, when cards are exchanged that the reader may not know:
those of a table that is being played, and all those of a table in a private club."""

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from msgspec.structs import replace

from accounts import privacy
from accounts.models import User
from engine.events import Seat
from tests.clubs.founding import founded
from tests.secrecy.channels import BY_THE_PROXY, ask, logged
from tests.secrecy.test_wire import still, users
from tests.secrecy.worlds import World, hidden_exchanged, played, rolled_back, store
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.learning.studies import contents
from tournaments.learning.studies import services as studies
from tournaments.learning.studies.chapters import Source
from tournaments.learning.studies.streams import STUDIES
from tournaments.log import sources
from tournaments.tables import selectors, services

pytestmark = pytest.mark.django_db
__all__ = ["still", "users"]

JSON = "application/json"
SETUPS: list[tuple[str, int]] = [("duck-soup", 2), ("gasp", 4), ("galapagos", 2)]
LEGAL = [("duck-soup", 2), ("galapagos", 2)]
"""Games in which cards that nobody but their players has seen can go round, and all moves stay legal."""


def long_enough(game: str, seats: int, people: list[User]) -> World:
    worlds = (played(game, seats, {}, seed, people) for seed in range(100))
    return next(world for world in worlds if len(world.moves) > 4)


def told(user: User, study: str, *paths: str, sends: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """Status, headers and body of what *user* asks for and sends, and what is logged meanwhile."""
    client = Client(raise_request_exception=False, headers=BY_THE_PROXY)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    usual = ("/studies", "/api/studies?mine=true", *(f"/studies/{study}{part}" for part in ("", "/edit", "/file")))
    with logged() as lines:
        sent: dict[str, Any] = {f"POST {path} {given}": ask(client, "POST", path, given) for path, given in sends}
        sent |= {path: ask(client, "GET", path) for path in (*usual, f"/api/studies/{study}", *paths)}
    return sent | {"lines": lines}


def both(scene: Callable[[World], Any], world: World, other: World) -> tuple[Any, Any]:
    """What *scene* gives in each of the two. Ids are drawn by lot: here they are the same in both."""

    def once(one: World) -> Any:
        STUDIES.forget()
        drawn = count()
        with patch.object(sources, "new_id", lambda: f"drawn{next(drawn):05}"):
            return scene(one)

    real, twin = (rolled_back(partial(once, one)) for one in (world, other))
    STUDIES.forget()
    return real, twin


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_of_a_table_that_is_being_played_nothing_is_learned_by_making_it_a_chapter(
    game: str, seats: int, users: list[User]
) -> None:
    world = long_enough(game, seats, users)

    def scene(one: World, *, who: User) -> dict[str, Any]:
        store(one)
        study = studies.create(user=who, name="Mine", command="mine")
        replay = f"/tables/{one.table}/replay"
        last = len(one.stored)
        asked = [replay, f"{replay}?move=3&seat=all", f"{replay}?after={last}&line=1:KS", f"{replay}?seq=9"]
        sends = [(f"/studies/{study}/add", {"title": "First", "source": address}) for address in asked]
        sends += [(f"{replay}/study?move={move}&seat=all", {"title": "First", "name": "New"}) for move in (0, 3)]
        return told(who, study, f"{replay}/study", f"{replay}/study?move=1&seat=0", sends=sends)

    for seat in (*map(Seat, range(seats)), None):
        who = users[4] if seat is None else users[seat]
        other = hidden_exchanged(world, seat, 1)
        real, twin = both(partial(scene, who=who), world, other)
        assert real == twin
        assert b'"chapters":[]' in real[next(path for path in real if path.startswith("/api/studies/"))][2]


@pytest.mark.parametrize(("game", "seats"), LEGAL)
def test_who_may_not_see_the_table_of_a_private_club_learns_nothing_by_editing(
    game: str, seats: int, users: list[User]
) -> None:
    outsider = users[4]
    club = founded(users[0])
    for user in users[1:4]:
        clubs.join(club_id=club, by=user.pk)
    clubs.edit(club_id=club, by=users[0].pk, wanted=Edited(visibility="private", join="invitation"))
    privacy.choose(user=outsider, choices={"invitations": "anyone"})
    world = long_enough(game, seats, users)
    opened = replace(world.events[0], club=club)
    world = world._replace(events=[opened, *world.events[1:]])
    other = hidden_exchanged(world, None, 1)
    assert world.events != other.events

    def scene(one: World, *, who: User) -> dict[str, Any]:
        store(one)
        for user in users[1:seats]:
            if selectors.summary(one.table).status == "playing":
                services.resign(table_id=one.table, user_id=user.pk)
        study = studies.create(user=users[0], name="Endings", command="study")
        source = Source(table=one.table)
        after, chapter = contents.add_chapter(
            user=users[0], study_id=study, title="First", source=source, command="chapter"
        )
        seq = after.chapters[chapter].seq
        said: dict[str, Any] = {"user": users[0], "study_id": study, "chapter": chapter, "seq": seq}
        _after, comment = contents.save_comment(**said, text=after.chapters[chapter].game[-200:], command="said")
        studies.add_editor(user=users[0], study_id=study, name=outsider.username)
        where = f"/studies/{study}/chapters/{chapter}"
        sends: list[tuple[str, dict[str, Any]]] = [
            (f"{where}/comment", {"text": "Mine.", "seq": "9", "rings": "KS"}),
            (f"{where}/comment", {"text": "Mine.", "seq": "9", "comment": comment, "version": "1"}),
            (f"{where}/uncomment", {"comment": comment, "version": "1"}),
            (f"/studies/{study}/chapter-rename", {"chapter": chapter, "title": "Mine", "version": "1"}),
            (f"{where}/study?after=9&line=1:KS", {"title": "Mine"}),
            (f"/studies/{study}/report", {"comment": comment, "cause": "spam"}),
            (f"/studies/{study}/rename", {"name": "Ours"}),
        ]
        return told(who, study, where, f"{where}/positions?seat=all", f"{where}/study?move=1", sends=sends)

    real, twin = both(partial(scene, who=outsider), world, other)
    assert real == twin
    real, twin = both(partial(scene, who=users[0]), world, other)
    assert real != twin, "else nothing would have been looked for"
