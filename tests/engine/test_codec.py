from __future__ import annotations

import json
from typing import Any

import pytest

from engine.codec import Codec, Unreadable
from engine.events import Public, Seat
from tests.engine.toy import CardPlayed, Toy


class TokenGiven(Public, frozen=True, gc=False):
    """Its third form: the token was called ``colour``, then had no number."""

    kind = "test.token_given"
    version = 3
    seat: Seat
    suit: str
    n: int


def _renamed(fields: dict[str, Any]) -> dict[str, Any]:
    return {"seat": fields["seat"], "suit": fields["colour"]}


def _counted(fields: dict[str, Any]) -> dict[str, Any]:
    return fields | {"n": 1}


CODEC: Codec[TokenGiven] = Codec([TokenGiven], {("test.token_given", 1): _renamed, ("test.token_given", 2): _counted})


def test_an_event_is_stored_as_its_fields_and_comes_back():
    event = TokenGiven(Seat(2), "K", 2)
    assert CODEC.fields(event) == {"seat": 2, "suit": "K", "n": 2}
    assert CODEC.decode("test.token_given", 3, b'{"seat":2,"suit":"K","n":2}') == event


@pytest.mark.parametrize(("version", "payload"), [(1, {"seat": 2, "colour": "K"}), (2, {"seat": 2, "suit": "K"})])
def test_an_older_version_is_lifted_step_by_step(version: int, payload: dict[str, Any]):
    assert CODEC.decode("test.token_given", version, json.dumps(payload)) == TokenGiven(Seat(2), "K", 1)


@pytest.mark.parametrize(
    ("kind", "version", "payload"),
    [
        ("test.unheard_of", 1, "{}"),
        ("test.token_given", 4, '{"seat":2,"suit":"K","n":2}'),
        ("test.token_given", 3, '{"seat":2,"suit":"K"}'),
        ("test.token_given", 3, '{"seat":2,"suit":"K","n":2,"more":0}'),
        ("test.token_given", 3, '{"seat":2,"suit":"K","n":"2"}'),
        ("test.token_given", 1, '{"seat":2}'),
        ("test.token_given", 3, "no JSON"),
    ],
)
def test_what_no_struct_can_hold_is_unreadable(kind: str, version: int, payload: str):
    with pytest.raises(Unreadable, match=kind):
        CODEC.decode(kind, version, payload)


def test_a_wrong_card_code_is_unreadable():
    codec: Codec[Any] = Codec(Toy.events)
    with pytest.raises(Unreadable):
        codec.decode(CardPlayed.kind, 1, '{"seat":0,"card":"1S"}')
