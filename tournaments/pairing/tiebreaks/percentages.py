"""Tie-breaks of card games: match wins and game wins in per cent, an entry's own and its opponents' (Magic Tournament
Rules, appendix C)."""

from collections.abc import Iterator
from fractions import Fraction

from tournaments.pairing.tiebreaks.crosstable import Cell
from tournaments.pairing.tiebreaks.reckoning import Each, Reckoning, among_opponents, remembered, share
from tournaments.pairing.tiebreaks.values import Part, Value, averaged, total

FLOOR = Fraction(33, 100)
"""No percentage is less: losing early does not spoil the opponents' tie-breaks."""
WON, DRAWN = 3, 1
"""What a game counts."""


@remembered
def match_wins(reckoning: Reckoning, entry: int) -> Value:
    """The points of the rounds played, of all that could have been made there."""
    win = reckoning.settings.points.win
    parts = tuple(
        Part(number, cell.code, cell.opponents, made, win, made)
        for number, cell in reckoning.played(entry)
        for made in (reckoning.made[entry][number],)
    )
    return _percentage("MW", parts)


@remembered
def game_wins(reckoning: Reckoning, entry: int) -> Value:
    """The same over the games of the rounds played, three points a win; a bye counts as the setting says."""
    return _percentage("GW", tuple(_games(reckoning, entry)))


def _games(reckoning: Reckoning, entry: int) -> Iterator[Part]:
    """A part's worth is what the games of the round could have brought."""
    for number, cell in reckoning.cells(entry):
        games, points = _game_points(cell, reckoning.settings.bye_games)
        if games:
            yield Part(number, cell.code, cell.opponents, reckoning.made[entry][number], Fraction(WON * games), points)


def _game_points(cell: Cell, bye: tuple[int, int, int]) -> tuple[int, Fraction]:
    """How many games, and their points."""
    games = bye if cell.code in ("U", "F") else cell.games if cell.played else (0, 0, 0)
    if games is None:  # the match was one game
        points = Fraction(DRAWN) if cell.outcomes == ("level",) else WON * share(cell)
        return 1, points
    return sum(games), Fraction(WON * games[0] + DRAWN * games[1])


def _percentage(code: str, parts: tuple[Part, ...]) -> Value:
    if not parts:
        return Value(code, None)
    exact = total(part.counts for part in parts) / total(part.worth for part in parts)
    return Value(code, max(exact, FLOOR), parts, {"exact": exact})


def opponents(code: str, own: Each) -> Each:
    """The mean over the rounds played of what *own* is for the opponents; 0 without any."""

    def reckon(reckoning: Reckoning, entry: int) -> Value:
        value = averaged(code, tuple(among_opponents(reckoning, entry, lambda other: own(reckoning, other).value)))
        return value if value.value is not None else Value(code, Fraction(0))

    return reckon
