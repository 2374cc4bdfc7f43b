"""What a seat is asked for, by which rule, and what each of its moves would do."""

from collections.abc import Sequence

from engine.cards.decktet import CODES, DECK, SUIT_LETTERS, SUIT_NAMES, SUITS, DecktetCode
from engine.games.gasp.dealing import form_of
from engine.games.gasp.menus import DECLARING, SILENT
from engine.games.gasp.model import View
from engine.games.gasp.moves import SUIT_CHOICES, TEXT, Choose, Give
from engine.games.gasp.refusals import must_follow
from engine.games.gasp.show import forecast, side_forecast
from engine.games.gasp.show.words import card, rival, seat, suit_of, text, token
from engine.games.gasp.tokens import gifts
from engine.games.gasp.tokens import packed as packed_tokens
from engine.games.gasp.tricks import playable
from engine.games.gasp.views import packed_trick
from engine.picture import Choice
from engine.text import Text
from engine.text import gettext_noop as _


def prompt(view: View) -> tuple[Text, Text | None]:
    if view.turn is None:
        return _end(view)
    if view.turn != view.seat:
        return text(_("Waiting for {seat}"), seat=seat(view.turn)), why_wait(view, view.turn)
    if choosing(view):
        return Text(_("Choose the suit")), _why_choose(view)
    if view.giving is not None:
        return Text(_("Hand on a token")), _why_give(view)
    return Text(_("Your turn")), _why_play(view)


def choosing(view: View) -> bool:
    """Whether the suit of the last trick is still to be chosen."""
    return view.last is not None and view.last.suit is None


def why_wait(view: View, turn: int) -> Text | None:
    if choosing(view):
        return text(_("{seat} has to choose the suit of the trick."), seat=seat(turn))
    if view.giving is not None:
        return text(_("{seat} has to hand on {token}."), seat=seat(turn), token=token(view.giving))
    return None


def _why_choose(view: View) -> Text:
    one, other = (suit_of(SUIT_LETTERS[choice.suit]) for choice in _suits(view))
    return text(_("You won the trick in both {one} and {other}: choose one."), one=one, other=other)


def _why_give(view: View) -> Text:
    message = (
        _("Your team won in {suit} and holds two: give {token} to the other team, and take one in return.")
        if form_of(view).partners
        else _("You won in {suit} and hold two of it already: give {token} to another player, and take one in return.")
    )
    return text(message, suit=suit_of(view.giving or ""), token=token(view.giving or ""))


def _why_play(view: View) -> Text:
    if not view.trick:
        return Text(_("You lead: play any card."))
    led = view.trick[0]
    by, name, suits = seat(led.seat), card(led.card), [suit_of(code) for code in led.card[1:]]
    follows = any(set(code[1:]) & set(led.card[1:]) for code in view.hand)
    if len(suits) == 1:
        message = (
            _("{seat} led the {card}: follow with {suit}.")
            if follows
            else _("{seat} led the {card} and you hold no {suit}: play any card, it cannot win.")
        )
        return text(message, seat=by, card=name, suit=suits[0])
    message = (
        _("{seat} led the {card}: follow with {one} or {other}.")
        if follows
        else _("{seat} led the {card} and you hold neither {one} nor {other}: play any card, it cannot win.")
    )
    return text(message, seat=by, card=name, one=suits[0], other=suits[1])


def _end(view: View) -> tuple[Text, Text | None]:
    places = view.outcome.places if view.outcome else ()
    winners = [number for number, place in enumerate(places) if place == 1]
    form = form_of(view)
    if len(winners) * form.sides != form.seats:
        return Text(_("The game is over")), Text(_("The first place is shared."))
    held = view.tokens[winners[0] % form.sides]
    complete = all(n == 2 for n in held)
    names = {"seat": seat(winners[0])}
    over = _("{seat} won with all twelve tokens") if complete else _("{seat} won with {n} tokens")
    if form.partners:
        names["partner"] = seat(winners[1])
        over = (
            _("{seat} and {partner} won with all twelve tokens")
            if complete
            else _("{seat} and {partner} won with {n} tokens")
        )
    won = text(over, **names) if complete else text(over, n=sum(held), **names)
    if complete:
        return won, Text(_("Two tokens of each suit: the set is complete."))
    return won, text(_("The most tokens after round {number}."), number=view.round + 1)


def refusal(view: View) -> Text | None:
    return must_follow(DECK.card[view.trick[0].card]) if view.trick and view.giving is None else None


# -- choices


def choices(view: View) -> tuple[Choice, ...]:
    if choosing(view):
        return tuple(_suit(view, choice) for choice in _suits(view))
    if view.giving is not None:
        tokens, sides = packed_tokens(view.tokens), len(view.tokens)
        offered = gifts(tokens, sides, (view.turn or 0) % sides, SUIT_LETTERS.index(view.giving))
        return tuple(_gift(view, gift) for gift in offered)
    trick = packed_trick(view.trick)
    may = playable(DECK.hand(view.hand), trick)
    return tuple(choice for code in view.hand if may >> DECK.card[code] & 1 for choice in _plays(view, code))


def _plays(view: View, code: DecktetCode) -> Sequence[Choice]:
    """One choice, or one for each suit that the card may stand for."""
    number = DECK.card[code]
    two = form_of(view).sides == 2
    said, note = (SILENT, side_forecast.of_play) if two else (DECLARING, forecast.of_play)
    ways = said.replies[DECK.card[view.trick[0].card]][number] if view.trick else said.leads[number]
    return [
        Choice(
            move=TEXT[play],
            label=text(_("Play the {card}"), card=card(code)) if play.suit is None else Text(SUIT_NAMES[play.suit]),
            card=CODES[play.card],
            note=note(view, play),
            suit=None if play.suit is None else SUITS[play.suit],
        )
        for play in ways
    ]


def _suits(view: View) -> tuple[Choose, ...]:
    return SUIT_CHOICES[DECK.card[view.last.cards[0].card]] if view.last else ()


def _suit(view: View, choice: Choose) -> Choice:
    return Choice(
        move=TEXT[choice],
        label=Text(SUIT_NAMES[choice.suit]),
        note=side_forecast.of_choice(view, choice),
        suit=SUITS[choice.suit],
    )


def _gift(view: View, gift: Give) -> Choice:
    to = rival(gift.to, partners=form_of(view).partners)
    if gift.suit is None:
        return Choice(move=TEXT[gift], label=text(_("Give it to {seat}"), seat=to), note=forecast.of_gift(view, gift))
    taken = token(SUIT_LETTERS[gift.suit])
    return Choice(
        move=TEXT[gift],
        label=text(_("Give it to {seat} and take {token}"), seat=to, token=taken),
        note=forecast.of_gift(view, gift),
        suit=SUITS[gift.suit],
    )
