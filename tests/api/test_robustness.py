"""Whatever is sent, the answer is one that the document knows: never a fault of ours."""

import re
from collections.abc import Iterator
from typing import Any

from django.core.cache import cache
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Token, User
from tests.api import contract
from tests.api.client import Answer, Caller
from tests.api.cups import CUP

DUCK = {"game": "duck-soup", "seats": ["me", None]}

texts = st.text(st.characters(codec="utf-8"), max_size=20)
lenient = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@lenient
@given(content=st.binary(max_size=60))
def test_any_bytes_are_answered_as_documented(db: None, content: bytes) -> None:
    assert _somebody().call("POST", "/api/tables", content).status in {400, 422}


@lenient
@given(word=st.text(st.characters(codec="utf-8", exclude_characters="/?#"), min_size=1, max_size=40))
def test_any_word_in_a_path_is_answered(db: None, word: str) -> None:
    caller = _somebody()
    for path in ("games/{}", "players/{}", "ladders/{}", "tables/{}", f"tables/{_table(caller)}/move/{{}}"):
        response = caller.client.generic("GET", f"/api/{path.format(word)}", headers=caller.credentials)
        assert response.status_code in {200, 400, 404, 405}
    moved = caller.client.generic("POST", f"/api/tables/{_table(caller)}/move/{word}", headers=caller.credentials)
    assert moved.status_code in {400, 404, 409, 422}


def _somebody() -> Caller:
    cache.clear()  # neither allowances nor the number of tokens are what is tested here
    Token.objects.all().delete()
    user, _made = User.objects.get_or_create(username="sam")
    return Caller(user)


def _table(caller: Caller) -> str:
    return str(caller.post("/api/tables", DUCK, key="the-one").body["id"])


def _cup(caller: Caller) -> str:
    return str(caller.post("/api/tournaments", CUP, key="the-one").body["id"])


def under(caller: Caller, start: str, body: dict[str, Any], key: str) -> Iterator[tuple[str, Answer]]:
    """What every operation on the thing that *key* made answers to the same key."""
    path = caller.post(start, body, key=key)["id"]
    known: dict[str, Any] = {"players": ["bob"], "partners": ["bob"], "player": "bob", "substitute": "bob"}
    known |= {"text": "Hello", "kind": "csv", "confirm": True, "round": 1, "bye": "H", "forbidden": [], "mates": []}
    for template, methods in contract.published()["paths"].items():
        operation = methods.get("post")
        if operation is None or not template.startswith(f"{start}/{{"):
            continue
        fields = fields_of(operation)
        at = re.sub(r"\{(\w+)\}", lambda found: path if found[1].endswith("_id") else "1", template)
        sent = {name: value for name, value in known.items() if name in fields}
        yield at, caller.post(at, sent if fields else None, key=key)


def fields_of(operation: dict[str, Any]) -> dict[str, Any]:
    body = operation.get("requestBody")
    name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2] if body else ""
    found: dict[str, Any] = contract.published()["components"]["schemas"].get(name, {}).get("properties", {})
    return found


def test_the_key_that_made_something_is_no_other_requests(
    ann: Caller, bob: Caller, no_limits: None, open_to_all: None
) -> None:
    cup = CUP | {"starts_at": 4_070_000_000_000}
    answers = dict([*under(ann, "/api/tables", DUCK, "one"), *under(ann, "/api/tournaments", cup, "two")])
    assert len(answers) > 20
    assert {at: answer for at, answer in answers.items() if answer.status >= 500} == {}
    refused = {at.rpartition("/")[2] for at, answer in answers.items() if answer.body.get("code") == "key_reused"}
    assert {"abort", "join", "messages", "apart", "import", "organisers", "start"} <= refused
