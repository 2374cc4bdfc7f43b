"""The table as one seat sees it, and what each of its moves would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.cards.decktet import CODES, DECK, SUIT_LETTERS, SUIT_NAMES, SUITS, DecktetCode
from engine.events import Seat
from engine.games.gasp import forecast
from engine.games.gasp.dealing import TRICKS
from engine.games.gasp.insight import packed_trick
from engine.games.gasp.moves import TEXT, Give
from engine.games.gasp.refusals import must_follow
from engine.games.gasp.state import LastTrick, Played, View
from engine.games.gasp.tokens import gifts
from engine.games.gasp.tokens import packed as packed_tokens
from engine.games.gasp.tricks import LEADS, REPLIES, holder, playable
from engine.games.gasp.words import card, seat, suit_of, text, token
from engine.picture import Choice, Fact, Picture, Plate, Spot, Tally, Zone
from engine.text import Text
from engine.text import gettext_noop as _


def picture(view: View) -> Picture:
    mine = view.seat is not None and view.seat == view.turn
    prompt, why = _prompt(view)
    return Picture(
        deck="decktet",
        me=view.seat,
        to_act=() if view.turn is None else (view.turn,),
        plates=tuple(_plate(view, Seat(number)) for number in range(len(view.counts))),
        zones=_zones(view),
        choices=_choices(view) if mine else (),
        prompt=prompt,
        why=why,
        refusal=_refusal(view) if mine else None,
        facts=_facts(view),
    )


# -- zones


def _zones(view: View) -> tuple[Zone, ...]:
    zones = [
        _trick(view),
        Zone(key="stock", form="pile", title=Text(_("Draw pile")), count=view.stock),
    ]
    if view.seat is not None:
        spots = tuple(Spot(card=code) for code in view.hand)
        zones.append(Zone(key="hand", form="hand", title=Text(_("Your hand")), spots=spots, seat=view.seat))
    if view.last is not None:
        zones.append(_last_trick(view.last))
    return tuple(zones)


def _trick(view: View) -> Zone:
    """The cards played, and an empty place for each card still to come."""
    seats, of = len(view.counts), TRICKS[len(view.counts)]
    number = min((len(view.seen) - len(view.trick)) // seats + 1, of)
    winning = holder(packed_trick(view.trick)) if view.trick else None
    spots = [_spot(played, "winning" if place == winning else "") for place, played in enumerate(view.trick)]
    if view.turn is not None and view.giving is None:
        awaited = range(view.turn, view.turn + seats - len(view.trick))
        spots += [Spot(empty=True, seat=Seat(number % seats)) for number in awaited]
    return Zone(
        key="trick",
        form="trick",
        title=text(_("Trick {number} of {of}"), number=number, of=of),
        spots=tuple(spots),
    )


def _last_trick(last: LastTrick) -> Zone:
    winner = next(played for played in last.cards if played.seat == last.seat)
    note = text(
        _("{seat} won with the {card}, in {suit}."),
        seat=seat(last.seat),
        card=card(winner.card),
        suit=suit_of(last.suit),
    )
    spots = tuple(_spot(played, "won" if played is winner else "") for played in last.cards)
    return Zone(key="last", form="history", title=Text(_("Last trick")), spots=spots, note=note)


def _spot(played: Played, mark: Literal["", "winning", "won"]) -> Spot:
    said = None if played.suit is None else text(_("as {suit}"), suit=suit_of(played.suit))
    return Spot(card=played.card, seat=played.seat, mark=mark, said=said)


# -- seats and facts


def _plate(view: View, number: Seat) -> Plate:
    tallies = tuple(
        Tally(label=Text(SUIT_NAMES[s]), n=n, of=2, suit=SUITS[s]) for s, n in enumerate(view.tokens[number])
    )
    facts = (Text(_("Dealer")),) if number == view.dealer else ()
    return Plate(seat=number, cards=view.counts[number], tallies=tallies, facts=facts)


def _facts(view: View) -> tuple[Fact, ...]:
    dealt = text(_("{number}, dealt by {seat}"), number=view.round + 1, seat=seat(view.dealer))
    facts = [
        Fact(Text(_("Round")), dealt),
        Fact(Text(_("First to")), Text(_("2 of each suit"))),
        Fact(Text(_("Rounds at most")), text("{number}", number=view.options.max_rounds)),
    ]
    if view.options.ace_raid:
        facts.append(Fact(Text(_("Ace raid")), Text(_("on"))))
    return tuple(facts)


# -- words


def _prompt(view: View) -> tuple[Text, Text | None]:
    if view.turn is None:
        return _end(view)
    if view.turn != view.seat:
        waiting = text(_("Waiting for {seat}"), seat=seat(view.turn))
        if view.giving is None:
            return waiting, None
        return waiting, text(_("{seat} has to hand on {token}."), seat=seat(view.turn), token=token(view.giving))
    if view.giving is not None:
        return Text(_("Hand on a token")), _why_give(view)
    return Text(_("Your turn")), _why_play(view)


def _why_give(view: View) -> Text:
    return text(
        _("You won in {suit} and hold two of it already: give {token} to another player, and take one in return."),
        suit=suit_of(view.giving or ""),
        token=token(view.giving or ""),
    )


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
    winners = [Seat(number) for number, place in enumerate(places) if place == 1]
    if len(winners) != 1:
        return Text(_("The game is over")), Text(_("The first place is shared."))
    prompt = text(_("{seat} won the game"), seat=seat(winners[0]))
    if all(n == 2 for n in view.tokens[winners[0]]):
        return prompt, Text(_("Two tokens of each suit: the set is complete."))
    return prompt, text(_("The most tokens after round {number}."), number=view.round + 1)


def _refusal(view: View) -> Text | None:
    return must_follow(DECK.card[view.trick[0].card]) if view.trick and view.giving is None else None


# -- choices


def _choices(view: View) -> tuple[Choice, ...]:
    if view.giving is not None:
        tokens, won = packed_tokens(view.tokens), SUIT_LETTERS.index(view.giving)
        return tuple(_gift(view, gift) for gift in gifts(tokens, len(view.counts), view.turn or 0, won))
    trick = packed_trick(view.trick)
    may = playable(DECK.hand(view.hand), trick)
    return tuple(choice for code in view.hand if may >> DECK.card[code] & 1 for choice in _plays(view, code))


def _plays(view: View, code: DecktetCode) -> Sequence[Choice]:
    """One choice, or one for each suit that the card may stand for."""
    number = DECK.card[code]
    ways = REPLIES[DECK.card[view.trick[0].card]][number] if view.trick else LEADS[number]
    return [
        Choice(
            move=TEXT[play],
            label=text(_("Play the {card}"), card=card(code)) if play.suit is None else Text(SUIT_NAMES[play.suit]),
            card=CODES[play.card],
            note=forecast.of_play(view, play),
            suit=None if play.suit is None else SUITS[play.suit],
        )
        for play in ways
    ]


def _gift(view: View, gift: Give) -> Choice:
    to = seat(gift.to)
    if gift.suit is None:
        return Choice(move=TEXT[gift], label=text(_("Give it to {seat}"), seat=to), note=forecast.of_gift(view, gift))
    taken = token(SUIT_LETTERS[gift.suit])
    return Choice(
        move=TEXT[gift],
        label=text(_("Give it to {seat} and take {token}"), seat=to, token=taken),
        note=forecast.of_gift(view, gift),
        suit=SUITS[gift.suit],
    )
