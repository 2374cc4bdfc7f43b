"""Reviews, live: those who joined are sent what is shown, who is there, and the number of each line of the chat."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db.models import Max
from msgspec.json import encode
from msgspec.structs import asdict

from accounts import selectors as accounts
from tournaments.people.models import Line, Review, ReviewPerson
from tournaments.people.reviews import company
from tournaments.people.reviews.selectors import showing_of
from tournaments.platform import valkey
from tournaments.streams.audiences import Step
from tournaments.streams.batches import Batches
from tournaments.streams.listeners import Listeners
from tournaments.streams.readers import ATTENDANCE, READING
from tournaments.streams.watchers import Watcher
from tournaments.tables import selectors as tables
from tournaments.tables.live import chat_line
from tournaments.tables.presence import REFRESH_SECONDS

PLACE = "review:"
"""Before the id of one, where lines of the chat are kept."""


def channel() -> str:
    """All reviews come by one channel; a listener takes out what is for its readers."""
    return f"{settings.REDIS_PREFIX}reviews"


def announce(review: Review) -> None:
    """Say what is shown now, after the commit. It is a hint: who misses it is told when they look again."""
    valkey.publish(channel(), f"{review.pk} {_data(review, _names([review])).decode()}")


def tell_of_chat(review_id: str, line: int) -> None:
    valkey.publish(channel(), f"{review_id} chat {line}")


def _data(review: Review, names: Mapping[int, str]) -> bytes:
    """What is shown, with its number: who has seen a higher one leaves it aside."""
    showing = showing_of(review)
    leader = None if review.leader_id is None else {"id": review.leader_id, "name": names[review.leader_id]}
    told = {"version": review.version, "eyes": showing.eyes, "leader": leader, "over": review.ended_at is not None}
    return encode(told | asdict(showing))


def _names(reviews: Sequence[Review]) -> dict[int, str]:
    called = accounts.called(each.leader_id for each in reviews if each.leader_id is not None)
    return {user: one.name for user, one in called.items()}


def _event(data: bytes) -> bytes:
    return b"event: shown\ndata: %b\n\n" % data


class Reviews(Listeners[str]):
    """Keyed by review."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, int] = {}
        """The highest version that was told of each."""
        self._here: dict[str, tuple[Collection[int], frozenset[Watcher]]] = {}
        self._rota = Batches()

    def channel(self) -> str:
        return channel()

    def steps(self) -> Sequence[Step]:
        return (*super().steps(), self._attend)

    def hear(self, message: str) -> None:
        """``<review> chat <line>``, or ``<review>`` and what is shown."""
        review, _, said = message.partition(" ")
        line = said.removeprefix("chat ")
        if line.isdecimal():
            self._rota.tell(review, self._watchers.get(review, ()), chat_line(int(line)))
        else:
            self.tell(review, _event(said.encode()))

    def now(self, keys: Collection[str]) -> Mapping[str, bytes]:
        """What is shown, and the last line of the chat: a page that has it already asks for nothing."""
        rows = list(Review.objects.filter(pk__in=keys))
        names, last = _names(rows), _last_lines(keys)
        return {row.pk: _event(_data(row, names)) + chat_line(last.get(row.pk, 0)) for row in rows}

    def missed(self, keys: Collection[str]) -> Mapping[str, bytes]:
        """Rather told twice than not at all: something may be shown before this process listens."""
        before, versions = self._told, Review.objects.filter(pk__in=keys).values_list("pk", "version")
        self._told = dict(versions)
        return self.now([key for key, version in self._told.items() if version > before.get(key, 0)])

    def barred(self, listening: Collection[tuple[str, int | None]]) -> set[tuple[str, int | None]]:
        """Who has not joined, and who may not see the table any more."""
        joined = ReviewPerson.objects.filter(review__in={key for key, _user in listening})
        inside = set(listening) & set(joined.values_list("review", "user"))
        of_reviews = dict(Review.objects.filter(pk__in={key for key, _user in inside}).values_list("pk", "table"))
        asked = {(key, user): (of_reviews.get(key, ""), user) for key, user in inside}
        unseen = tables.unseen(set(asked.values()))
        return set(listening) - inside | {one for one, about in asked.items() if about in unseen}

    async def _attend(self) -> None:
        """Note which users this process serves, and tell who has come or gone."""
        await asyncio.sleep(REFRESH_SECONDS)
        served = {key: list(watchers) for key, watchers in self._watchers.items() if watchers}
        users = {key: [one.identity.user for one in each if one.identity.user] for key, each in served.items()}
        self._here = {key: here for key, here in self._here.items() if key in served}
        if not served:
            return
        notes = await ATTENDANCE.call(company.note, users)
        for key, noted in zip(served, notes, strict=True):
            now = (company.here(noted), frozenset(served[key]))
            if self._here.get(key) != now:
                self._here[key] = now
                names = await READING.call(accounts.called, now[0])
                people = sorted(one.name for one in names.values())
                line = b"event: people\ndata: %b\n\n" % encode({"people": people})
                self._rota.tell(f"{key} people", self._watchers.get(key, ()), line)


def _last_lines(keys: Collection[str]) -> dict[str, int]:
    rows = Line.objects.filter(place__in=[f"{PLACE}{key}" for key in keys]).values("place")
    return {
        place.removeprefix(PLACE): last for place, last in rows.annotate(last=Max("pk")).values_list("place", "last")
    }


_reviews: WeakKeyDictionary[asyncio.AbstractEventLoop, Reviews] = WeakKeyDictionary()


def reviews() -> Reviews:
    """Those of this process: of its event loop, strictly."""
    loop = asyncio.get_running_loop()
    if loop not in _reviews:
        _reviews[loop] = Reviews()
    return _reviews[loop]
