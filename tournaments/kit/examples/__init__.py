"""Recorded answers, one file an operation: the document shows them, and ``tests/api`` records and checks them."""

import json
from importlib import resources
from typing import Any


def recorded(operation: str) -> list[Any]:
    """The answers that were recorded for *operation*."""
    file = resources.files(__name__) / f"{operation}.json"
    return [json.loads(file.read_text(encoding="utf-8"))] if file.is_file() else []


def names() -> set[str]:
    """The operations that have a recorded answer."""
    return {
        file.name.removesuffix(".json") for file in resources.files(__name__).iterdir() if file.name.endswith(".json")
    }
