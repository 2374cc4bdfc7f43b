"""What is asked of a player, and by which rule; the moves."""

from engine.cards.hasp import CODES, DECK, SUIT_OF, SUITS
from engine.games.hasp.model import View
from engine.games.hasp.moves import ANNOUNCEMENTS, NO_TRUMP, TEXT, TRUMP_CODES, Announce, Move, Predict, plays
from engine.games.hasp.predictions import open_to
from engine.games.hasp.refusals import MUST_TRUMP, must_follow
from engine.games.hasp.scores import claim_in
from engine.games.hasp.show import forecast
from engine.games.hasp.show.words import finds, text
from engine.games.hasp.tricks import CARD, FOLLOWS, TRUMPS, playable
from engine.picture import Choice
from engine.text import Text, card, seat, suit
from engine.text import gettext_noop as _


def trump_of(view: View) -> int:
    return TRUMP_CODES.index(view.trump or "none")


def moves(view: View) -> tuple[Move, ...]:
    """The legal moves of the viewer, whose turn it is."""
    held = DECK.hand(view.hand)
    if view.due == "trump":
        return ANNOUNCEMENTS
    if view.due == "prediction":
        claim = any(claim_in(said) for said in view.predictions if said)
        return open_to(held, claim=not claim, several=view.options.multi_predictions)
    return plays(playable(held, [CARD[played.card] for played in view.trick], trump_of(view)))


def demand(view: View) -> tuple[Text, Text | None]:
    """What the viewer is to do, and by which rule."""
    if view.due == "trump":
        why = _("The village is always trump; you may add a suit before you see the rest of your cards.")
        return Text(_("Announce the trump")), Text(why)
    if view.due == "prediction":
        if not any(isinstance(move, Predict) and move.finds for move in moves(view)):
            return Text(_("You can only pass")), Text(_("You cannot make a prediction. You play a card next."))
        why = _("You play a card next. Every prediction makes the pot larger, no matter who wins it.")
        return Text(_("Predict, or pass")), Text(why)
    if not view.trick:
        return Text(_("Lead a card")), Text(_("You lead: play any card."))
    return Text(_("Your turn")), _duty(view)


def _duty(view: View) -> Text:
    led = view.trick[0]
    by, name, of = seat(led.seat), card(led.card), suit(SUITS[SUIT_OF[CARD[led.card]]])
    held = DECK.hand(view.hand)
    if held & FOLLOWS[CARD[led.card]]:
        return text(_("{seat} led {card}: follow with {suit}."), seat=by, card=name, suit=of)
    if held & TRUMPS[trump_of(view)]:
        return text(_("{seat} led {card} and you hold no {suit}: play a trump."), seat=by, card=name, suit=of)
    message = _("{seat} led {card} and you hold neither {suit} nor a trump: play any card, it cannot win.")
    return text(message, seat=by, card=name, suit=of)


def waiting(view: View) -> tuple[Text, Text | None]:
    """What a viewer sees who has nothing to do now."""
    if view.turn is not None:
        due = {
            "trump": _("{seat} has to announce the trump."),
            "prediction": _("{seat} has to predict, or to pass."),
            "card": _("{seat} has to play a card."),
        }
        who = seat(view.turn)
        return text(_("Waiting for {seat}"), seat=who), text(due[view.due or "card"], seat=who)
    places = view.outcome.places if view.outcome else ()
    winners = [number for number, place in enumerate(places) if place == 1]
    if len(winners) == 1:
        points = view.totals[winners[0]]
        return text(_("{seat} won with {points} victory points"), seat=seat(winners[0]), points=points), None
    if len(places) == 4 and len(winners) == 2:
        one, other = map(seat, winners)
        won = _("{seat} and {partner} won with {points} victory points")
        return text(won, seat=one, partner=other, points=view.totals[winners[0]]), None
    return Text(_("The game is over")), Text(_("The first place is shared."))


def refusal(view: View) -> Text | None:
    """Why some cards of the hand may not be played."""
    if view.due == "trump":
        return Text(_("Announce the trump first."))
    if view.due == "prediction":
        return Text(_("Make a prediction or pass first."))
    if not view.trick:
        return None
    led = CARD[view.trick[0].card]
    return must_follow(led) if DECK.hand(view.hand) & FOLLOWS[led] else MUST_TRUMP


def choice(view: View, move: Move) -> Choice:
    if isinstance(move, Announce):
        return _trump_choice(move)
    if isinstance(move, Predict):
        label = finds(move.finds)
        return Choice(move=TEXT[move], label=label, note=forecast.of_prediction(view, move))
    code = CODES[move.card]
    note = forecast.of_play(view, move)
    return Choice(move=TEXT[move], card=code, label=text(_("Play {card}"), card=card(code)), note=note)


def _trump_choice(move: Announce) -> Choice:
    if move.trump == NO_TRUMP:
        return Choice(move=TEXT[move], label=Text(_("No trump")), note=Text(_("The village stays trump.")))
    return Choice(move=TEXT[move], label=text("{suit}", suit=suit(SUITS[move.trump])))
