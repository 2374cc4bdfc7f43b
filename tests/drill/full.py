"""A disk that becomes full while people play, and has room again: what was taken is there, what was refused can be sent
again. Once with the write-ahead log on another disk, and once with everything on the full one.

    python -m tests.drill.full play|again FOLDER      the player's side, on the database that DATABASE_URL names
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.drill import steps
from tests.drill.continuous import Machine
from tests.drill.steps import Differs
from tournaments.config.supervisor import postgres

SIZE = "160m"
MOST = 20_000
"""Moves made until the room must be gone."""


def can_run() -> bool:
    """Whether a small disk can be mounted here."""
    return os.geteuid() == 0 and shutil.which("mount") is not None and sys.platform == "linux"


class Tiny(Machine):
    """A PostgreSQL on a disk of its own, of which a ballast takes what is left."""

    user = postgres.SYSTEM_USER

    def __init__(self, folder: Path, *, wal: bool) -> None:
        super().__init__(folder, postgres.binaries(), "wal-too" if wal else "rows-alone")
        self.wal = None if wal else folder / "wal"
        self.ballast = self.data.parent / "ballast"

    def initialise(self) -> None:
        options = ["-D", str(self.data), "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]
        self.run(self.programs / "initdb", *options, *(["--waldir", str(self.wal)] if self.wal else []))
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write("min_wal_size = 32MB\nmax_wal_size = 48MB\nfsync = off\n")


@contextmanager
def mounted(folder: Path) -> Iterator[None]:
    steps.run("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder)
    try:
        yield
    finally:
        steps.run("umount", "--lazy", folder)  # the killed server's processes may take a moment to end


def drill(folder: Path, *, wal: bool) -> None:
    machine = Tiny(folder, wal=wal)
    with mounted(machine.data.parent):
        machine.make(machine.data.parent)
        if machine.wal:
            machine.make(machine.wal)
        machine.initialise()
        with machine.running():
            steps.manage(machine.url, "migrate", "-v0")
            _side("play", machine)
        machine.ballast.unlink()
        with machine.running():
            _side("again", machine)
            steps.manage(machine.url, "verify")
            steps.manage(machine.url, "rebuild", "--check")


def _side(part: str, machine: Machine) -> None:
    env = os.environ | steps.ENV | {"DATABASE_URL": machine.url}
    said = steps.run(sys.executable, "-m", "tests.drill.full", part, machine.data.parent, env=env)
    print(f"  {said.strip()}", flush=True)


class Player:
    """Somebody with a token, who makes the moves of everybody at tables of their own."""

    def __init__(self, folder: Path) -> None:
        self.noted = folder.parent / f"{folder.name}.json"
        self.known: dict[str, Any] = json.loads(self.noted.read_text()) if self.noted.exists() else {}

    def note(self, **known: Any) -> None:
        self.known |= known
        self.noted.write_text(json.dumps(self.known))

    def begin(self) -> None:
        from accounts import services as accounts

        people = [accounts.create_guest() for _ in range(2)]
        keys = {str(user.pk): accounts.create_token(user=user, name="drill")[1] for user in people}
        self.note(keys=keys, taken={}, moves=0, refused=None)
        self.open_table()

    def open_table(self) -> None:
        from tournaments.tables import services

        seats = [int(user) for user in self.known["keys"]]
        given: dict[str, Any] = {"game": "duck-soup", "options": {}, "clock": None, "rated": False}
        self.note(table=services.open_table(seats=seats, opener=seats[0], **given))

    def move(self) -> tuple[int, str]:
        """Make the next move; how it was answered."""
        from tournaments.tables import selectors

        table = self.known["table"]
        user = next(user for user in self.known["keys"] if selectors.view(table_id=table, user_id=int(user)).legal)
        text = selectors.view(table_id=table, user_id=int(user)).legal[0]
        asked = {"path": f"/api/tables/{table}/move/{text}", "user": user, "key": f"move-{self.known['moves']}"}
        status, answer = self.post(asked)
        if status == 200:
            self.known["taken"][table] = answer["seq"]
            self.known["moves"] += 1
        else:
            self.note(refused=asked)
        return status, answer.get("code", "")

    def post(self, asked: dict[str, str]) -> tuple[int, dict[str, Any]]:
        from django.test import Client

        client = Client(raise_request_exception=False, SERVER_NAME="localhost")
        headers = {"Authorization": f"Bearer {self.known['keys'][asked['user']]}", "Idempotency-Key": asked["key"]}
        response = client.post(asked["path"], content_type="application/json", headers=headers)
        return response.status_code, response.json()


def play(folder: Path) -> None:
    """Play until there is no room: it is said so, and what can be read is read on."""
    from django.db import OperationalError

    player = Player(folder)
    player.begin()
    for number in range(MOST):
        if number == 20:
            _fill(folder / "ballast")
        try:
            if (answer := _next(player)) is not None:
                break
        except OperationalError as error:  # it was a new table that had no room
            answer = (503, type(error.__cause__).__name__)
            break
    else:
        raise Differs(f"after {MOST} moves there is still room")
    player.note()
    if answer[0] != 503:
        raise Differs(f"move {number} was answered {answer}")
    print(f"{number} moves, then {answer[0]} {answer[1]}")


def _next(player: Player) -> tuple[int, str] | None:
    """One move more, at a new table if one is over; how it was refused."""
    from tournaments.tables import selectors

    if selectors.summary(player.known["table"]).status == "finished":
        player.open_table()
    status, code = player.move()
    return None if status == 200 else (status, code)


def again(folder: Path) -> None:
    """Everything that was taken is there, and the move that was refused is made now, once."""
    from tournaments.log import selectors

    player = Player(folder)
    for table, seq in player.known["taken"].items():
        if selectors.head(f"table:{table}").seq < seq:
            raise Differs(f"table {table} was answered {seq} and ends at {selectors.head(f'table:{table}').seq}")
    if (asked := player.known["refused"]) is not None:
        (first, one), (second, other) = player.post(asked), player.post(asked)
        if (first, second) != (200, 200) or one != other:
            raise Differs(f"the refused move sent again: {first} {one}, {second} {other}")
    print(f"{len(player.known['taken'])} tables are as they were answered; the refused move is made once")


def _fill(ballast: Path) -> None:
    subprocess.run(["dd", "if=/dev/zero", f"of={ballast}", "bs=64K"], check=False, capture_output=True)


if __name__ == "__main__":
    import django

    django.setup()
    {"play": play, "again": again}[sys.argv[1]](Path(sys.argv[2]))
