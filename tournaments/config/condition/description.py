"""All parts of the service, and how each of them is: pure."""

from msgspec import Struct

from tournaments.config.condition import backlog, servers, upkeep
from tournaments.config.condition.facts import Facts
from tournaments.config.condition.parts import Part, State, worst


class Description(Struct, frozen=True):
    at: int
    """When it was so; epoch ms."""
    parts: tuple[Part, ...]

    @property
    def state(self) -> State:
        return worst(self.parts)


def describe(facts: Facts) -> Description:
    late = map(backlog.judge, facts.waiting)
    return Description(facts.at, (*servers.judge(facts), *upkeep.judge(facts), *late))
