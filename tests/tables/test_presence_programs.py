"""Which programs are connected: asked of one, or of all that are, and of nobody who was."""

from tests.clock import Clock
from tournaments.platform import valkey
from tournaments.tables import presence


def test_a_program_is_connected_as_long_as_it_is_noted(clock: Clock) -> None:
    presence.note_programs([71, 72])
    assert (presence.is_connected(71), presence.is_connected(73)) == (True, False)
    clock.now += presence.GRACE_MS + 1
    presence.note_programs([72])
    assert (presence.is_connected(71), presence.connected() & {71, 72}) == (False, {72})


def test_who_was_connected_is_not_kept(clock: Clock) -> None:
    """A site has had more programs than it has: what is read at each invitation does not grow with them."""
    presence.note_programs(range(1_000, 1_500))
    clock.now += 60_000
    presence.note_programs([9])
    assert valkey.client().zcount(presence._programs(), "-inf", clock.now) == 1
