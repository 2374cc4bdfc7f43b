"""A round robin, or groups before a bracket, in the model of brackets-manager: one file with all stages."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from tournaments.director.exchange.brackets import COMPLETED, LOCKED, RUNNING, Model, model
from tournaments.director.state.facts import Round
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.record import Marks, Match
from tournaments.pairing.registry import FORMATS

Rows: TypeAlias = list[dict[str, Any]]


def staged(tournament: Tournament, names: Mapping[int, str]) -> Model:
    """The bracket as :func:`model` tells of it; behind a round robin with its groups as the first stage, or that stage
    alone. Participants have the numbers of the seeds at the start then."""
    bracket = model(tournament, names) if tournament.structure else None
    if not FORMATS[tournament.settings.format].groups:  # other rounds are not groups of that model
        return bracket or _empty()
    first = _groups(tournament)
    ids = {entry: at for at, entry in enumerate(tournament.seeds)}
    people = [{"id": at, "tournament_id": 0, "name": names.get(entry, "")} for entry, at in ids.items()]
    if bracket is None:
        return first | {"participant": people}
    moved = _moved(bracket, first, [ids[entry] for entry in tournament.current.seeds])
    joined = {table: [*first[table], *moved[table]] for table in ("stage", "group", "round", "match")}
    return {**joined, "participant": people, "match_game": []}


def _empty() -> Model:
    return {table: [] for table in ("participant", "stage", "group", "round", "match", "match_game")}


def _groups(tournament: Tournament) -> Model:
    """The first stage; ``key`` is ours."""
    stage = tournament.stages[0]
    groups = tournament.groups or (tournament.seeds,)
    rounds = [(group, paired) for group in range(len(groups)) for paired in stage.scored]
    settings = {
        "groupCount": len(groups),
        "size": len(tournament.seeds),
        "roundRobinMode": "double" if stage.settings.cycles == 2 else "simple",
    }
    about = {"id": 0, "tournament_id": 0, "name": stage.settings.name, "type": "round_robin", "number": 1}
    return {
        "stage": [about | {"settings": settings}],
        "group": [{"id": at, "stage_id": 0, "number": at + 1} for at in range(len(groups))],
        "round": [
            {"id": at, "stage_id": 0, "group_id": group, "number": paired.drawn.round}
            for at, (group, paired) in enumerate(rounds)
        ],
        "match": list(_matches(tournament, groups, rounds)),
        "match_game": [],
    }


def _matches(
    tournament: Tournament, groups: tuple[tuple[int, ...], ...], rounds: list[tuple[int, Round]]
) -> Iterator[dict[str, Any]]:
    ids, number = {entry: at for at, entry in enumerate(tournament.seeds)}, 0
    for at, (group, paired) in enumerate(rounds):
        there = [match for match in paired.played.matches if set(match.entries) <= set(groups[group])]
        for place, match in enumerate(there, start=1):
            made = paired.played.results.get(match.match)
            sides = [_side(ids, match, made, seat) for seat in (0, 1)]
            yield {
                "id": number,
                "key": match.key,
                "number": place,
                "stage_id": 0,
                "group_id": group,
                "round_id": at,
                "child_count": 0,
                "status": COMPLETED if made else RUNNING if paired.tables.get(match.match) else LOCKED,
                "opponent1": sides[0],
                "opponent2": sides[1],
            }
            number += 1


def _side(ids: Mapping[int, int], match: Match, made: Marks | None, seat: int) -> dict[str, Any]:
    told: dict[str, Any] = {"id": ids[match.entries[seat]]}
    if made is not None:
        own, other = made[seat].place, made[1 - seat].place
        told["result"] = "win" if own < other else "draw" if made[seat].code == "=" else "loss"
        if made[seat].code == "-":
            told["forfeit"] = True
    return told


def _moved(bracket: Model, first: Model, ids: list[int]) -> Model:
    """The bracket as the second stage: its numbers behind those of the *first*, its seeds with their *ids*."""
    groups, rounds, matches = (len(first[table]) for table in ("group", "round", "match"))
    return {
        "stage": [each | {"id": 1, "number": 2} for each in bracket["stage"]],
        "group": [each | {"id": each["id"] + groups, "stage_id": 1} for each in bracket["group"]],
        "round": [
            each | {"id": each["id"] + rounds, "stage_id": 1, "group_id": each["group_id"] + groups}
            for each in bracket["round"]
        ],
        "match": [
            each
            | {"id": each["id"] + matches, "stage_id": 1}
            | {"group_id": each["group_id"] + groups, "round_id": each["round_id"] + rounds}
            | {side: _known(each[side], ids) for side in ("opponent1", "opponent2")}
            for each in bracket["match"]
        ],
    }


def _known(side: dict[str, Any] | None, ids: list[int]) -> dict[str, Any] | None:
    if side is None or side["id"] is None:
        return side
    return side | {"id": ids[side["id"]]}
