"""The digest chain against vectors that were made without this code."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from engine.digest import START, canonical, chain
from tournaments.log.encoding import encode_event, encode_payload

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))
BY_SEQ = {event["seq"]: event for event in VECTORS["events"]}


def previous(event: dict[str, Any]) -> bytes:
    return bytes.fromhex(BY_SEQ[event["seq"] - 1]["digest"]) if event["seq"] > 1 else START


@pytest.mark.parametrize("event", VECTORS["events"], ids=lambda event: event["kind"])
def test_the_canonical_bytes_are_those_of_the_vectors(event):
    before = (VECTORS["stream"], event["seq"], event["kind"], event["version"])
    after = (event["actor"], event["command"], event["recorded_at"])
    assert canonical(*before, event["payload"], *after).decode() == event["canonical"]
    assert encode_event(*before, encode_payload(event["payload"]), *after).decode() == event["canonical"]


@pytest.mark.parametrize("event", VECTORS["events"], ids=lambda event: event["kind"])
def test_the_digests_are_those_of_the_vectors(event):
    salt, known = bytes.fromhex(event["salt"]), event["canonical"].encode()
    assert chain(previous(event), salt, known).hex() == event["digest"]
    assert hashlib.sha256(previous(event) + salt + known).hexdigest() == event["digest"]
