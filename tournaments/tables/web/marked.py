"""What may be marked on a position, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.kit import faces
from tournaments.tables.marks import Mark, place_of


def markable(deck: str, names: Sequence[str]) -> dict[Mark, str]:
    """By mark: the places of the seats, whose *names* may be empty, and the cards of *deck*."""
    places = {place_of(seat): _place(seat, name) for seat, name in enumerate(names)}
    return places | {code: faces.full_name(deck, code) for code in faces.codes(deck)}


def _place(seat: int, name: str) -> str:
    return gettext("The place of {name}").format(name=name or gettext("seat {n}").format(n=seat + 1))
