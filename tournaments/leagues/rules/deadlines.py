"""When a challenge ends because somebody did nothing, and for whom."""

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from tournaments.platform.units import DAY, HOUR

TO_ANSWER: Final = 72 * HOUR
TO_PLAY: Final = 7 * DAY
TO_ANSWER_A_TIME: Final = 48 * HOUR
TO_COME: Final = 15 * 60_000
TO_REPORT: Final = 7 * DAY
"""From the agreed time on, to confirm a result of a table with real cards."""
FREE_PASS: Final = 30 * DAY
PROPOSALS: Final = 3

Outcome: TypeAlias = Literal["won", "held", "walkover", "forfeited", "void"]
"""Of a challenge: ``walkover`` is the defender's loss without play, ``forfeited`` the challenger's."""


def unplayed(
    challenger: int, defender: int, proposals: Sequence[tuple[int, int]], answers: Sequence[tuple[int, int]], end: int
) -> Outcome:
    """No time was agreed until *end*: the player who left the other's last proposal unanswered for 48 hours loses.

    *proposals* and *answers* are (user, epoch ms), the oldest first; a proposal of one's own is an answer too.
    """
    for proposer, other in ((challenger, defender), (defender, challenger)):
        own = [at for user, at in proposals if user == proposer]
        said = [at for user, at in (*proposals, *answers) if user == other]
        if own and end - own[-1] >= TO_ANSWER_A_TIME and not any(at >= own[-1] for at in said):
            return "walkover" if other == defender else "forfeited"
    return "void"


def not_seated(challenger: int, defender: int, seated: Collection[int]) -> Outcome | None:
    """A quarter of an hour after the agreed time: who is not there loses; ``None`` if both are."""
    here = (challenger in seated, defender in seated)
    outcomes: dict[tuple[bool, bool], Outcome | None] = {
        (True, True): None,
        (True, False): "walkover",
        (False, True): "forfeited",
        (False, False): "void",
    }
    return outcomes[here]


def played(challenger: int, defender: int, places: dict[int, int]) -> Outcome:
    """By the places at the table: a draw holds."""
    return "won" if places[challenger] < places[defender] else "held"
