"""What goes otherwise than planned at an event: each happens once, as soon as it can."""

from collections.abc import Callable
from typing import TypeAlias
from unittest.mock import patch

from tournaments.director import services
from tournaments.director.commands import desk
from tournaments.director.commands.desk import Signature
from tournaments.director.display.shapes import Detail, MatchInfo
from tournaments.director.errors import Stale
from tournaments.director.policy.rulings import notice
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.state.acts import Extend, Forfeit, ReasonCode, SetResult
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources

Incident: TypeAlias = Callable[[Detail], bool]
"""Whether it has happened: it is asked again until then."""

SOON = 2_000
"""Milliseconds for which somebody who does not come is still awaited."""


def withdrawal(user: int) -> Incident:
    """*user* leaves while the first round is played."""

    def happen(seen: Detail) -> bool:
        if not seen.rounds:
            return False
        services.withdraw(tournament_id=seen.id, user_id=user)
        return True

    return happen


def late_entry(user: int) -> Incident:
    """*user*, a bot, comes when the first round has begun."""

    def happen(seen: Detail) -> bool:
        if not seen.rounds:
            return False
        services.enter(tournament_id=seen.id, user_id=user, by=seen.organiser)
        return True

    return happen


def no_show_forfeited(user: int) -> Incident:
    """*user* never comes, and the organiser does not wait any longer."""

    def happen(seen: Detail) -> bool:
        match = _match_of(seen, user)
        if match is None:
            return False
        gone = tuple(entry.number for entry in match.entries if user in entry.users)
        return _signed(seen, Forfeit(match.match, gone), "no_show") and _taken_out(seen, user)

    return happen


def no_show_awaited(user: int) -> Incident:
    """*user* never comes; the organiser ends the waiting, at each match until one is missed, and the clockwork does the
    rest: a match may be decided otherwise first, or begin again at another table, when nobody else has come either."""
    ended: set[str | None] = set()

    def happen(seen: Detail) -> bool:
        match = _match_of(seen, user)
        if match is None or match.table in ended:
            return _missed(seen, user)
        paired = next(paired for paired in seen.rounds if match in paired.matches)
        wanted = Extend(paired.number, match.match, paired.deadline, sources.now_ms() + SOON)
        with patch.object(notice, "NOTICE", 0):  # nobody has five minutes here
            if _signed(seen, wanted, "no_show"):
                ended.add(match.table)
        return False

    return happen


def taken_out(user: int) -> Incident:
    """The organiser takes *user* out once a match was missed."""

    def happen(seen: Detail) -> bool:
        return _missed(seen, user) and _taken_out(seen, user)

    return happen


def result_corrected(seen: Detail) -> bool:
    """The first match that was played by all went the other way round, says the organiser."""
    for match in (match for paired in seen.rounds for match in paired.matches):
        if match.places is not None and {"0", "1"} <= set(match.codes or ()) <= {"0", "=", "1"}:
            wanted = SetResult(match.match, (match.codes or ())[::-1], match.places[::-1])
            return _signed(seen, wanted, "mistake")
    return False


def ruling_reversed(seen: Detail) -> bool:
    """The first correction was a mistake itself."""
    for ruling in TOURNAMENTS.current(seen.id).state.rulings:
        if ruling.reversed is None and isinstance(ruling.act, SetResult):
            signature = Signature(by=seen.organiser, seq=seen.seq, reason="mistake")
            try:
                desk.reverse(tournament_id=seen.id, ruling=ruling.number, signature=signature)
            except Stale:
                return False
            return True
    return False


def _taken_out(seen: Detail, user: int) -> bool:
    services.withdraw(tournament_id=seen.id, user_id=user, by=seen.organiser)
    return True


def _missed(seen: Detail, user: int) -> bool:
    """Whether *user* has not come to a match that is over."""
    return any(
        user in entry.users and code == "-"
        for paired in seen.rounds
        for match in paired.matches
        for entry, code in zip(match.entries, match.codes or (), strict=False)
    )


def _match_of(seen: Detail, user: int) -> MatchInfo | None:
    """The match that waits for *user*."""
    for match in (match for paired in seen.rounds for match in paired.matches):
        if match.codes is None and match.table and any(user in entry.users for entry in match.entries):
            return match
    return None


def _signed(seen: Detail, wanted: Request, reason: ReasonCode) -> bool:
    """Whether it could be signed on what was *seen*; if not, somebody was quicker, and it is looked at again."""
    signature = Signature(by=seen.organiser, seq=seen.seq, reason=reason)
    try:
        desk.rule(tournament_id=seen.id, wanted=wanted, signature=signature)
    except Stale:
        return False
    return True
