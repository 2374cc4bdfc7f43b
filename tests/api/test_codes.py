"""The pages that ``type`` of a problem leads to: each code has one, made from the source."""

import json
import os
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests.api.codes import ROOT, codes
from tournaments.site import refusals

KEPT = ROOT / "tournaments/site/codes.json"


def test_the_codes_are_those_of_the_source() -> None:
    """``RECORD_EXAMPLES=1`` writes them."""
    found = json.dumps(codes(), indent=1, ensure_ascii=False) + "\n"
    if "RECORD_EXAMPLES" in os.environ:
        KEPT.write_text(found, encoding="utf-8")
    assert KEPT.read_text(encoding="utf-8") == found


@pytest.mark.django_db
def test_each_code_has_a_page_in_both_languages_that_says_what_to_do() -> None:
    client = Client()
    for code in ("stale", "throttled", "unknown_game", "too_many_tables", "bad_rounds"):
        assert refusals.find(code), code
        english, spanish = (client.get(f"/about/codes/{code}", headers={"Accept-Language": at}) for at in ("en", "es"))
        assert (english.status_code, spanish.status_code) == (200, 200)
        assert code in english.content.decode()
    page = client.get("/about/codes/stale").content.decode()
    assert "The table has changed since you loaded it." in page
    assert "<b>409</b>" in page
    assert "El" in client.get("/about/codes/stale", headers={"Accept-Language": "es"}).content.decode()


@pytest.mark.django_db
def test_the_list_leads_to_all_and_what_is_no_code_has_no_page() -> None:
    client = Client()
    page = client.get("/about/codes").content.decode()
    assert all(f"/about/codes/{code}" in page for code in refusals.refusals())
    assert client.get("/about/codes/nothing").status_code == 404


def test_there_is_advice_for_every_status() -> None:
    assert {status for known in refusals.refusals().values() for status in known.statuses} <= set(refusals.ADVICE)


@pytest.mark.django_db
def test_a_problem_leads_to_the_page_of_its_code() -> None:
    answer = Client().get("/api/games/nothing")
    assert Client().get(urlsplit(answer.json()["type"]).path).status_code == 200
