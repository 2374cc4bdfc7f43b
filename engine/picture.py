"""The one drawing language: every game says what its table looks like, and one template draws it.

A picture is made from a view, so it cannot show what the view does not hold. Cards are codes; words are
:class:`~engine.text.Text`, translated where it is drawn. It is data: it crosses the API as JSON.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from engine.events import Seat
from engine.text import Text
from engine.text import gettext_noop as _
from engine.text import seat as seat_name


class Spot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One place for a card in a zone. No ``card``: a card face down, or with ``empty`` an empty place."""

    card: str | None = None
    empty: bool = False
    seat: Seat | None = None
    """Who played it, or whose card is awaited here."""
    mark: Literal["", "winning", "won"] = ""
    said: Text | None = None
    """What was said with the card: "as Leaves", "Quack"."""
    cell: str | None = None
    """What the place is called in a grid: "b3"."""


class Zone(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place on the table where cards lie. ``key`` is unique in a picture.

    ``hand`` the viewer's own cards · ``known`` those cards of another hand that everybody knows to be in it · ``trick``
    cards in play order, each by a seat · ``pile`` a stack of ``count`` cards of which at most the last is shown ·
    ``row`` cards side by side · ``grid`` cells, ``across`` to a row · ``history`` what has just happened, shown beside
    the table (the last trick).
    """

    key: str
    form: Literal["hand", "known", "trick", "pile", "row", "grid", "history"]
    title: Text
    spots: tuple[Spot, ...] = ()
    count: int | None = None
    across: int = 0
    seat: Seat | None = None
    note: Text | None = None
    beside: tuple[Text, ...] = ()
    """Of a grid: what stands beside each of its rows."""
    below: tuple[Text, ...] = ()
    """Of a grid: what stands below each of its columns."""


class Tally(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something counted at a seat: ``n`` (of ``of``). With a ``suit`` it is drawn as that suit's tokens."""

    label: Text
    n: int
    of: int | None = None
    suit: str | None = None


class Plate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What stands beside a seat: cards in hand, tallies, and a few words."""

    seat: Seat
    cards: int
    tallies: tuple[Tally, ...] = ()
    facts: tuple[Text, ...] = ()
    team: int | None = None


class Choice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A legal move of the viewer. With ``card`` it belongs to that card of the hand, else it is a button of its own.

    A button that names cards, by ``cards`` or ``card``, may also be chosen by tapping these: all of them, and no other.
    """

    move: str
    label: Text
    card: str | None = None
    cell: str | None = None
    """The cell of a grid that the card goes to: of such moves a card is chosen first, then a cell."""
    note: Text | None = None
    """What it does: "10 beats the Darkness"."""
    suit: str | None = None
    cards: tuple[str, ...] = ()
    """Cards that go together by this move: drawn on its button."""


class Fact(msgspec.Struct, frozen=True):
    """A line under "This table": deal 3, first to 250."""

    label: Text
    value: Text


class Hint(msgspec.Struct, frozen=True):
    """A line of advice to somebody who plays for the first time: the ``n``-th of ``of``."""

    n: int
    of: int
    text: Text


class Picture(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A whole table as one viewer may see it."""

    deck: Literal["french", "decktet", "hasp"]
    edition: str = ""
    """Which printing of the deck is used, where its faces or names differ.

    HASP's, by what the village cards count; Dracula's, whose jokers are vampires.
    """
    me: Seat | None
    to_act: tuple[Seat, ...]
    plates: tuple[Plate, ...]
    zones: tuple[Zone, ...]
    choices: tuple[Choice, ...] = ()
    prompt: Text
    """What is asked for, or who is awaited: "Your turn", "Waiting for {seat}"."""
    why: Text | None = None
    """The rule behind the prompt: "{seat} led {card}: follow with {suit}"."""
    refusal: Text | None = None
    """Why the cards of the hand without a choice may not be played now."""
    facts: tuple[Fact, ...] = ()
    goal: Text
    """What wins, in one line."""
    hint: Hint | None = None
    """For the viewer who is to act: what to think of. Early in a game only; shown to newcomers."""


def open_hands(
    viewer: Seat | None, hand: Sequence[str], known: Sequence[Sequence[str]], order: Callable[[str], tuple[int, int]]
) -> Iterator[Zone]:
    """In a game for two: the viewer's hand, and the *known* cards of the other seat. A spectator sees those of both."""
    for at, codes in enumerate(known):
        spots = tuple([Spot(card=code) for code in sorted(hand if at == viewer else codes, key=order)])
        if at == viewer:
            yield Zone(key="hand", form="hand", title=Text(_("Your hand")), seat=Seat(at), spots=spots)
        elif spots:
            title = Text(_("Known of {seat}"), {"seat": seat_name(at)})
            yield Zone(key=f"known-{at}", form="known", title=title, seat=Seat(at), spots=spots)
