"""The reader of the log: every commit once, what it tells and how far it has been read in one transaction."""

from tournaments.log import followers, sources
from tournaments.log.followers import Placed
from tournaments.notices import inserting
from tournaments.notices.reading import heard

NAME = "notices"


def catch_up(*, most: int = followers.MOST) -> int:
    """Take in the next commits; how many. The first time nobody is told of what has been."""
    followers.begin_at_the_end(NAME)
    return followers.follow(NAME, take, most=most)


def take(commit: Placed) -> None:
    """Write what *commit* tells. Taken again, it writes nothing."""
    for stored, telling in heard(commit):
        inserting.end(telling.over, stream=stored.stream, seq=stored.seq, now=sources.now_ms())
        for told in telling.told:
            inserting.write(told, stream=stored.stream, seq=stored.seq, at=stored.recorded_at)
