"""Laws of the stored form: the fast bytes are the canonical ones, and the database keeps them."""

import enum
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from engine.digest import canonical
from tournaments.log.encoding import LIMIT, encode_event, encode_payload
from tournaments.log.errors import Unstorable

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
NUMBERS = st.integers(1 - LIMIT, LIMIT - 1)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXT, inner, max_size=5),
    max_leaves=12,
)
PAYLOADS = st.dictionaries(TEXT, VALUES, max_size=6)


@given(PAYLOADS, TEXT, NUMBERS, TEXT, NUMBERS, st.none() | NUMBERS, st.none() | TEXT, NUMBERS)
def test_the_fast_bytes_are_the_canonical_ones(payload, stream, seq, kind, version, actor, command, at):
    fast = encode_event(stream, seq, kind, version, encode_payload(payload), actor, command, at)
    assert fast == canonical(stream, seq, kind, version, payload, actor, command, at)


@pytest.mark.django_db
def test_what_comes_back_from_the_database_gives_the_same_bytes():
    @given(st.lists(PAYLOADS, min_size=1, max_size=4))
    def law(payloads: list[dict[str, Any]]) -> None:
        with connection.cursor() as cursor:
            texts = [encode_payload(payload).decode() for payload in payloads]
            cursor.execute("SELECT one::jsonb::text FROM unnest(%s::text[]) AS one", [texts])
            returned = [json.loads(text) for (text,) in cursor.fetchall()]
        for payload, back in zip(payloads, returned, strict=True):
            assert canonical("s", 1, "k", 1, payload, None, None, 0) == canonical("s", 1, "k", 1, back, None, None, 0)

    law()


class Suit(enum.StrEnum):
    SPADES = "s"


def nested(depth: int) -> list[Any]:
    return [] if depth == 0 else [nested(depth - 1)]


@pytest.mark.parametrize(
    "value",
    [1.5, 1.0, float("nan"), LIMIT, -LIMIT, 10**30, b"x", {1, 2}, {1: 2}, {None: 1}, "\0", "\ud800", {"\0": 1},
     datetime(2026, 11, 21, tzinfo=UTC), Suit.SPADES, object],
    ids=repr,
)  # fmt: skip
def test_what_would_not_come_back_the_same_is_refused(value):
    for payload in ({"value": value}, {"list": [1, [value]]}, {"object": {"inner": value}}):
        with pytest.raises(Unstorable):
            encode_payload(payload)


def test_a_payload_without_a_bottom_is_refused():
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(Unstorable):
        encode_payload({"endless": endless})


@pytest.mark.parametrize("value", [None, [], "text", 1])
def test_a_payload_that_is_no_object_is_refused(value):
    with pytest.raises(Unstorable):
        encode_payload(value)


@pytest.mark.parametrize("value", [LIMIT - 1, 1 - LIMIT, 0, True, None, "", "\x7f\u2028", (1, 2), nested(50)], ids=repr)
def test_the_edges_of_what_is_stored_are_accepted(value):
    assert json.loads(encode_payload({"value": value})) == {"value": list(value) if type(value) is tuple else value}
