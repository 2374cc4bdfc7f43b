"""Games that were found as small tables: the cards that decided, the points as curves, what was special."""

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from django.utils.safestring import SafeString

from tournaments.kit import faces
from tournaments.tables import glimpses
from tournaments.tables.glimpses import Glimpse
from tournaments.tables.search import usual_moves
from tournaments.tables.web.found import FoundGame
from tournaments.tables.web.reel import paths
from tournaments.tables.web.special import special

_LINES: Final = {1: "hi", 2: "second"}
"""How the curve of a place is drawn; of all others faintly."""


class Curve(NamedTuple):
    css: str
    path: str


class Row:
    """A game that was found, as the page shows it."""

    def __init__(self, game: FoundGame, glimpse: Glimpse | None, usual: int | None, *, noted: bool) -> None:
        self.game = game
        self.noted = noted
        self.players = sorted(game.players, key=lambda player: player.place)
        self.special = special(game, glimpse, usual)
        self.decisive = glimpse is not None and glimpse.decisive
        self.at = f"?seq={glimpse.seq}" if glimpse else ""
        self.cards = _cards(glimpse) if glimpse else []
        self.named = _named(glimpse) if glimpse else ""
        self.curves = _curves(glimpse, [player.place for player in game.players]) if glimpse else []
        self.steps = len(glimpse.points) if glimpse else 0


def rows(found: Iterable[FoundGame], noted: Collection[str]) -> list[Row]:
    """All of them with one query of the log at most, and one for how long such games are."""
    shown = list(found)
    seen = glimpses.of([game.id for game in shown if not game.in_room])
    usual = usual_moves(sorted({game.game for game in shown})) if shown else {}
    return [Row(game, seen.get(game.id), usual.get(game.game), noted=game.id in noted) for game in shown]


def _cards(glimpse: Glimpse) -> list[SafeString]:
    css = {True: "winning", False: ""}
    return [faces.card(glimpse.deck, each.code, css=css[each.won], hidden=True) for each in glimpse.cards]


def _named(glimpse: Glimpse) -> str:
    return ", ".join(faces.full_name(glimpse.deck, card.code) for card in glimpse.cards)


def _curves(glimpse: Glimpse, places: list[int]) -> list[Curve]:
    """The winner's last, so that it lies above the others; none where nothing was counted."""
    if len(set(glimpse.points)) < 2:
        return []
    drawn = sorted(zip(places, paths(glimpse.points), strict=True), reverse=True)
    return [Curve(_LINES.get(place, "lo"), path) for place, path in drawn]
