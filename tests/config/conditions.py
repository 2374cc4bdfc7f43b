"""A service in which all is well."""

from tournaments.config.condition.facts import (
    Anchors,
    Archive,
    Database,
    Disk,
    Facts,
    Films,
    Follower,
    Pictures,
    Queue,
    Reviews,
    Servers,
    Site,
    Standby,
    Waiting,
)
from tournaments.config.condition.judging import LITTLE, PATIENCE
from tournaments.config.condition.parts import DAY

NONE_LATE = tuple(Waiting(name, 0, more=False, seconds=0) for name in PATIENCE)


WELL = Facts(
    at=1_795_400_000_000,
    redis=True,
    database=Database(free=10 * LITTLE),
    servers=Servers(2),
    standby=Standby(0.1),
    disks=(Disk(("state", "static"), 10 * LITTLE),),
    broker="answers",
    queues=(Queue("bots", 3, 0.5, taken=True), Queue("corrections", 1, 60.0, taken=True)),
    ticked=0.7,
    followers=(Follower("notices", 2, more=False, seconds=0.4),),
    anchors=Anchors("", seconds=1_800),
    archive=Archive("", seconds=1_800),
    open_data="",
    films=Films(kept=3, most=200, size=180_000, waiting=1, seconds=2),
    pictures=Pictures(7, "20/min"),
    site=Site(streams=True, certificate=60 * DAY),
    waiting=NONE_LATE,
    reviews=Reviews(2, 1, 5),
)


PARTS = ("database", "migrations", "writing", "clock", "redis", "disk")
