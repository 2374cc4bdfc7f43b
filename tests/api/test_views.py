"""What a seat may know, in the document: every game's view has a schema, and every field of it is described."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.chance import FastRng
from engine.game import AnyGame, play, replay
from engine.registry import GAMES
from tests.api import contract
from tournaments.tables import catalogue

REF = "#/components/schemas/"
COUNTED = ("deal", "round", "stage")


def named(reference: str) -> dict[str, Any]:
    found: dict[str, Any] = contract.published()["components"]["schemas"][reference.removeprefix(REF)]
    return found


def views() -> dict[str, Any]:
    return named(REF + "View")


def test_the_document_says_which_game_has_which_view() -> None:
    told = views()["x-games"]
    assert set(told) == {f"{game.key}/{game.version}" for game in GAMES.values()}
    assert {reference["$ref"] for reference in views()["anyOf"]} == set(told.values())


@pytest.mark.parametrize("kind", dict.fromkeys(catalogue.views().values()), ids=lambda kind: kind.__module__)
def test_msgspec_knows_the_schema_and_every_field_is_described(kind: type[msgspec.Struct]) -> None:
    structs = msgspec.json.schema(kind)["$defs"]
    assert "View" in structs
    bare = [
        f"{name}.{field}"
        for name, struct in structs.items()
        for field, schema in struct["properties"].items()
        if not schema.get("description")
    ]
    assert bare == []


def fields(reference: str) -> list[tuple[str, Any]]:
    """Of a struct of the document, and of all that it is made of."""
    own = [(f"{reference}.{field}", schema) for field, schema in named(reference).get("properties", {}).items()]
    parts = {part for _name, schema in own for part in _references(schema)}
    return own + [each for part in sorted(parts) for each in fields(part)]


def _references(schema: Any) -> set[str]:
    text = json.dumps(schema)
    return {REF + part.partition('"')[0] for part in text.split(REF)[1:]}


def test_it_is_described_in_the_document_as_well() -> None:
    every = [each for reference in set(views()["x-games"].values()) for each in fields(reference)]
    assert len(every) > 100
    assert [name for name, schema in every if not schema.get("description")] == []


def sent(view: Any) -> Any:
    return json.loads(msgspec.json.encode(view))


def seen(game: AnyGame) -> Iterator[Any]:
    """As it is sent: what a spectator and a seat may know before each decision of a game played at random."""
    rng, seats = FastRng(game.key), game.sizes[0]
    state = replay(game, game.opening(seats, game.options(), rng))
    while acting := game.to_act(state):
        for viewer in (None, acting[0]):
            yield sent(game.view(state, viewer))
        legal = game.legal(state, acting[0])
        state, _events = play(game, state, acting[0], legal[int(rng.random() * len(legal))], rng)
    yield sent(game.view(state, None))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_views_of_a_whole_game_are_valid(game: AnyGame) -> None:
    reference = {"$ref": views()["x-games"][f"{game.key}/{game.version}"]}
    for at, view in enumerate(seen(game)):
        if at % 10 == 0:
            contract.validate(view, reference)
    with pytest.raises(Exception, match="required property"):
        contract.validate({}, reference)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_what_is_said_to_count_from_a_number_does(game: AnyGame) -> None:
    schema = named(views()["x-games"][f"{game.key}/{game.version}"])["properties"]
    first = next(seen(game))
    counted = {name: schema[name]["description"] for name in COUNTED if name in first}
    found = {name: int(said.rpartition("from ")[2].strip(".")) for name, said in counted.items() if "from " in said}
    assert found
    assert {name: first[name] for name in found} == found
