"""Seats and turns, looked up: who is next, who is left of whom."""

from engine.events import Seat

MOST_SEATS = 3

SEAT = tuple(Seat(seat) for seat in range(MOST_SEATS))
LEFT: tuple[tuple[Seat, ...], ...] = tuple(
    tuple(SEAT[(seat + 1) % seats] for seat in range(seats)) for seats in range(MOST_SEATS + 1)
)
"""``[seats][seat]``: the next one clockwise."""


def _next(seats: int, seat: int, out: int) -> int:
    order = ((seat + step) % seats for step in range(1, seats + 1))
    return next((other for other in order if not out >> other & 1), -1)


NEXT: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(_next(seats, seat, out) for out in range(1 << seats)) for seat in range(seats))
    for seats in range(MOST_SEATS + 1)
)
"""``[seats][seat][out]``: who bids next, given who has passed as bits; nobody: -1."""
EVERYBODY = tuple((1 << seats) - 1 for seats in range(MOST_SEATS + 1))
