"""Holds every answer of the API against its own OpenAPI document."""

import json
import re
from functools import cache
from typing import Any

from django.conf import settings
from django.test import override_settings
from jsonschema import Draft202012Validator

from tournaments.kit.schema import document
from tournaments.site import refusals

SITE = settings.SITE_URL


@cache
def published() -> dict[str, Any]:
    """Made once a process: the first test that asks may have put the site elsewhere."""
    with override_settings(SITE_URL=SITE):
        found: dict[str, Any] = json.loads(document())
    return found


def check(method: str, path: str, status: int, media_type: str, body: Any) -> None:
    """Raise unless the document says that *method* on *path* may be answered like that."""
    if media_type.endswith("problem+json"):
        assert refusals.find(body["code"]), f"no page says what {body['code']} is"
    operation = operation_for(method, path)
    if operation is None:
        assert status in {404, 405}, f"{method} {path} is not in the document, and was answered with {status}"
        return validate(body, {"$ref": "#/components/schemas/Problem"})
    documented = operation["responses"].get(str(status))
    assert documented is not None, f"{operation['operationId']} was answered with {status}: {body}"
    assert media_type in documented["content"], f"{operation['operationId']} {status} as {media_type}"
    return validate(body, documented["content"][media_type]["schema"])


def operation_for(method: str, path: str) -> dict[str, Any] | None:
    for template, operations in published()["paths"].items():
        if method.lower() in operations and _pattern(template).fullmatch(path):
            found: dict[str, Any] = operations[method.lower()]
            return found
    return None


def validate(body: Any, schema: dict[str, Any]) -> None:
    Draft202012Validator({**schema, "components": published()["components"]}).validate(body)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)))
