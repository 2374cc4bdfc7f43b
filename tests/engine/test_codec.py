import json
from typing import Any

import pytest

from engine.codec import Codec, NotYet, Unreadable
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


class Cautious(TokenGiven, frozen=True, gc=False):
    """As in the release that reads the third form first: the second one is stored still."""

    written = 2


class Unborn(Public, frozen=True, gc=False):
    """As in the release that reads the kind first."""

    kind = "test.unborn"
    written = 0


def test_a_version_that_others_may_not_read_yet_is_stored_as_the_one_before():
    codec = Codec([Cautious], {("test.token_given", 2): _counted}, {("test.token_given", 3): _uncounted})
    kind, version, fields = codec.stored(Cautious(Seat(2), "K", 1))
    assert (kind, version, fields) == ("test.token_given", 2, {"seat": 2, "suit": "K"})
    assert codec.decode(kind, version, json.dumps(fields)) == Cautious(Seat(2), "K", 1)
    assert CODEC.stored(TokenGiven(Seat(2), "K", 1))[1] == 3


def test_a_version_that_nothing_lowers_is_found_before_anything_is_stored():
    with pytest.raises(ValueError, match=r"test\.token_given v3 cannot be lowered"):
        Codec([Cautious], {("test.token_given", 2): _counted})


def _uncounted(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "n"}


def test_a_kind_that_others_may_not_read_yet_is_read_and_not_stored():
    codec = Codec([Unborn])
    assert codec.decode("test.unborn", 1, "{}") == Unborn()
    with pytest.raises(NotYet, match=r"test\.unborn"):
        codec.stored(Unborn())
