"""Whether the players of a report tell the same of each round."""

from collections.abc import Iterator, Mapping

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.exchange.trf.report import ANSWERS, BYES, Cell, Player


def disagreements(players: Mapping[int, Player]) -> Iterator[tuple[int, Text]]:
    """The number of a player and what is wrong with a round of theirs."""
    for player in players.values():
        for number, cell in enumerate(player.cells, start=1):
            if cell is not None and (reason := _fault(players, player, number, cell)):
                yield player.number, Text(reason, {"round": number, "opponent": cell.opponent or 0})


def _fault(players: Mapping[int, Player], player: Player, number: int, cell: Cell) -> str | None:
    if cell.opponent is None:
        return None if cell.code in BYES and cell.colour == "-" else _ALONE
    if cell.code in BYES or cell.opponent == player.number:
        return _NOT_ALONE
    other = players.get(cell.opponent)
    if other is None:
        return _UNKNOWN
    facing = other.cells[number - 1] if number <= len(other.cells) else None
    if facing is None or facing.opponent != player.number or facing.code not in ANSWERS[cell.code]:
        return _OTHERWISE
    return None if {cell.colour, facing.colour} in ({"w", "b"}, {"-"}) else _SEATS


_ALONE = _("Round {round} has a result without an opponent.")
_NOT_ALONE = _("Round {round} has an impossible opponent.")
_UNKNOWN = _("Round {round} is against {opponent}, who is not in the file.")
_OTHERWISE = _("Round {round} does not agree with the line of {opponent}.")
_SEATS = _("Round {round} does not have one player in each seat.")
