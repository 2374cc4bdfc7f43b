"""An operation that is going to be taken away says so, in the document and in each answer."""

import datetime
import sys

import msgspec
import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from tournaments.kit.endpoints import Endpoint, operation, routes
from tournaments.kit.operations import Leaving
from tournaments.kit.requests import Part

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class Lines(msgspec.Struct, frozen=True):
    """Some lines."""

    lines: tuple[int, ...]


HALF_A_YEAR = Leaving(datetime.date(2027, 1, 1), datetime.date(2027, 7, 1), "/api/lines")


@operation("GET api/old-lines", "listOldLines", needs="public", tag="tables", leaving=HALF_A_YEAR)
def old_lines(caller: Endpoint, *, query: Part) -> Lines:
    """What there was before."""
    return Lines(tuple(range(query.limit)))


@operation("GET api/lines", "listLines", needs="public", tag="tables")
def lines(caller: Endpoint, *, query: Part) -> Lines:
    """What takes its place."""
    return Lines(())


urlpatterns = routes(sys.modules[__name__])


def test_each_answer_says_since_when_until_when_and_what_takes_its_place() -> None:
    answer = Client().get("/api/old-lines?limit=2")
    assert answer.json() == {"lines": [0, 1]}
    assert answer["Deprecation"] == "@1798761600"
    assert answer["Sunset"] == "Thu, 01 Jul 2027 00:00:00 GMT"
    following, instead = answer["Link"].split(", ")
    assert following.endswith('offset=2>; rel="next"')
    assert instead == '</api/lines>; rel="successor-version"'
    assert {"Deprecation", "Sunset"} <= {*answer["Access-Control-Expose-Headers"].split(", ")}
    stays = Client().get("/api/lines")
    assert not {"Deprecation", "Sunset", "Link"} & {*stays.headers}


def test_the_document_marks_it() -> None:
    made = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    paths = ("/api/old-lines", "/api/lines")
    assert [made["paths"][path]["get"].get("deprecated") for path in paths] == [True, None]
