"""What follows from a move."""

from collections.abc import Sequence

from engine.cards import Card
from engine.cards.french import PACK, RANK_OF
from engine.events import Seat
from engine.game import Chance, Rejected
from engine.games.duck_soup.events import (
    DRAWN,
    PLAYED,
    QUACKED,
    QUACKED_BACK,
    SILENTLY_PLAYED,
    SOUPED,
    TAKEN,
    DealBegun,
    DealScored,
    Ducked,
    DuckScored,
    DuckSoupEvent,
    HandDealt,
    PackShuffled,
    TrickTaken,
)
from engine.games.duck_soup.model import Sheet, State
from engine.games.duck_soup.moves import Play
from engine.games.duck_soup.scores import deal_scores, finish
from engine.games.duck_soup.tricks import DUCK_WORTH, FOUR_CARDS, SOUP_WORTH
from engine.pairs import OTHER, SEAT, SEATS, Pair, added
from engine.text import Text
from engine.text import gettext_noop as _

NO_MATCH = Text(_("That card does not match the rank that was led."))


def deal_out(deal: int, chance: Chance) -> tuple[DuckSoupEvent, ...]:
    """A new pack, 13 cards to each hand in ones from the dealer's left; the other seat leads."""
    leader = SEAT[deal % SEATS]
    order = chance.shuffled("pack", deal, PACK)
    return (
        DealBegun(deal, OTHER[leader], leader),
        PackShuffled("pack", order),
        HandDealt(leader, order[:26:2]),
        HandDealt(OTHER[leader], order[1:26:2]),
    )


def reply(state: State, seat: Seat, move: Play, chance: Chance) -> Sequence[DuckSoupEvent]:
    led, card = state.trick[0], move.card
    won = (DUCK_WORTH if state.stock else SOUP_WORTH)[led][card]
    if move.silent:
        return _match_silently(state, seat, card, won, chance)
    if not won:
        return (QUACKED[seat][card],)
    taken = TAKEN[OTHER[seat]][won] if won > 0 else TAKEN[seat][-won]
    return _after_trick(state, PLAYED[seat][card], taken, state.hands[seat] == 1 << card, chance)


def _match_silently(state: State, seat: Seat, card: Card, won: int, chance: Chance) -> Sequence[DuckSoupEvent]:
    """A match without the Quack is a reply off suit: the leader's, face up."""
    if won:
        raise Rejected("no_match", NO_MATCH)
    if not state.sheet.options.allow_silent_match:
        raise Rejected("must_quack", Text(_("At this table a match is always a Quack.")))
    leader = OTHER[seat]
    played = SILENTLY_PLAYED[seat][card]
    return _after_trick(state, played, TAKEN[leader][2], state.hands[seat] == 1 << card, chance)


def ducked(state: State, seat: Seat, chance: Chance) -> Sequence[DuckSoupEvent]:
    if len(state.trick) != 2:
        raise Rejected("no_quack", Text(_("There is no Quack to duck.")))
    points = 2 if state.sheet.options.duck_double else 1
    return _after_trick(state, Ducked(seat), TAKEN[OTHER[seat]][points], not state.hands[seat], chance)


def answer(state: State, seat: Seat, card: Card, chance: Chance) -> Sequence[DuckSoupEvent]:
    """The third card, which must match, or the fourth, which need not (Q4)."""
    matches = RANK_OF[card] == RANK_OF[state.trick[0]]
    if len(state.trick) == 3:
        winner = seat if matches else OTHER[seat]
        played = (SOUPED if matches else PLAYED)[seat][card]
        return _after_trick(state, played, TAKEN[winner][FOUR_CARDS], state.hands[seat] == 1 << card, chance)
    if not matches:
        raise Rejected("no_match", Text(_("Duck, or play a third card of the rank that was led.")))
    return (QUACKED_BACK[seat][card],)


def _after_trick(
    state: State, last: DuckSoupEvent, taken: TrickTaken, hands_empty: bool, chance: Chance
) -> Sequence[DuckSoupEvent]:
    """*last* ends a trick: the winner draws first; without a stock play goes on until the hands are empty."""
    stock = state.stock
    if stock:
        winner = taken.seat
        drawn = (last, taken, DRAWN[winner][stock[0]], DRAWN[OTHER[winner]][stock[1]])
        return drawn if len(stock) > 2 else (*drawn, DuckScored(added(state.won.points, taken.seat, taken.points)))
    if not hands_empty:
        return (last, taken)
    return (last, taken, *_after_deal(state.sheet, added(state.won.points, taken.seat, taken.points), chance))


def _after_deal(sheet: Sheet, soup: Pair, chance: Chance) -> tuple[DuckSoupEvent, ...]:
    scores = deal_scores(sheet.duck, soup)
    totals = sheet.totals[0] + scores[0], sheet.totals[1] + scores[1]
    scored = DealScored(sheet.duck, soup, scores, totals)
    end = finish(sheet.options, sheet.deal + 1, scores, totals)
    return (scored, end) if end else (scored, *deal_out(sheet.deal + 1, chance))
