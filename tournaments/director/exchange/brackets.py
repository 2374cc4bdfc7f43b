"""A bracket in the model of brackets-manager, which brackets-viewer and others draw (brackets-model 1)."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from tournaments.director.state.tournament import Tournament
from tournaments.pairing.brackets.double import drop_orders
from tournaments.pairing.brackets.played import Contest, contests
from tournaments.pairing.brackets.progress import BYE, WINNER, Occupant
from tournaments.pairing.brackets.structure import FromMatch, FromSeed, Slot

Model: TypeAlias = dict[str, list[dict[str, Any]]]

GROUPS: Final = {"W": 1, "L": 2, "F": 3}
"""By side; in a single elimination the match for third place is the second group."""
LOCKED, WAITING, READY, RUNNING, COMPLETED, ARCHIVED = range(6)


def model(tournament: Tournament, names: Mapping[int, str]) -> Model:
    """Participants by seed, and the stage as far as it has come. Ids are numbers from 0; ``key`` is ours."""
    tournament = tournament.current
    played = contests(tournament.structure, tournament.seeds, tournament.played)
    double = any(key.startswith("L") or key == "F2.1" for key in played)
    groups = sorted({_group(key, double) for key in played})
    rounds = sorted({(_group(key, double), each.place.round) for key, each in played.items()})
    return {
        "participant": [
            {"id": seed, "tournament_id": 0, "name": names.get(entry, "")}
            for seed, entry in enumerate(tournament.seeds)
        ],
        "stage": [_stage(tournament, double)],
        "group": [{"id": at, "stage_id": 0, "number": number} for at, number in enumerate(groups)],
        "round": [
            {"id": at, "stage_id": 0, "group_id": groups.index(group), "number": number}
            for at, (group, number) in enumerate(rounds)
        ],
        "match": [
            _match(at, each, groups.index(_group(key, double)), rounds.index((_group(key, double), each.place.round)))
            for at, (key, each) in enumerate(played.items())
        ],
        "match_game": [],
    }


def _group(key: str, double: bool) -> int:
    return GROUPS[key[0]] if double else 2 if key.startswith("T") else 1


def _stage(tournament: Tournament, double: bool) -> dict[str, Any]:
    entries = len(tournament.seeds)
    thirds = any(match.side == "T" for match in tournament.structure)
    drops = ["natural", *drop_orders(entries)] if double else []
    settings: dict[str, Any] = {
        "size": 1 << (entries - 1).bit_length(),
        "seedOrdering": ["inner_outer", *drops],
        "grandFinal": "double" if double else "none",
        "consolationFinal": thirds,
        "matchesChildCount": 0,
    }
    kind = "double_elimination" if double else "single_elimination"
    return {
        "id": 0,
        "tournament_id": 0,
        "name": tournament.settings.name,
        "type": kind,
        "number": 1,
        "settings": settings,
    }


def _match(at: int, contest: Contest, group: int, round: int) -> dict[str, Any]:  # noqa: A002
    number = int(contest.place.key.partition(".")[2])
    sides = [_opponent(contest, side) for side in (0, 1)]
    return {
        "id": at,
        "key": contest.place.key,
        "number": number,
        "stage_id": 0,
        "group_id": group,
        "round_id": round,
        "child_count": 0,
        "status": _status(contest),
        "opponent1": sides[0],
        "opponent2": sides[1],
    }


def _status(contest: Contest) -> int:
    state = contest.state
    if state.status == "decided":
        return COMPLETED
    if state.status == "ready":
        return READY if contest.drawn is None else RUNNING
    known = sum(isinstance(each, int) for each in state.occupants)
    return WAITING if known == 1 and state.status == "waiting" else LOCKED


def _opponent(contest: Contest, side: int) -> dict[str, Any] | None:
    """``None`` is a bye; an id of ``None`` is somebody who is not known yet."""
    occupant = contest.state.occupants[side]
    if occupant == BYE:
        return None
    told: dict[str, Any] = {"id": _id(occupant)}
    told |= _position(contest.place.slots[side])
    codes = contest.state.codes
    if codes is not None:
        told["result"] = "win" if WINNER[codes] == side else "loss"
        if codes[side] == "-":
            told["forfeit"] = True
    return told


def _id(occupant: Occupant) -> int | None:
    return occupant - 1 if isinstance(occupant, int) else None


def _position(slot: Slot) -> dict[str, int]:
    """Of a seed its number; of who comes as a loser, the number in its round of the match that was lost."""
    if isinstance(slot, FromMatch) and slot.place == 2:
        return {"position": int(slot.match.partition(".")[2])}
    return {"position": slot.seed} if isinstance(slot, FromSeed) else {}
