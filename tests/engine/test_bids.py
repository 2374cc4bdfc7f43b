"""What statistics count of a game: every bid once, with what its player held and knew, and what came of it."""

import pytest

from engine.bids import Settled, settled
from engine.events import Event, Seat
from engine.games.dracula.events import WayChosen
from engine.games.galapagos.events import TrumpsRevealed
from engine.games.hasp.events import PredictionMade, RoundScored, TrumpAnnounced
from engine.games.noodling.events import BidMade, PrizeChosen, PrizeTaken
from engine.registry import GAMES
from tests.engine.test_sheet import played

WITH_BIDS = [key for key, game in GAMES.items() if game.bids]


def bids_of(game: str, seed: int = 3) -> tuple[list[Event], list[Settled]]:
    _, log = played(GAMES[game], str(seed))
    return log, list(settled(GAMES[game], log))


def test_only_games_that_have_bids_have_something_to_count() -> None:
    assert WITH_BIDS == ["noodling", "hasp", "galapagos", "dracula"]
    assert bids_of("german-whist")[1] == []


@pytest.mark.parametrize("game", WITH_BIDS)
def test_each_choice_and_all_that_was_known_has_its_words(game: str) -> None:
    asked = {question.key: question for question in GAMES[game].bids}
    _, bids = bids_of(game)
    assert bids
    for each in bids:
        assert each.bid.choice in asked[each.asked].choices
        assert each.bid.known in asked[each.asked].known


def test_each_prediction_of_hasp_is_counted_with_the_round_that_it_was_made_in() -> None:
    log, bids = bids_of("hasp")
    expected, open_bids = [], list[PredictionMade]()
    for event in log:
        if isinstance(event, PredictionMade):
            open_bids.append(event)
        elif isinstance(event, RoundScored):
            expected += [
                (made.seat, "-".join(made.finds) or "pass", event.gained[made.seat] > 0, event.gained[made.seat])
                for made in open_bids
            ]
            open_bids = []
    found = [each for each in bids if each.asked == "prediction"]
    assert [(each.bid.seat, each.bid.choice, *each.result) for each in found] == expected
    assert sum(each.asked == "trump" for each in bids) == sum(isinstance(event, TrumpAnnounced) for event in log)


def test_a_hand_of_hasp_with_more_trumps_is_the_stronger_one() -> None:
    """Seven cards of a village and a trump suit take more tricks than three: tenths of tricks from 0 to 70."""
    strengths = [each.bid.strength or 0 for seed in range(5) for each in bids_of("hasp", seed)[1] if each.bid.known]
    assert 0 < min(strengths) < 20 < max(strengths) <= 70


def test_a_first_bid_of_noodling_is_counted_and_a_raise_is_not() -> None:
    log, bids = bids_of("noodling")
    first, opened = [], False
    for event in log:
        if isinstance(event, PrizeChosen):
            opened = False
        elif isinstance(event, BidMade) and not opened:
            opened = True
            first.append([event.seat, str(min(event.pips, 7)), False])
        elif isinstance(event, PrizeTaken):
            first[-1][2] = first[-1][0] == event.seat
    assert [[each.bid.seat, each.bid.choice, each.result.made] for each in bids] == first


def test_the_trumps_of_galapagos_are_counted_with_the_points_of_its_tricks() -> None:
    log, bids = bids_of("galapagos")
    assert len(bids) == 2 * sum(isinstance(event, TrumpsRevealed) for event in log)
    one, other = bids[:2]
    assert (one.bid.seat, other.bid.seat) == (Seat(0), Seat(1))
    assert one.result.made == (one.result.points > other.result.points)
    assert {one.bid.known, other.bid.known} in ({"two"}, {"same"})


def test_the_first_dealers_way_in_dracula_is_counted_with_the_whole_game() -> None:
    log, bids = bids_of("dracula")
    chosen = next(event for event in log if isinstance(event, WayChosen))
    assert [(each.bid.seat, each.bid.choice) for each in bids] == [(chosen.seat, chosen.way)]
    assert bids[0].result.made == (log[-1].places[chosen.seat] == 1)  # type: ignore[attr-defined]


def test_what_was_never_settled_is_not_counted() -> None:
    log, _ = bids_of("hasp")
    end = next(at for at, event in enumerate(log) if isinstance(event, RoundScored))
    assert list(settled(GAMES["hasp"], log[:end])) == []
