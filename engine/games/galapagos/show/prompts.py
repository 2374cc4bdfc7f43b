"""What is asked of a player, by which rule, and what each move would do."""

from engine.cards.french import CODES, PACK, SUIT_OF, SUITS
from engine.games.galapagos.auctions import TIES
from engine.games.galapagos.combinations import is_run
from engine.games.galapagos.melds import points
from engine.games.galapagos.model import Codes, View
from engine.games.galapagos.moves import CARD, SUIT, Bid, Cede, Meld, Move, Out, Play, Swap, Take, Trump, codes
from engine.games.galapagos.show.telling import STAKES, listed, suit_of
from engine.games.galapagos.tricks import SUIT_AS, WINS
from engine.pairs import OTHER
from engine.picture import Choice
from engine.text import Hole, Ref, Text, card, seat, suit
from engine.text import gettext_noop as _

_JOKER = len(PACK)


def demand(view: View) -> tuple[Text, Text | None]:
    """What the viewer is to do, and by which rule."""
    match view.phase:
        case "auction":
            bid = Text(_("Bid for {card}"), {"card": card(view.turned or "")})
            return bid, Text(_("The higher card decides who takes it; the other player gets the next card unseen."))
        case "choice":
            choose = Text(_("Take {card} or cede it"), {"card": card(view.turned or "")})
            return choose, Text(_("The player who does not get it takes the next card of the stock unseen."))
        case "melds":
            why = Text(_("All that scores is shown. A set of three counts 30 if its missing suit is your trump."))
            return Text(_("Show your melds")), why
        case "trumps":
            return Text(_("Choose your trump")), Text(_("Both choose in secret, each for their own cards."))
        case "tricks":
            return _asked_for_a_card(view)
    if view.table:
        return _asked_to_beat(view.table[-1])
    return Text(_("Lead to the play-off")), Text(_("A card, two or more of a rank, or three or more in sequence."))


def _asked_to_beat(top: Codes) -> tuple[Text, Text]:
    n, highest = len(top), card(top[-1])
    if n == 1:
        return Text(_("Beat {card} or pass"), {"card": highest}), Text(
            _("Any higher card does. A player who passes loses the round.")
        )
    if is_run([CARD[code] for code in top]):
        why = _("Also {n} in sequence, but with a card above {card} on top. A player who passes loses the round.")
        return Text(_("Beat the sequence or pass")), Text(why, {"n": n, "card": highest})
    why = _("Also {n} of a rank, but of a higher one than {card}. A player who passes loses the round.")
    return Text(_("Beat the set or pass")), Text(why, {"n": n, "card": highest})


def _asked_for_a_card(view: View) -> tuple[Text, Text | None]:
    me = view.seat or 0
    if not view.trick:
        last = Text(_("Every trick is worth 10 to the winner of the last one, 5 to the other."))
        return Text(_("Lead a card")), last
    led = _led_suit(view)
    why = _("Follow with {suit} if you can. Otherwise your trump, {trump}, may win.")
    ask = Text(_("Answer {card}"), {"card": card(view.trick[0])})
    return ask, Text(why, {"suit": led, "trump": suit_of(view.trumps[me])})


def waiting(view: View) -> tuple[Text, Text | None]:
    """What a viewer sees who has nothing to do now."""
    if len(view.to_act) == 2:
        return Text(_("Both are choosing in secret")), None
    if view.to_act:
        return Text(_("Waiting for {seat}"), {"seat": seat(view.to_act[0])}), None
    if view.outcome is None or view.outcome.places == (1, 1):
        return Text(_("The game ended even")), None
    stake = STAKES.get(view.outcome.stake)
    winner, points = view.outcome.places.index(1), view.outcome.points
    holes: dict[str, Hole] = {"seat": seat(winner), "points": points[winner], "fewer": points[1 - winner]}
    won = Text(_("{seat} won with {points} points to {fewer}"), holes)
    return won, None if stake is None else Text(stake)


# -- moves


def choice(view: View, move: Move, name: str) -> Choice:
    """*move*, written *name*, as a button: beside its card if it begins with one of the hand."""
    match move:
        case Bid(card=held):
            label = Text(_("Bid {card}"), {"card": card(CODES[held])})
            return Choice(move=name, card=CODES[held], label=label, note=_of_bid(view, held))
        case Play(card=held):
            label = Text(_("Play {card}"), {"card": card(CODES[held])})
            return Choice(move=name, card=CODES[held], label=label, note=_of_play(view, held))
        case Out(cards=held):
            together = codes(held)
            label = Text(_("Play {cards}"), {"cards": listed(together)})
            return Choice(move=name, card=together[0], label=label, cards=together if len(held) > 1 else ())
        case Trump(suit=chosen):
            return _of_trump(view, chosen, name)
        case Swap(card=bid):
            label = Text(_("Exchange the joker for {card}"), {"card": card(CODES[bid])})
            note = _melding_with(view, CODES[bid])
            return Choice(move=name, label=label, note=note, cards=(CODES[bid],))
        case Meld(trump=trump):
            return _of_meld(view, trump, name)
        case Take() | Cede():
            return _of_choice(view, name, taken=isinstance(move, Take))
    return Choice(move=name, label=Text(_("Pass")))


def _of_bid(view: View, held: int) -> Text:
    """Which equal bids win, by the suit of the card turned up."""
    if held >= _JOKER:
        return Text(_("Beats every card, and is then out of play."))
    turned = SUIT_OF[CARD[view.turned]]
    order = sorted(range(4), key=lambda one: -TIES[turned][one])
    names = dict(zip("abcd", (suit(SUITS[one]) for one in order), strict=True))
    return Text(_("Equal ranks: first {a}, then {b}, {c}, {d}."), dict(names))


def _of_play(view: View, held: int) -> Text | None:
    if not view.trick:
        return None
    me = view.seat or 0
    leader, follower = SUIT[view.trumps[OTHER[me]]], SUIT[view.trumps[me]]
    led = CARD[view.trick[0]]
    if WINS[leader][follower][led] >> held & 1:
        return Text(_("This wins the trick."))
    return Text(_("{seat} wins the trick."), {"seat": seat(OTHER[me])})


def _led_suit(view: View) -> Ref:
    leader = SUIT[view.trumps[OTHER[view.seat or 0]]]
    return suit(SUITS[SUIT_AS[leader][CARD[view.trick[0]]]])


def _of_trump(view: View, chosen: int, name: str) -> Choice:
    held = sum(CARD[code] < _JOKER and SUIT_OF[CARD[code]] == chosen for code in view.hand)
    label = Text("{suit}", {"suit": suit(SUITS[chosen])})
    return Choice(move=name, label=label, note=Text(_("You hold {n}."), {"n": held}))


def _of_meld(view: View, trump: int | None, name: str) -> Choice:
    n = points(_bits(view.hand), trump)
    note = Text(_("{n} points."), {"n": n})
    if trump is None:
        return Choice(move=name, label=Text(_("Show melds")), note=note)
    label = Text(_("Announce {suit} and show melds"), {"suit": suit(SUITS[trump])})
    return Choice(move=name, label=label, note=note)


def _melding_with(view: View, code: str) -> Text:
    held = [own for own in view.hand if CARD[own] < _JOKER]
    return Text(_("In place of the joker: {n} points."), {"n": points(_bits((*held, code)))})


def _of_choice(view: View, name: str, *, taken: bool) -> Choice:
    faced, other = card(view.turned or ""), seat(OTHER[view.seat or 0])
    if taken:
        note = Text(_("{seat} gets the next card unseen."), {"seat": other})
        return Choice(move=name, card=view.turned, label=Text(_("Take {card}"), {"card": faced}), note=note)
    note = Text(_("{seat} gets it, and you get the next card unseen."), {"seat": other})
    return Choice(move=name, label=Text(_("Cede {card}"), {"card": faced}), note=note)


def _bits(of: tuple[str, ...]) -> int:
    return sum(1 << CARD[code] for code in of)
