"""Challenge ladders as streams: what their events come to, and the rows that follow."""

from collections.abc import Sequence

from engine.events import Event
from tournaments.leagues.errors import UnknownLadder
from tournaments.leagues.ladders.deadlines import next_at
from tournaments.leagues.ladders.events import CODEC
from tournaments.leagues.ladders.folding import fold
from tournaments.leagues.ladders.ladder import Challenge as ChallengeState
from tournaments.leagues.ladders.ladder import Ladder as State
from tournaments.leagues.models import Challenge, Ladder
from tournaments.log.rowed import Rowed


class Ladders(Rowed[State]):
    prefix = "ladder:"
    capacity = 300
    codec = CODEC

    def empty(self, stream_id: str) -> State:
        return State(stream_id)

    def advance(self, state: State, events: Sequence[Event], *, at: int, seq: int) -> State:
        return fold(((event, at) for event in events), state, seq)

    def unknown(self) -> UnknownLadder:
        return UnknownLadder()

    def write_rows(self, before: State, after: State) -> None:
        _put_ladder(after)
        changed = [each for key, each in after.challenges.items() if before.challenges.get(key) != each]
        _put_challenges(changed, after)


def _put_ladder(ladder: State) -> None:
    changing = {"users": list(ladder.order), "closed_at": ladder.closed_at, "due": next_at(ladder)}
    facts = {name: getattr(ladder.rules, name) for name in ("club", "game", "title")}
    row = Ladder(id=ladder.id, opened_at=ladder.opened_at, **facts, **changing)
    Ladder.objects.bulk_create([row], update_conflicts=True, unique_fields=["id"], update_fields=list(changing))


def _put_challenges(challenges: Sequence[ChallengeState], ladder: State) -> None:
    same = ("id", "status", "time", "table", "asked_at", "ended_at")
    rows = [
        Challenge(
            ladder=ladder.id,
            club=ladder.rules.club,
            users=list(each.players),
            **{name: getattr(each, name) for name in same},
        )
        for each in challenges
    ]
    Challenge.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=["users", "status", "time", "table", "ended_at"],
    )


def clear() -> None:
    Challenge.objects.all().delete()
    Ladder.objects.all().delete()


LADDERS = Ladders()
ROWS = LADDERS.projection("ladders", ("leagues_ladder", "leagues_challenge"), clear)
