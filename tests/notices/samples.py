"""Facts of every kind of notice, as the log's events give them."""

from typing import Any

from accounts.models import User
from tournaments.notices import inserting
from tournaments.notices.told import Told

NIGHT = {"club": "c1ub000001", "night": "night00001", "title": "Tuesday", "starts_at": 1_795_467_600_000}
LADDER = {"club": "c1ub000001", "ladder": "ladder0001", "title": "Ladder"}
CHALLENGE: dict[str, Any] = LADDER | {"challenge": "cha11enge1", "players": [1, 2]}
SEASON = {"club": "c1ub000001", "season": "season0001", "title": "Autumn", "game": "gasp"}
CLUB = {"club": "c1ub000001", "user": 2}
CUP = {"tournament": "tournament"}
TURN = {"table": "tab1e00001", "game": "gasp", "due": None, "seq": 7}

FACTS: dict[str, list[dict[str, Any]]] = {
    "round_paired": [
        CUP | {"round": 2, "table": "tab1e00001", "players": [1, 2], "until": None},
        CUP | {"round": 2, "bye": True},
        CUP | {"round": 2, "table": "tab1e00001", "players": [1], "until": None},
    ],
    "table_open": [TURN | {"players": [1, 2]}, TURN | {"players": [1, None]}],
    "seat_taken": [{"table": "tab1e00001", "game": "gasp", "by": 2, "taken": 2, "seats": 4}],
    "result_reported": [{"table": "tab1e00001", "game": "gasp", "by": 2}],
    "your_turn": [TURN, TURN | {"due": 1_795_467_600_000}],
    "slow_turn": [TURN | {"due": 1_795_467_600_000}],
    "appointment": [CHALLENGE | {"at": 1_795_467_600_000}],
    "deadline": [
        TURN | {"due": 1_795_467_600_000},
        CHALLENGE | {"what": "answer", "until": 1_795_467_600_000},
        CHALLENGE | {"what": "play", "until": 1_795_467_600_000},
        CUP | {"round": 2, "until": 1_795_467_600_000},
    ],
    "check_in": [CUP | {"at": 1_795_467_600_000, "closing": closing} for closing in (False, True)],
    "desk_called": [CUP | {"by": 2}, CUP | {"round": 2}, CUP | {"user": 2}],
    "event_moved": [CUP | {"at": 1_795_467_600_000, "by": 2}],
    "event_changed": [CUP | {"at": 1_795_467_600_000, "by": 2}],
    "event_off": [CUP | {"why": why, "by": 2} for why in ("organiser", "too_few_entries", "cannot_start")],
    "left_out": [CUP],
    "moved_up": [CUP, CUP | {"by": 2}],
    "out": [CUP | {"why": "missed", "round": 2}, CUP | {"why": "taken_out", "by": 2}, CUP | {"why": "cut"}],
    "desk_message": [CUP | {"text": "text000001", "by": 2}],
    "placed": [CUP | {"place": 3, "entries": 12}],
    "asked_in": [CUP | {"by": 2, "team": team} for team in (True, False)],
    "event_announced": [CUP | {"club": "c1ub000001", "at": 1_795_467_600_000}],
    "night_open": [NIGHT],
    "challenged": [CHALLENGE | {"by": 2, "until": 1_795_467_600_000, "in_room": each} for each in (True, False)],
    "challenge_answered": [
        *(CHALLENGE | {"by": 2, "answer": said} for said in ("accept", "pass", "decline", "time_declined")),
        CHALLENGE | {"by": 2, "answer": "time_agreed", "at": 1_795_467_600_000},
    ],
    "time_proposed": [CHALLENGE | {"by": 2, "at": 1_795_467_600_000, "in_room": each} for each in (True, False)],
    "challenge_ended": [CHALLENGE | {"outcome": outcome} for outcome in ("walkover", "forfeited", "void")],
    "result_disputed": [CHALLENGE | {"by": 2}, CUP | {"by": 2}],
    "invited": [CUP | {"by": 2}, {"club": "c1ub000001", "by": 2, "invitation": "x"}],
    "table_invited": [{"table": "tab1e00001", "game": "gasp", "by": 2}],
    "review_opened": [{"review": "review0001", "table": "tab1e00001", "game": "gasp", "by": 2}],
    "study_editor": [{"study": "study00001", "by": 2}],
    "friend_request": [{"by": 2}],
    "bot_request": [{"by": 2}],
    "night_tomorrow": [NIGHT],
    "night_moved": [NIGHT],
    "night_cancelled": [NIGHT],
    "night_announced": [NIGHT],
    "fault": [NIGHT | {"codes": ["unknown_game"]}],
    "ruling": [
        CUP | {"ruling": 3, "act": "set_result", "reversed": False},
        CUP | {"ruling": 3, "act": "set_result", "reversed": True},
        CUP | {"ruling": 3, "act": "extend", "reversed": False, "round": 2, "until": 1_795_467_600_000},
        SEASON | {"place": 2},
        {"game": "gasp", "pool": True, "table": "tab1e00001"},
        {"game": "gasp", "pool": True},
        LADDER | {"by": 2},
    ],
    "owner_claim": [
        {"club": "c1ub000001", "what": what, "user": 2} for what in ("called", "lost", "claimed", "set", "offered")
    ],
    "request": [CLUB],
    "joined": [CLUB],
    "declined": [CLUB],
    "removed": [CLUB | {"cause": "other"}],
    "role": [{"club": "c1ub000001", "role": role} for role in ("organiser", "member")],
    "news": [{"club": "c1ub000001", "title": "text000001"}],
    "season_over": [SEASON | {"place": 2}, SEASON | {"place": None}],
    "title": [
        SEASON | {"what": "season", "division": 1},
        SEASON | {"what": "division", "division": 2},
        CUP | {"what": "event", "entries": 16},
    ],
    "webhook_ended": [
        {"webhook": "webhook001", "host": "x.example", "why": why} for why in ("failing", "gone", "staff", "tokens")
    ],
    "token_ends": [{"token": 7, "name": "The clock in the hall", "at": 1_800_000_000_000}],
}


def tell(user: User, kind: str = "joined", number: int = 1, at: int = 1_000_000) -> None:
    """A notice of *kind*, the *number*-th."""
    facts = {"club": "c1ub000001", "user": 1}
    inserting.write(
        Told(kind=kind, users=(user.pk,), subject=str(number), facts=facts), stream="club:x", seq=number, at=at
    )
