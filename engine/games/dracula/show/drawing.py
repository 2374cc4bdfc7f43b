"""The table of Dracula as a picture: the coffin in the middle, what its lines are worth along its rim.

What shows a text puts "you" for the reader's own seat, so what names a seat is written in the past tense or about
the opponent alone.
"""

from collections.abc import Iterator, Sequence

from engine.cards.french import JOKERS, RANK_OF, SUIT_OF, SUITS_SHOWN, VAMPIRES
from engine.events import Seat
from engine.games.dracula.coffin import CARD, COLUMN_NAMES, OPEN, ROW_NAMES, filled, laid, lines, rank, slots
from engine.games.dracula.model import CELLS, SeenDeal, Three, View, Way
from engine.games.dracula.moves import NAMES, WAYS, Choose, Place
from engine.games.dracula.scores import DEALS, TARGET
from engine.pairs import SEAT
from engine.picture import Choice, Fact, Picture, Plate, Spot, Tally, Zone
from engine.text import Hole, Text, card, seat
from engine.text import gettext_noop as _

_ACROSS = len(COLUMN_NAMES)
_CHOICES: dict[Way, tuple[Text, Text]] = {
    "queens": (Text(_("Queen's way: rows")), Text(_("A Queen counts 10 in a row, a King nothing."))),
    "kings": (Text(_("King's way: columns")), Text(_("A King counts 10 in a column, a Queen nothing."))),
}
_SIDES = Text(_("rows, with Queens")), Text(_("columns, with Kings"))
_GOALS = (
    Text(_("Your best row counts, Queens for 10. Choose a card, then a cell that touches one with a card.")),
    Text(_("Your best column counts, Kings for 10. Choose a card, then a cell that touches one with a card.")),
)
"""By which rule the seat of the rows, and that of the columns, places a card."""


def picture(view: View) -> Picture:
    mine = view.turn is not None and view.turn == view.seat
    prompt, why = _demand(view) if mine else _wait(view)
    return Picture(
        deck="french",
        edition=VAMPIRES.key,
        me=view.seat,
        to_act=() if view.turn is None else (view.turn,),
        plates=tuple(_plate(view, at) for at in SEAT),
        zones=tuple(_zones(view)),
        choices=tuple(_choices(view)) if mine else (),
        prompt=prompt,
        why=why,
        facts=tuple(_facts(view)),
        goal=_goal(view),
    )


def _goal(view: View) -> Text:
    if view.options.length == "set":
        return Text(_("The most points in six deals: one scores the best row, the other the best column"))
    return Text(_("The first to 1000 points: one scores the best row, the other the best column"))


# -- what is asked for


def _demand(view: View) -> tuple[Text, Text]:
    """What the viewer is to do, and by which rule."""
    if view.rows is None:
        return Text(_("Choose your way")), Text(_("For the whole game: the opponent has the other."))
    return Text(_("Place a card")), _GOALS[view.seat != view.rows]


def _wait(view: View) -> tuple[Text, Text | None]:
    """What a viewer sees who has nothing to do now."""
    if view.turn is not None:
        why = Text(_("The first dealer chooses rows or columns, for the whole game.")) if view.rows is None else None
        return Text(_("Waiting for {seat}"), {"seat": seat(view.turn)}), why
    if view.outcome is None or view.outcome.places == (1, 1):
        return Text(_("The game ended even")), None
    winner, points = view.outcome.places.index(1), view.outcome.points
    holes: dict[str, Hole] = {"seat": seat(winner), "points": points[winner], "fewer": points[1 - winner]}
    return Text(_("{seat} won with {points} points to {fewer}"), holes), None


# -- the moves


def _choices(view: View) -> Iterator[Choice]:
    if view.rows is None:
        yield from (_choose(choose) for choose in WAYS)
        return
    cells = slots(laid(view.coffin))
    for code in view.hand:
        for cell in OPEN[filled(laid(view.coffin))]:
            yield _place(cells, Place(CARD[code], cell), code)


def _choose(choose: Choose) -> Choice:
    label, note = _CHOICES[choose.way]
    return Choice(move=NAMES[choose], label=label, note=note)


def _place(cells: Sequence[int], move: Place, code: str) -> Choice:
    """With what its row and its column would be worth as they lie then."""
    row, column = divmod(move.cell, _ACROSS)
    then = [*cells]
    then[move.cell] = move.card + 1
    rows, columns = lines(then)
    across = Text("{line}:\u00a0{n}", {"line": ROW_NAMES[row], "n": rows[row]})
    down = Text("{line}:\u00a0{n}", {"line": COLUMN_NAMES[column], "n": columns[column]})
    return Choice(
        move=NAMES[move],
        card=code,
        cell=CELLS[move.cell],
        label=Text(_("Place {card} on {cell}"), {"card": card(code), "cell": CELLS[move.cell]}),
        note=Text("{across}, {down}", {"across": across, "down": down}),
    )


# -- what lies on the table


def _zones(view: View) -> Iterator[Zone]:
    if view.rows is not None:
        yield coffin(view)
    yield Zone(key="stock", form="pile", title=Text(_("Stock")), count=view.stock)
    if view.last:
        yield last_coffin(view.last)
    if view.seat is not None:
        shown = tuple(Spot(card=code) for code in sorted(view.hand, key=_by_suit))
        yield Zone(key="hand", form="hand", title=Text(_("Your hand")), seat=view.seat, spots=shown)


def _by_suit(code: str) -> tuple[int, int]:
    of = CARD[code]
    return (len(SUITS_SHOWN), of) if code in JOKERS else (SUITS_SHOWN[SUIT_OF[of]], RANK_OF[of])


def coffin(view: View) -> Zone:
    """Row 1 is worth what stands beside it as "1: 38", column a what stands below it as "a: 30"."""
    rows, columns = lines(slots(laid(view.coffin)))
    return Zone(
        key="coffin",
        form="grid",
        title=Text(_("Coffin")),
        spots=tuple(
            Spot(card=code, empty=code is None, cell=cell) for code, cell in zip(view.coffin, CELLS, strict=True)
        ),
        across=_ACROSS,
        beside=_worth(ROW_NAMES, rows),
        below=_worth(COLUMN_NAMES, columns),
    )


def _worth(names: str, points: Three) -> tuple[Text, ...]:
    return tuple(Text("{line}: {n}", {"line": name, "n": n}) for name, n in zip(names, points, strict=True))


def last_coffin(last: SeenDeal) -> Zone:
    """The lines that counted are marked."""
    counts = rank(last.rows, last.columns)
    of_rows, of_columns = (sorted(range(_ACROSS), key=lambda n: -of[n])[counts] for of in (last.rows, last.columns))
    counted = [cell // _ACROSS == of_rows or cell % _ACROSS == of_columns for cell in range(len(CELLS))]
    spots = (Spot(card=code, mark="won" if won else "") for code, won in zip(last.coffin, counted, strict=True))
    best: dict[str, Hole] = {"row": ROW_NAMES[of_rows], "across": last.rows[of_rows]}
    best |= {"column": COLUMN_NAMES[of_columns], "down": last.columns[of_columns]}
    note = Text(_("Row {row} counted {across}, column {column} counted {down}."), best)
    return Zone(key="last", form="history", title=Text(_("Last coffin")), spots=tuple(spots), across=_ACROSS, note=note)


def _plate(view: View, at: Seat) -> Plate:
    tallies = (
        Tally(label=Text(_("This set")), n=sum(scores[at] for scores in view.deals)),
        Tally(label=Text(_("Total")), n=view.totals[at], of=TARGET if view.options.length == "1000" else None),
    )
    side = () if view.rows is None else (_SIDES[at != view.rows],)
    dealer = (Text(_("Dealer")),) if at == view.dealer else ()
    return Plate(seat=at, cards=view.counts[at], tallies=tallies, facts=(*side, *dealer))


def _facts(view: View) -> Iterator[Fact]:
    length = _("1000 points") if view.options.length == "1000" else _("one set of six deals")
    yield Fact(Text(_("Played to")), Text(length))
    numbers: dict[str, Hole] = {"n": view.deal % DEALS + 1, "deals": DEALS, "set": view.deal // DEALS + 1}
    yield Fact(Text(_("Deal")), Text(_("{n} of {deals}, set {set}"), numbers))
    seen = sum(code in JOKERS for code in (*view.hand, *view.buried, *view.coffin))
    yield Fact(Text(_("Vampires seen")), Text(_("{n} of {all}"), {"n": seen, "all": len(JOKERS)}))
    if view.deals:
        yield Fact(Text(_("Last deal")), _scores(view.deals[-1]))
    if view.sets:
        yield Fact(Text(_("Last set, with bonus")), _scores(view.sets[-1]))


def _scores(of: tuple[int, int]) -> Text:
    first, second = (Text("{seat} {n}", {"seat": seat(at), "n": of[at]}) for at in SEAT)
    return Text("{first}, {second}", {"first": first, "second": second})
