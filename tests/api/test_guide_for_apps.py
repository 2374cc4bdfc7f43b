"""What the guide says of scopes and apps, sentence by sentence: each is held by a test that stands with its room."""

import re
from collections.abc import Callable
from importlib import resources
from typing import Final

import pytest
from django.urls import reverse

from tests.accounts import test_oauth as oauth
from tests.accounts import test_tokens as tokens
from tests.api import test_scopes as scopes

PARTS: Final = ("Scopes", "Apps")
HELD: Final[dict[str, Callable[..., None]]] = {
    "A token is for the scopes": tokens.test_the_page_makes_a_token_for_what_was_ticked,
    "Each operation needs one": scopes.test_the_document_says_which_scope_an_operation_needs,
    "Some scopes hold others": scopes.test_every_scope_is_of_one_group_and_holds_what_its_words_say,
    "With a token that lacks": scopes.test_a_token_without_the_scope_changes_nothing,
    "What everybody may read": scopes.test_a_token_without_the_scope_is_answered_as_a_stranger,
    "A link such as": tokens.test_a_link_ticks_the_boxes,
    "No token makes tokens": scopes.test_no_token_opens_what_makes_another_way_in,
    "A program that others use": oauth.test_somebody_registers_an_app_on_a_page,
    "`/.well-known/openid-configuration`": oauth.test_the_provider_says_what_it_does,
    "An app sends people to": oauth.test_a_code_is_used_once,
    "A command line asks": oauth.test_a_command_line_logs_in_by_a_code,
    "An access token lasts": oauth.test_a_refresh_token_is_used_once,
    "With the scope `openid`": oauth.test_an_id_token_says_who_it_is_and_its_signature_is_right,
    "People disconnect an app": oauth.test_disconnecting_ends_tokens_and_open_streams_at_once,
}


def part(title: str) -> str:
    text = resources.files("tournaments.site").joinpath("guide.md").read_text(encoding="utf-8")
    found = re.search(rf"\*\*{title}\.\*\*(.+?)(?=\n\n\*\*|\Z)", text, re.DOTALL)
    assert found
    return " ".join(found[1].split())


def test_each_sentence_is_held_by_a_test() -> None:
    found = [each.strip() for title in PARTS for each in re.split(r"(?<=\.) (?=[A-Z`])", part(title))]
    held = {each: [begins for begins in HELD if each.startswith(begins)] for each in found}
    assert {each: by for each, by in held.items() if len(by) != 1} == {}
    assert len(found) == len(HELD)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/oauth/authorize", "idp:oidc:authorization"),
        ("/api/oauth/token", "idp:oidc:token"),
        ("/api/oauth/device", "idp:oidc:device_code"),
        ("/oauth/device", "idp:oidc:device_authorization"),
        ("/.well-known/openid-configuration", "idp:oidc:configuration"),
    ],
)
def test_the_addresses_are_those_that_there_are(address: str, name: str) -> None:
    assert reverse(name) == address
    assert f"`{address}`" in part("Apps")
