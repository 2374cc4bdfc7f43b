"""What was found out about the service's parts. What could not be found out is ``None``; times are in seconds."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.text import Text

Answer: TypeAlias = Literal["answers", "silent", "refuses", "unfit"]
"""How a server takes our question: *unfit* is the address, at which nobody can be asked."""


class Database(Struct, frozen=True):
    read_only: bool = False
    in_recovery: bool = False
    worker: bool = False
    """Whether it is one of the servers that a coordinator of Citus works with."""
    unapplied: int = 0
    """Migrations."""
    ahead: float = 0.0
    """How much this machine's clock is ahead of the database's."""
    free: int | None = None
    """Bytes on the disk of its data, where that is on this machine."""


class Servers(Struct, frozen=True):
    """Of Citus, which the log lies on beside the coordinator: how many, and what to mend first."""

    number: int
    trouble: Text | None = None


class Standby(Struct, frozen=True):
    """What rows that may be a little old are asked of."""

    behind: float | None
    """By how many seconds at most; ``None`` if it does not answer, or follows nobody."""
    late: bool = False
    """Whether that is too much to read from it."""


class Disk(Struct, frozen=True):
    """A file system, and what of the service's lies on it."""

    folders: tuple[str, ...]
    free: int
    """Bytes."""


class Queue(Struct, frozen=True):
    name: str
    length: int
    oldest: float | None = None
    """The age of the message that has waited longest; ``None`` if there is none, or its broker does not tell."""
    taken: bool | None = None
    """Whether a worker that takes from it has answered."""


class Follower(Struct, frozen=True):
    """Somebody who takes in everything that is appended, and how far behind they are."""

    name: str
    commits: int
    more: bool
    """Than that."""
    seconds: float


class Anchors(Struct, frozen=True):
    """Where the ends of streams are kept: why that is not possible now, and for how long something was not kept."""

    away: str
    seconds: float


class Archive(Struct, frozen=True):
    """Where the events of old tables lie."""

    away: str
    """Why it cannot be reached; empty if it can."""
    problem: str = ""
    """What keeps tables from going there, now or when that was last tried."""
    seconds: float | None = None
    """How long ago that was; ``None`` if it never was."""


class Site(Struct, frozen=True):
    """What somebody finds who asks for the service where its visitors do."""

    streams: bool | None
    """Whether the process of the live streams answers; ``None`` if nobody answered there."""
    certificate: float | None = None
    """For how long it is good."""


class Waiting(Struct, frozen=True):
    """Something that should have been done: how many, and for how long the oldest."""

    name: str
    count: int
    more: bool
    """Than that."""
    seconds: float


class Reviews(Struct, frozen=True):
    """Games that people look at together now, how many of these nobody has stepped in for an hour, and how many
    somebody may have opened at a time."""

    open: int
    quiet: int
    most: int


class Pictures(Struct, frozen=True):
    """Pictures of games that were drawn since the hour began, and the rate at which one person may have them drawn."""

    drawn: int
    rate: str


class Films(Struct, frozen=True):
    """Short films of games: how many are kept, and may be; their bytes; how many wait, and for how long the first."""

    kept: int
    most: int
    size: int
    waiting: int
    seconds: float


class Facts(Struct, frozen=True, kw_only=True):
    at: int
    """Epoch ms."""
    redis: bool
    database: Database | None
    """``None`` if it does not answer; then nothing is known that stands in it."""
    servers: Servers | None = None
    """``None`` where the log lies on one server."""
    standby: Standby | None = None
    """``None`` where none is read."""
    disks: tuple[Disk, ...] = ()
    broker: Answer | None = None
    queues: tuple[Queue, ...] = ()
    ticked: float | None = None
    """How long ago the tick ran; negative if that was in the future, as the clock goes now."""
    followers: tuple[Follower, ...] = ()
    anchors: Anchors | None = None
    """``None`` where nobody keeps any."""
    archive: Archive | None = None
    """``None`` where there is none."""
    open_data: str | None = None
    """Why no month can be published; empty if it can, ``None`` where ``OPEN_DATA`` is not set."""
    site: Site | None = None
    films: Films | None = None
    pictures: Pictures | None = None
    waiting: tuple[Waiting, ...] = ()
    reviews: Reviews | None = None
