"""People who mean no good, for a part of the soak: everybody else is to notice nothing of them.

Readers that never read hold files, pages and documents open. Guests of one address have bots play. Accounts with dead
endpoints are sent urgent notices while their name server never answers.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import socket
import time
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import psycopg

from tests.soak.client import Site
from tests.soak.players import EXCUSES, Player, bearer

if TYPE_CHECKING:
    from accounts.models import User

PATHS: Final = ("/api/openapi.json", "/static/css/table.css", "/", "/games", "/static/social.png")
SWARM: Final = "127.0.7.7"
"""Where the guests come from."""
ALONE: Final = {"game": "gasp", "seats": ["bot:ismcts-2000"] * 5}
TOGETHER: Final = {"game": "gasp", "seats": ["me", *["bot:ismcts-2000"] * 4]}
ENDPOINTS: Final = 10
EVERY: Final = 5.0
"""Seconds between two urgent notices."""
TRIED: Final = "SELECT count(*) FROM notices_outgoing WHERE user_id = %s AND tries = 0"


class NameServer:
    """Never answers, but for the one name that it knows not to have an address."""

    def __init__(self, known: str) -> None:
        self._known = known
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._socket.setblocking(False)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._socket.getsockname()[1]}"

    def close(self) -> None:
        self._socket.close()

    async def serve(self) -> None:
        import dns.message

        loop = asyncio.get_running_loop()
        while True:
            wire, client = await loop.sock_recvfrom(self._socket, 4_096)
            asked = dns.message.from_wire(wire)
            if str(asked.question[0].name).startswith(self._known):
                await loop.sock_sendto(self._socket, dns.message.make_response(asked).to_wire(), client)


class Strangers:
    """*readers* connections that are never read, *guests* of one address, *owners* of dead endpoints."""

    def __init__(self, port: int, database: str, *, readers: int, guests: int = 20, owners: int = 8) -> None:
        self._port, self._database, self.readers = port, database, readers
        self._swarm = Site(port, source=SWARM)
        self._guests = make_guests(guests if readers else 0)
        made = make_owners(1 + owners if readers else 0)
        self._victim, self._owners = made[:1], made[1:]
        self.held = self.tables = 0
        self.push_waits: list[float] = []
        """Seconds from an urgent notice to somebody else until its first try."""

    async def come(self, stop: asyncio.Event) -> None:
        """Until *stop*."""
        doing = [asyncio.create_task(self._hold(number)) for number in range(self.readers)]
        doing += [asyncio.create_task(self._crowd(guest)) for guest in self._guests]
        doing += [asyncio.create_task(self._tell(user)) for user in self._owners]
        doing += [asyncio.create_task(self._await_push(user)) for user in self._victim]
        await stop.wait()
        for task in doing:
            task.cancel()
        await asyncio.gather(*doing, return_exceptions=True)

    async def _hold(self, number: int) -> None:
        """Ask, read nothing, and come again if it is ended."""
        loop, path = asyncio.get_running_loop(), PATHS[number % len(PATHS)]
        while True:
            with socket.socket() as held:
                held.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
                held.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1_400)
                held.bind((f"127.0.8.{1 + number % 50}", 0))
                held.setblocking(False)
                with suppress(OSError):
                    await loop.sock_connect(held, ("127.0.0.1", self._port))
                    head = f"GET {path} HTTP/1.1\r\nHost: localhost:{self._port}\r\nAccept-Encoding: identity\r\n\r\n"
                    await loop.sock_sendall(held, head.encode())
                    self.held += 1
                    while await asyncio.to_thread(_is_open, held):
                        await asyncio.sleep(2)
            await asyncio.sleep(1)

    async def _crowd(self, guest: Player) -> None:
        """Have as many bots play as may be."""
        for body in (ALONE, ALONE, *[TOGETHER] * 4):
            with suppress(*EXCUSES):
                answer = await self._swarm.ask("POST", "/api/tables", body=body, **bearer(guest))
                self.tables += answer.status == 201
            await asyncio.sleep(random.uniform(0.5, 2))

    async def _tell(self, user: User) -> None:
        for number in count():
            await asyncio.to_thread(tell, user.pk, number)
            await asyncio.sleep(EVERY)

    async def _await_push(self, user: User) -> None:
        for number in count():
            await asyncio.sleep(2 * EVERY)
            await asyncio.to_thread(tell, user.pk, number)
            began = time.monotonic()
            while await asyncio.to_thread(self._waits, user.pk):
                await asyncio.sleep(0.2)
            self.push_waits.append(time.monotonic() - began)

    def _waits(self, user: int) -> bool:
        with psycopg.connect(self._database) as connection:
            ((waiting,),) = connection.execute(TRIED, [user]).fetchall()
        return bool(waiting)

    def told(self) -> str:
        pushes = f"{len(self.push_waits)} urgent pushes to others tried within {max(self.push_waits, default=0):.1f} s"
        return f"{self.held} connections held and not read, {self.tables} tables of a crowd of guests, {pushes}"


def _is_open(held: socket.socket) -> bool:
    """What has come is looked at and left there."""
    try:
        return held.recv(1, socket.MSG_PEEK) != b"" and held.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0
    except BlockingIOError:
        return True
    except OSError:
        return False


def make_guests(wanted: int) -> list[Player]:
    from accounts import services
    from tests.soak.__main__ import with_token
    from tournaments.platform.callers import Caller, calling

    with calling(Caller(SWARM)):
        return [with_token(services.create_guest()) for _ in range(wanted)]


def make_owners(wanted: int) -> list[User]:
    """The first has one browser, whose name is known; the others have dead ones."""
    from accounts.models import User

    made = [User.objects.create_user(f"owner{at}") for at in range(wanted)]
    for at, user in enumerate(made):
        hosts = [f"p{number}.owner{at}.example" for number in range(ENDPOINTS)] if at else ["known.example"]
        for host in hosts:
            subscribe(user, f"https://{host}/{secrets.token_hex(4)}")
    return made


def subscribe(user: User, endpoint: str) -> None:
    from tests.notices.browsers import keys
    from tournaments.notices import services

    p256dh, auth = keys()
    services.subscribe(user_id=user.pk, endpoint=endpoint, p256dh=p256dh, auth=auth)


def tell(user: int, number: int) -> None:
    """An urgent notice."""
    from tournaments.log import sources
    from tournaments.notices import inserting
    from tournaments.notices.told import Told

    table = f"soak{user}-{number}"
    facts: dict[str, Any] = {"table": table, "game": "gasp"}
    told = Told(kind="your_turn", users=(user,), subject=table, facts=facts)
    inserting.write(told, stream=f"table:{table}", seq=1, at=sources.now_ms())
