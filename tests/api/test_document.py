"""The OpenAPI document, and the page that shows it."""

import gzip
import json
import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from jsonschema import Draft202012Validator

from tests.api import contract
from tournaments.kit import examples
from tournaments.kit import schema as documented

COMMITTED = Path(__file__).parent / "openapi.json"


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, operation)
        for path, methods in contract.published()["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_document_is_as_committed() -> None:
    """Pages and answers share structs: a field renamed for a page must not change an answer unseen.

    ``RECORD_EXAMPLES=1`` writes it again.
    """
    told = json.dumps(_without_examples(contract.published()), sort_keys=True, indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("RECORD_EXAMPLES"):
        COMMITTED.write_text(told, encoding="utf-8")
    assert told == COMMITTED.read_text(encoding="utf-8")


def _without_examples(document: Any) -> Any:
    """They have files of their own."""
    if isinstance(document, dict):
        return {key: _without_examples(value) for key, value in document.items() if key not in ("examples", "example")}
    return [*map(_without_examples, document)] if isinstance(document, list) else document


def test_the_document_is_openapi_3_1() -> None:
    assert contract.published()["openapi"] == "3.1.0"


def test_every_operation_has_a_name_of_its_own_a_tag_and_a_summary() -> None:
    names = [operation["operationId"] for _path, _method, operation in operations()]
    assert len(set(names)) == len(names)
    assert all(operation["tags"] and operation["summary"] for _path, _method, operation in operations())


def test_every_schema_is_one() -> None:
    for schema in contract.published()["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """*schema* and all that it is made of."""
    yield schema
    under = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    under += [schema[word] for word in ("items", "contentSchema") if word in schema]
    if isinstance(schema.get("additionalProperties"), dict):
        under.append(schema["additionalProperties"])
    for part in under:
        yield from parts(part)


def test_whatever_is_in_a_schema_has_one_type_or_is_one_of_several_that_have() -> None:
    document = contract.published()
    asked = [one["schema"] for _, _, operation in operations() for one in operation.get("parameters", [])]
    found = [part for schema in [*document["components"]["schemas"].values(), *asked] for part in parts(schema)]
    assert len(found) > 1000
    for part in found:
        assert len([word for word in ("type", "$ref", "anyOf") if word in part]) == 1, part
        assert isinstance(part.get("type", ""), str), part
        assert not part.keys() & {"prefixItems", "oneOf", "allOf", "not", "if"}, part
        assert part.get("items") is not False, part


def test_it_says_where_it_is_spoken_and_who_runs_it() -> None:
    document = contract.published()
    assert document["servers"] == [{"url": settings.SITE_URL}]
    assert document["info"]["contact"]["url"].startswith(settings.SITE_URL)


def test_every_reference_leads_somewhere() -> None:
    known = contract.published()["components"]["schemas"]
    referred = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(contract.published())))
    assert referred <= set(known)


def test_every_answer_has_an_example_that_fits_its_schema() -> None:
    for path, method, operation in operations():
        if path.endswith("/stream"):
            continue
        (answer,) = (answer for status, answer in operation["responses"].items() if status.startswith("2"))
        (content,) = answer["content"].values()
        assert content.get("examples"), f"{method} {path} has no example"
        for example in content["examples"].values():
            contract.validate(example["value"], content["schema"])


def test_every_example_belongs_to_an_operation() -> None:
    assert examples.names() <= {operation["operationId"] for _path, _method, operation in operations()}


@pytest.mark.parametrize("status", ["400", "401"])
def test_every_operation_says_how_it_refuses(status: str) -> None:
    assert all(status in operation["responses"] for _path, _method, operation in operations())


def test_whatever_creates_or_moves_takes_an_idempotency_key() -> None:
    for path, method, operation in operations():
        named = {parameter["name"] for parameter in operation.get("parameters", [])}
        writes = method == "post" and not operation["operationId"].startswith("try")
        assert writes == ("Idempotency-Key" in named), path


def test_the_document_is_served() -> None:
    response = Client().get("/api/openapi.json")
    assert response.json() == contract.published()
    assert response["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, br", "gzip"), ("br;q=1.0, gzip;q=0.8", "gzip"), ("", None), ("gzip;q=0", None), ("identity", None)],
)
def test_it_is_compressed_for_who_takes_that_and_sent_once(accepted: str, encoding: str | None) -> None:
    headers = {"Accept-Encoding": accepted}
    answer = Client().get("/api/openapi.json", headers=headers)
    assert answer.headers.get("Content-Encoding") == encoding
    assert json.loads(gzip.decompress(answer.content) if encoding else answer.content) == contract.published()
    again = Client().get("/api/openapi.json", headers=headers | {"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert "Accept-Encoding" in again["Vary"]


def test_the_page_takes_nothing_from_elsewhere_and_runs_no_script_of_its_own() -> None:
    page = Client().get("/api/docs").content.decode()
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)
    assert "<style" not in page
    assert not re.findall(r"<script>|<script [^>]*>[^<\s]", page)


def test_the_pages_script_is_served_apart() -> None:
    response = Client().get("/api/docs", {"script": ""})
    assert response["Content-Type"] == "application/javascript"
    assert b"/api/openapi.json" in response.content or b"openapi.json" in response.content


def test_the_document_begins_with_how_it_is_used() -> None:
    assert "Idempotency-Key" in contract.published()["info"]["description"]


def test_every_tag_is_explained() -> None:
    told = [webhook["post"] for webhook in contract.published()["webhooks"].values()]
    used = {tag for operation in (*(each for _, _, each in operations()), *told) for tag in operation["tags"]}
    assert used == {tag["name"] for tag in contract.published()["tags"]}


def test_the_first_who_ask_at_once_make_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    both, made = Barrier(2), []

    class Generator:
        def get_schema(self, **_given: object) -> dict[str, str]:
            made.append(1)
            with suppress(BrokenBarrierError):
                both.wait(0.5)  # until the other one is here, too
            return {"openapi": "3.1.0"}

    monkeypatch.setattr(documented, "SchemaGenerator", Generator)
    documented._document.cache_clear()
    try:
        with ThreadPoolExecutor(2) as pool:
            told = list(pool.map(lambda _: documented.document(), range(2)))
    finally:
        documented._document.cache_clear()
    assert told == [b'{"openapi":"3.1.0"}'] * 2
    assert made == [1]


def test_two_shapes_of_one_name_are_refused() -> None:
    documented._claim("NamedTwice", {"type": "object"})
    documented._claim("NamedTwice", {"type": "object"})
    with pytest.raises(LookupError, match="NamedTwice"):
        documented._claim("NamedTwice", {"type": "string"})
