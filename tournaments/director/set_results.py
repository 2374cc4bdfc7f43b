"""Which results stand as rulings set them, and not as they were played."""

from collections.abc import Mapping

from tournaments.director.state.acts import DoubleLoss, Forfeit, SetPairing, SetResult, VoidTable
from tournaments.director.state.facts import Round
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.tournament import Tournament

_SETS = (SetResult, Forfeit, DoubleLoss)


def results_set(tournament: Tournament) -> Mapping[str, int]:
    """By match the number of the last ruling that set its result. Rulings that were reversed set nothing."""
    found: dict[str, int] = {}
    rounds = tournament.facts
    for ruling in tournament.rulings:
        if ruling.reversed is None:
            changed = [ruling.act.change_round(paired, ruling.seq) for paired in rounds]
            for before, after in zip(rounds, changed, strict=True):
                _note(found, ruling, before, after)
            rounds = tuple(paired for paired in changed if paired is not None)
    return found


def _note(found: dict[str, int], ruling: Ruling, before: Round, after: Round | None) -> None:
    """Also a result that it confirms is set by *ruling*; a table made void, and a pairing, leave what was played."""
    if after is None or after is before or isinstance(ruling.act, SetPairing):
        return
    for match, marks in after.played.results.items():
        confirmed = isinstance(ruling.act, _SETS) and ruling.act.match == match
        if confirmed or before.played.results.get(match) != marks:
            found[match] = ruling.number
    if isinstance(ruling.act, VoidTable):
        found.pop(ruling.act.match, None)
