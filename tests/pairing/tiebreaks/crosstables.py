"""Crosstables for the tests of tie-breaks: drawn by chance, or one entry's record against others of its own."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from hypothesis import strategies as st

from tournaments.pairing.tiebreaks.crosstable import Cell, Crosstable
from tournaments.pairing.tiebreaks.ranking import tie_breaks
from tournaments.pairing.tiebreaks.reading import assemble, read, table
from tournaments.pairing.tiebreaks.settings import Settings

STANDARD = Settings()
FACING = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


def column(code: str, crosstable: Crosstable, settings: Settings = STANDARD) -> list[Fraction | None]:
    """Everybody's value of *code*, in the order of the rows."""
    return [values[code].value for values in tie_breaks([code], crosstable, settings).values()]


def record(codes: str, *, ratings: Sequence[int] = ()) -> Crosstable:
    """Entry 1 with *codes*, against 2, 3, ... in turn, who do nothing else; a letter is a bye, ``.`` nothing yet."""
    rows, others = [], {}
    for number, code in enumerate(codes.split()):
        bye = code in "UHFZ."
        rows.append("." if code == "." else f"-{code}" if bye else f"{number + 2}{code}")
        others[number + 2] = ["." if bye or at != number else f"1{FACING[code]}" for at in range(len(codes.split()))]
    known = dict(enumerate(ratings, start=2))
    return read({1: " ".join(rows)} | {other: " ".join(row) for other, row in others.items()}, ratings=known)


@st.composite
def tournaments(draw: st.DrawFn, *, sizes: Iterable[int] = (2,), unplayed: bool = True) -> Crosstable:
    """Rounds by chance: tables of *sizes*, byes for who is left over and, if *unplayed*, absences of every kind."""
    entries = list(range(1, draw(st.integers(2, 9)) + 1))
    rounds = []
    for _ in range(draw(st.integers(1, 5))):
        left = draw(st.permutations(entries))
        cells: dict[int, Cell] = {}
        while left:
            size = draw(st.sampled_from(sorted(sizes)))
            here, left = left[:size], left[size:]
            cells |= draw(_tables(here, unplayed)) if len(here) == size else _rests(draw, here, unplayed)
        rounds.append(cells)
    ratings = {entry: draw(st.integers(1400, 2800)) for entry in entries}
    return assemble(entries, rounds, ratings=ratings)


def _rests(draw: st.DrawFn, here: Sequence[int], unplayed: bool) -> dict[int, Cell]:
    return {entry: Cell(draw(st.sampled_from("UHFZ"))) for entry in here} if unplayed else {}


@st.composite
def _tables(draw: st.DrawFn, here: Sequence[int], unplayed: bool) -> dict[int, Cell]:
    kind = draw(st.sampled_from(["played", "played", "played", "missed", "rested"])) if unplayed else "played"
    if kind == "rested":
        return _rests(draw, here, True)
    place = st.integers(1, len(here))
    came = st.none() | place if kind == "missed" else place
    return table(here, [draw(came) for _ in here])
