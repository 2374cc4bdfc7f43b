"""What a game counts beside its points: the same while it is played as from the log, and as a plain count says."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import pytest

from engine import tally
from engine.events import Event
from engine.game import AnyGame
from engine.games.duck_soup.events import TrickTaken
from engine.games.hasp.events import PredictionMade, RoundScored
from engine.registry import GAMES
from tests.engine.test_sheet import played

Seats = Iterator[int]


def _named(*kinds: str, by: str = "seat") -> Callable[[Iterable[Event]], Seats]:
    """The seats that events of these kinds name."""
    return lambda events: (getattr(event, by) for event in events if event.kind in kinds)


def _tricks_of_duck_soup(events: Iterable[Event]) -> Seats:
    """Four cards on the table were two tricks."""
    for event in events:
        if isinstance(event, TrickTaken):
            yield from [event.seat] * (2 if event.points == 4 else 1)


def _deals_of_dracula(events: Iterable[Event]) -> Seats:
    for event in events:
        if event.kind == "dracula.deal_scored" and event.scores[0] != event.scores[1]:  # type: ignore[attr-defined]
            yield int(event.scores[1] > event.scores[0])  # type: ignore[attr-defined]


def _predictions_of_hasp(events: Iterable[Event]) -> Seats:
    claimant: int | None = None
    for event in events:
        if isinstance(event, PredictionMade):
            yield from [event.seat for find in event.finds if find in ("minor", "great")]
            claimant = event.seat if event.finds[-1:] in (("all",), ("none",)) else claimant
        elif isinstance(event, RoundScored):
            if event.held and claimant is not None:
                yield claimant
            claimant = None


GASP = _named("gasp.trick_taken", "gasp.suits_tied")
PLAINLY: dict[str, Callable[[Iterable[Event]], Seats]] = {
    "gasp": GASP,
    "gasp-pairs": GASP,
    "gasp-duel": GASP,
    "noodling": _named("noodling.prize_taken"),
    "hasp": _predictions_of_hasp,
    "duck-soup": _tricks_of_duck_soup,
    "galapagos": _named("galapagos.bids_revealed", by="winner"),
    "dracula": _deals_of_dracula,
    "german-whist": _named("german_whist.card_taken"),
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


@every_game
def test_the_tally_is_what_a_plain_count_of_the_log_says(game: AnyGame) -> None:
    for number in range(3):
        _table, events = played(game, f"tally-{game.key}-{number}")
        seats = game.sizes[0]
        plain = Counter(PLAINLY[game.key](events))
        assert tally.of_log(game, seats, events) == tuple(plain[seat] for seat in range(seats))
        assert sum(plain.values()) > 0


@every_game
def test_what_is_counted_has_a_name_and_everybody_may_know_it(game: AnyGame) -> None:
    """The events that it follows from hide nothing from a spectator."""
    assert game.tally
    assert set(game.tallied) <= set(game.events)
    _table, events = played(game, f"tally-{game.key}")
    for event in events:
        if type(event) in game.tallied:
            assert event.seen_by(None) == event
