"""The views of all games in the OpenAPI document: a schema for each kind of view, and which game has which."""

from typing import Any

import msgspec

from tournaments.kit.schema import Schema, typed
from tournaments.tables import catalogue
from tournaments.tables.seen import VIEW

REF = "#/components/schemas/"
SHARED = frozenset({"Outcome"})
"""The structs of which every game has the same."""
PACK = 24
"""No pack has fewer cards than this, and no other choice of words is as long."""
DESCRIPTION = """All that a seat may know of a game, or a spectator.
Which schema it has, `game` and `rules_version` of the table say:

| game | rules version | schema |
|---|---|---|
"""


def describe_views(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """drf-spectacular's hook that adds what views are made of: a game's structs have its name before their own."""
    components = result.setdefault("components", {}).setdefault("schemas", {})
    kinds = catalogue.views()
    names = {kind: _game(kind) + "View" for kind in kinds.values()}
    for kind in names:
        components |= _components(kind)
    lines = (f"| `{key}` | {version} | `{names[kind]}` |" for (key, version), kind in kinds.items())
    components[VIEW] = {
        "description": DESCRIPTION + "\n".join(lines),
        "anyOf": [{"$ref": REF + name} for name in names.values()],
        "x-games": {f"{key}/{version}": REF + names[kind] for (key, version), kind in kinds.items()},
    }
    return result


def _components(kind: type[msgspec.Struct]) -> dict[str, Schema]:
    game = _game(kind)
    _refs, found = msgspec.json.schema_components([kind], ref_template=REF + "{name}")
    names = {name: name if name in SHARED or name.startswith(game) else game + name for name in found}
    cards = f"{game}Card"
    made = {names[name]: _named(typed(schema), names, cards) | {"title": names[name]} for name, schema in found.items()}
    return made | {cards: {"description": "A card.", "type": "string", "enum": _pack(typed(found["View"]))}}


def _named(schema: Any, names: dict[str, str], cards: str) -> Any:
    """*schema* with what it refers to under its new name, and *cards* where any card of the pack may stand."""
    if isinstance(schema, list):
        return [_named(each, names, cards) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {word: _named(said, names, cards) for word, said in schema.items()}
    if "$ref" in made:
        return made | {"$ref": REF + names[made["$ref"].removeprefix(REF)]}
    if len(made.get("enum", ())) >= PACK:
        return {word: said for word, said in made.items() if word not in ("type", "enum")} | {"$ref": REF + cards}
    return made


def _pack(view: Schema) -> list[str]:
    cards: list[str] = view["properties"]["hand"]["items"]["enum"]
    return cards


def _game(kind: type[msgspec.Struct]) -> str:
    """``GermanWhist`` for what is defined in ``engine.games.german_whist.model``."""
    return "".join(map(str.title, kind.__module__.split(".")[-2].split("_")))
