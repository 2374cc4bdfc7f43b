"""``/api/clubs/{club}/ladders`` and ``/challenges``."""

from typing import Any

import msgspec

from tournaments.kit.endpoints import operation
from tournaments.kit.naming import named
from tournaments.kit.operations import Done
from tournaments.leagues.errors import UnknownChallenge, UnknownLadder
from tournaments.leagues.history import of_ladder
from tournaments.leagues.ladders import in_room, selectors, services
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.leagues.nights.selectors import now
from tournaments.leagues.rules.reasons import Obstacle
from tournaments.leagues.web.api.ladder_shapes import (
    AnswerChallenge,
    ChallengeFacts,
    ClubLadder,
    ClubLadders,
    ConfirmChallenge,
    LadderLine,
    LadderRung,
    MakeChallenge,
    OpenLadder,
    ProposeTime,
    RuleLadder,
    SetAway,
    challenge,
)
from tournaments.leagues.web.api.leagues import (
    TAG,
    WRITES,
    LeagueAsOf,
    LeagueEndpoint,
    LeagueHistory,
    LeagueHistoryQuery,
    history,
    names,
)
from tournaments.leagues.web.api.night_shapes import SetId
from tournaments.tables.web.api.parts import Clock


class LadderEndpoint(LeagueEndpoint):
    def ladder(self, club_id: str, ladder_id: str, query: LeagueAsOf | None = None) -> Ladder:
        """The ladder, if it is that club's and the viewer may see the club; as of an event, if they may look back."""
        self.seen(club_id, query)
        found = selectors.ladder(ladder_id)
        if found.rules.club != club_id:
            raise UnknownLadder()
        past = query is not None and query.seq is not None and query.seq < found.seq
        return selectors.ladder(ladder_id, as_of=query.seq) if query is not None and past else found

    def challenge(self, club_id: str, challenge_id: str) -> tuple[Ladder, Challenge]:
        self.seen(club_id)
        ladder, found = selectors.challenge(challenge_id)
        if ladder.rules.club != club_id:
            raise UnknownChallenge()
        return ladder, found


@operation("GET clubs/<club:club>/ladders", "listClubLadders", needs="club:read", tag=TAG, refusals={404})
def list_club_ladders(caller: LeagueEndpoint, *, club_id: str) -> ClubLadders:
    """List the challenge ladders of a club."""
    caller.seen(club_id)
    return ClubLadders(
        tuple(
            LadderLine(
                id=row.pk,
                title=row.title,
                game=row.game,
                players=len(row.users),
                opened_at=row.opened_at,
                closed_at=row.closed_at,
            )
            for row in selectors.of_club(club_id)
        )
    )


@operation("POST clubs/<club:club>/ladders", "openLadder", needs="club:lead", status=201, **WRITES)
def open_ladder(caller: LeagueEndpoint, *, club_id: str, body: OpenLadder, command: str | None) -> SetId:
    """Open a challenge ladder."""
    return SetId(services.open_ladder(club_id=club_id, by=caller.actor, draft=body.draft(), command=command))


@operation(
    "GET clubs/<club:club>/ladders/<id:ladder_id>", "getClubLadder", needs="club:read", tag=TAG, refusals={403, 404}
)
def get_club_ladder(caller: LadderEndpoint, *, club_id: str, ladder_id: str, query: LeagueAsOf) -> ClubLadder:
    """Get a challenge ladder.

    If you are on it, each rung says why you cannot challenge its player, or that you can; not as of an event.
    """
    found = caller.ladder(club_id, ladder_id, query)
    rules, on_it = found.rules, caller.viewer is not None and caller.viewer in found.order
    obstacles = selectors.obstacles(found, caller.actor, now=now()) if on_it and query.seq is None else {}
    known = names({*found.order, *(user for each in found.open_challenges for user in each.players)})
    own = ("title", "game", "options", "reach", "rule", "seats", "rated")
    return ClubLadder(
        id=found.id,
        seq=found.seq,
        clock=msgspec.convert(msgspec.to_builtins(rules.clock), Clock | None),
        closed_at=found.closed_at,
        rungs=tuple(
            _rung(found, place, user, known, obstacles.get(user)) for place, user in enumerate(found.order, start=1)
        ),
        open=tuple(challenge(found, each, known) for each in found.open_challenges),
        **{name: getattr(rules, name) for name in own},
    )


def _rung(ladder: Ladder, place: int, user: int, known: dict[int, str], obstacle: Obstacle | None) -> LadderRung:
    away = ladder.away.get(user)
    return LadderRung(
        place=place,
        player=known.get(user, ""),
        since=ladder.moved.get(user, 0),
        away=away is not None,
        away_until=away.until if away else None,
        obstacle=obstacle.code if obstacle else None,
        obstacle_until=obstacle.until if obstacle else None,
    )


@operation(
    "GET clubs/<club:club>/ladders/<id:ladder_id>/history",
    "getLadderHistory",
    needs="club:read",
    tag=TAG,
    refusals={401, 403, 404},
)
def get_ladder_history(
    caller: LadderEndpoint, *, club_id: str, ladder_id: str, query: LeagueHistoryQuery
) -> LeagueHistory:
    """Get the history of a challenge ladder in words, for members of its club."""
    caller.ladder(club_id, ladder_id)
    caller.check("history", caller.seen(club_id))
    return history(of_ladder(ladder_id, **query.asked()))


@operation("POST clubs/<club:club>/ladders/<id:ladder_id>/join", "joinLadder", needs="club:write", **WRITES)
def join_ladder(caller: LadderEndpoint, *, club_id: str, ladder_id: str, command: str | None) -> Done:
    """Join a ladder at the bottom."""
    services.join(ladder_id=ladder_id, club_id=club_id, by=caller.actor, command=command)
    return Done()


@operation("POST clubs/<club:club>/ladders/<id:ladder_id>/leave", "leaveLadder", needs="club:write", **WRITES)
def leave_ladder(caller: LadderEndpoint, *, club_id: str, ladder_id: str, command: str | None) -> Done:
    """Leave a ladder, and lose what is open."""
    services.leave(ladder_id=ladder_id, club_id=club_id, by=caller.actor, command=command)
    return Done()


@operation("POST clubs/<club:club>/ladders/<id:ladder_id>/away", "setLadderAway", needs="club:write", **WRITES)
def set_ladder_away(
    caller: LadderEndpoint, *, club_id: str, ladder_id: str, body: SetAway, command: str | None
) -> Done:
    """Be away for a while, and keep the place."""
    services.set_away(ladder_id=ladder_id, club_id=club_id, by=caller.actor, until=body.until, command=command)
    return Done()


@operation("POST clubs/<club:club>/ladders/<id:ladder_id>/return", "returnToLadder", needs="club:write", **WRITES)
def return_to_ladder(caller: LadderEndpoint, *, club_id: str, ladder_id: str, command: str | None) -> Done:
    """Come back to a ladder."""
    services.come_back(ladder_id=ladder_id, club_id=club_id, by=caller.actor, command=command)
    return Done()


@operation("POST clubs/<club:club>/ladders/<id:ladder_id>/close", "closeLadder", needs="club:lead", **WRITES)
def close_ladder(caller: LadderEndpoint, *, club_id: str, ladder_id: str, command: str | None) -> Done:
    """Close a ladder for good."""
    services.close(ladder_id=ladder_id, club_id=club_id, by=caller.actor, command=command)
    return Done()


@operation("POST clubs/<club:club>/ladders/<id:ladder_id>/rule", "ruleOnLadder", needs="club:lead", **WRITES)
def rule_on_ladder(
    caller: LadderEndpoint, *, club_id: str, ladder_id: str, body: RuleLadder, command: str | None
) -> Done:
    """Set a ladder's order or a challenge's outcome, and say why."""
    order = None if body.order is None else [named(name, field="order").pk for name in body.order]
    given: dict[str, Any] = {
        "order": order,
        "challenge_id": body.challenge,
        "outcome": body.outcome,
        "command": command,
    }
    services.rule(ladder_id=ladder_id, club_id=club_id, by=caller.actor, text=body.text, **given)
    return Done()


@operation(
    "POST clubs/<club:club>/ladders/<id:ladder_id>/challenges",
    "challenge",
    needs="challenge:write",
    status=201,
    **WRITES,
)
def challenge_somebody(
    caller: LadderEndpoint, *, club_id: str, ladder_id: str, body: MakeChallenge, command: str | None
) -> SetId:
    """Challenge somebody.

    They have 72 hours to answer. Who accepts a challenge `in_room` agrees to play with real cards. The refusal's `code`
    is the first reason why not.
    """
    others = [named(name, field="others").pk for name in body.others]
    given: dict[str, Any] = {"defender": named(body.player).pk, "others": others, "command": command}
    given["in_room"] = body.in_room
    return SetId(services.challenge(ladder_id=ladder_id, club_id=club_id, by=caller.actor, **given))


@operation(
    "GET clubs/<club:club>/challenges/<id:challenge_id>", "getChallenge", needs="club:read", tag=TAG, refusals={404}
)
def get_challenge(caller: LadderEndpoint, *, club_id: str, challenge_id: str) -> ChallengeFacts:
    """Get a challenge."""
    ladder, found = caller.challenge(club_id, challenge_id)
    return challenge(ladder, found, names(found.players))


@operation(
    "POST clubs/<club:club>/challenges/<id:challenge_id>/answer", "answerChallenge", needs="challenge:write", **WRITES
)
def answer_challenge(
    caller: LadderEndpoint, *, club_id: str, challenge_id: str, body: AnswerChallenge, command: str | None
) -> Done:
    """Accept a challenge, pass or decline.

    A pass is free once in 30 days. Who was named beside the two may decline.
    """
    given: dict[str, Any] = {"challenge_id": challenge_id, "club_id": club_id, "by": caller.actor}
    services.answer(**given, said=body.answer, command=command)
    return Done()


@operation(
    "POST clubs/<club:club>/challenges/<id:challenge_id>/propose", "proposeTime", needs="challenge:write", **WRITES
)
def propose_time(
    caller: LadderEndpoint, *, club_id: str, challenge_id: str, body: ProposeTime, command: str | None
) -> Done:
    """Propose a time, three times at most, and whether to play with real cards then."""
    given: dict[str, Any] = {"challenge_id": challenge_id, "club_id": club_id, "by": caller.actor}
    services.propose(**given, time=body.time, in_room=body.in_room, command=command)
    return Done()


@operation("POST clubs/<club:club>/challenges/<id:challenge_id>/agree", "agreeTime", needs="challenge:write", **WRITES)
def agree_time(caller: LadderEndpoint, *, club_id: str, challenge_id: str, command: str | None) -> Done:
    """Agree to the other's time.

    The table opens a quarter of an hour before.
    """
    services.agree(challenge_id=challenge_id, club_id=club_id, by=caller.actor, command=command)
    return Done()


@operation(
    "POST clubs/<club:club>/challenges/<id:challenge_id>/decline-time", "declineTime", needs="challenge:write", **WRITES
)
def decline_time(caller: LadderEndpoint, *, club_id: str, challenge_id: str, command: str | None) -> Done:
    """Say that you cannot play then."""
    services.decline_time(challenge_id=challenge_id, club_id=club_id, by=caller.actor, command=command)
    return Done()


@operation(
    "POST clubs/<club:club>/challenges/<id:challenge_id>/confirm", "confirmChallenge", needs="challenge:write", **WRITES
)
def confirm_challenge(
    caller: LadderEndpoint, *, club_id: str, challenge_id: str, body: ConfirmChallenge, command: str | None
) -> Done:
    """Confirm what is reported of a challenge that is played with real cards, as an organiser of the club.

    For a result that is disputed, or that nobody has answered. `ruleOnLadder` decides otherwise.
    """
    given: dict[str, Any] = {"challenge_id": challenge_id, "club_id": club_id, "by": caller.actor}
    in_room.confirm(**given, seen=body.seq, command=command)
    return Done()
