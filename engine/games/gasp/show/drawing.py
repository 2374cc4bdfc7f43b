"""The table as one seat sees it."""

from collections.abc import Iterator, Sequence
from typing import Literal

from engine.cards.decktet import SUIT_NAMES, SUITS
from engine.events import Seat
from engine.games.gasp.dealing import Form, form_of
from engine.games.gasp.model import LastTrick, Played, View
from engine.games.gasp.show.prompts import choices, prompt, refusal
from engine.games.gasp.show.words import card, seat, suit_of, text
from engine.games.gasp.sums import command, counting
from engine.games.gasp.tricks import holder
from engine.games.gasp.views import packed_trick
from engine.picture import Fact, Hint, Picture, Plate, Spot, Tally, Zone
from engine.text import Text
from engine.text import gettext_noop as _


def picture(view: View) -> Picture:
    mine = view.seat is not None and view.seat == view.turn
    asked, why = prompt(view)
    return Picture(
        deck="decktet",
        me=view.seat,
        to_act=() if view.turn is None else (view.turn,),
        plates=tuple(_plate(view, Seat(number)) for number in range(len(view.counts))),
        zones=_zones(view),
        choices=choices(view) if mine else (),
        prompt=asked,
        why=why,
        refusal=refusal(view) if mine else None,
        facts=tuple(_facts(view)),
        goal=goal(view),
        hint=hint(view) if mine else None,
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
    if view.last is not None and view.last.suit is not None:
        zones.append(last_trick(view.last, form_of(view)))
    return tuple(zones)


def _trick(view: View) -> Zone:
    """The cards played, and an empty place for each card still to come; a trick stays until its suit is chosen."""
    form, trick = form_of(view), view.trick
    if view.last is not None and view.last.suit is None:
        trick = view.last.cards
    number = min((len(view.seen) - len(trick)) // form.trick + 1, form.tricks)
    winning = _winning(trick, form) if trick else ()
    spots = [_spot(played, "winning" if place in winning else "") for place, played in enumerate(trick)]
    if view.turn is not None and view.giving is None:
        awaited = range(view.turn, view.turn + form.trick - len(trick))
        spots += [Spot(empty=True, seat=Seat(number % form.seats)) for number in awaited]
    return Zone(
        key="trick",
        form="trick",
        title=text(_("Trick {number} of {of}"), number=number, of=form.tricks),
        spots=tuple(spots),
    )


def _winning(trick: Sequence[Played], form: Form) -> Sequence[int]:
    """The places of the cards that win, or would: one, or those that a side adds up."""
    plays = packed_trick(trick)
    return (holder(plays),) if form.sides > 2 else counting(plays, command(plays, own_crown=form.own_crown))


def last_trick(last: LastTrick, form: Form) -> Zone:
    winning = _winning(last.cards, form)
    spots = tuple(_spot(played, "won" if place in winning else "") for place, played in enumerate(last.cards))
    return Zone(key="last", form="history", title=Text(_("Last trick")), spots=spots, note=_how_won(last, form))


def _how_won(last: LastTrick, form: Form) -> Text:
    by, won_in = seat(last.seat), suit_of(last.suit or "")
    if form.sides > 2:
        winner = next(played for played in last.cards if played.seat == last.seat)
        return text(_("{seat} won with the {card}, in {suit}."), seat=by, card=card(winner.card), suit=won_in)
    score = command(packed_trick(last.cards), own_crown=form.own_crown).score
    if not form.partners:
        return text(_("{seat} won with {score} in {suit}."), seat=by, score=score, suit=won_in)
    both = _("{seat} and {partner} won with {score} in {suit}.")
    return text(both, seat=by, partner=seat((last.seat + form.sides) % form.seats), score=score, suit=won_in)


def _spot(played: Played, mark: Literal["", "winning", "won"]) -> Spot:
    said = None if played.suit is None else text(_("as {suit}"), suit=suit_of(played.suit))
    return Spot(card=played.card, seat=played.seat, mark=mark, said=said)


# -- seats and facts


def _plate(view: View, number: Seat) -> Plate:
    form = form_of(view)
    side = number % form.sides
    tallies = tuple(Tally(label=Text(SUIT_NAMES[s]), n=n, of=2, suit=SUITS[s]) for s, n in enumerate(view.tokens[side]))
    facts = (Text(_("Dealer")),) if number == view.dealer else ()
    team = side if form.partners else None
    return Plate(seat=number, cards=view.counts[number], tallies=tallies, facts=facts, team=team)


def _facts(view: View) -> Iterator[Fact]:
    dealt = text(_("{number}, dealt by {seat}"), number=view.round + 1, seat=seat(view.dealer))
    yield Fact(Text(_("Round")), dealt)
    yield Fact(Text(_("First to")), Text(_("2 of each suit")))
    yield Fact(Text(_("Rounds at most")), text("{number}", number=view.options.max_rounds))
    if view.options.ace_raid:
        yield Fact(Text(_("Ace raid")), Text(_("on")))
    form = form_of(view)
    if form.partners:
        for team, held in enumerate(view.tokens):
            message, partner = _("{seat} and {partner}: {n} of 12 tokens"), seat(team + form.sides)
            yield Fact(text(_("Team {n}"), n=team + 1), text(message, seat=seat(team), partner=partner, n=sum(held)))


HINTS = 4
"""The tricks of the first round that come with a hint."""


def goal(view: View) -> Text:
    partners = form_of(view).partners
    if view.round + 1 >= view.options.max_rounds:
        return Text(
            _("Your team: the most tokens after this round") if partners else _("The most tokens after this round")
        )
    if partners:
        return Text(_("The first team with two tokens of each suit"))
    return Text(_("The first with two tokens of each suit"))


def hint(view: View) -> Hint | None:
    """For the seat that is to act, in the first tricks of the first round."""
    number = (len(view.seen) - len(view.trick)) // form_of(view).trick + 1
    if view.round > 0 or number > HINTS or view.turn is None:
        return None
    return Hint(number, HINTS, Text(_advice(view)))


def _advice(view: View) -> str:
    if view.last is not None and view.last.suit is None:
        return _("Choose the suit that you hold no token of yet.")
    if view.giving is not None:
        return _("Give the token to the player who has least use for it, and take one that you lack.")
    if not view.trick:
        return _("High cards win more tricks: crowns count 10, aces 1. You win a token of a suit of your card.")
    led = set(view.trick[0].card[1:])
    if not any(led & set(code[1:]) for code in view.hand):
        return _("No card of yours can win this trick: let go of the one that you need least.")
    return _("Lifted cards share a suit with the card led. Choose one to see whether it would win.")
