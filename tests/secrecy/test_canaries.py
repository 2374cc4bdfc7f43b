"""Nobody outside a private club reads anything of it: at no address of the API and on no page, whatever is added.

The addresses come from the OpenAPI document and from Django's own resolver, so a new one is asked from its first day.
One that nothing here knows how to fill in fails, until it has a value in :mod:`tests.secrecy.planted` or a reason here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from itertools import product, zip_longest
from typing import Any, Final
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from accounts.models import User
from tests.api.contract import published
from tests.secrecy.planted import ADDRESS, Planted, plant
from tournaments.director import sight
from tournaments.director.models import Entry
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.seasons.streams import SEASONS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits", "sent")]

NAMES: Final[Mapping[str, str]] = {
    "address": "club",
    "player": "people",
    "name": "people",
    "one": "people",
    "two": "people",
    "line": "lines",
    "line_id": "lines",
    "pool": "pools",
    "tournament": "tournament_id",
    "table": "table_id",
}
"""Parameters that mean what another one is called."""
PLAIN: Final[Mapping[str, Sequence[str]]] = {
    "key": ["duck-soup"],
    "game": ["duck-soup"],
    "language": ["en"],
    "page": ["privacy"],
    "number": ["1"],
    "ruling": ["1"],
    "round": ["1"],
    "move": ["pass"],
    "code": ["x"],
    "level": ["greedy"],
    "entry": ["1"],
    "match": ["nosuchmatc"],
    "message_id": ["nosuchtext"],
    "text": ["nosuchtext"],
    "search": ["1"],
    "puzzle_id": ["german-whist-1"],
    "day": ["today"],
    "section": ["pages", "games", "clubs", "tournaments"],
    "options": ["length=deal"],
    "after": ["9000000000000-a"],
    "since": ["1-1"],
}
"""What is not secret."""
UNKNOWN: Final[Mapping[str, str]] = {
    "app": "cra_x",
    "token": "x" * 32,
    "given": "a" * 32,
    "notice": "a" * 26,
    "session": "a" * 24,
    "token_id": "1",
    "webhook": "0123456789",
    "webhook_id": "0123456789",
    "invitation": "0123456789",
    "news": "0123456789",
    "pk": "1",
    "uidb36": "1",
    "provider_id": "club-house",
    "account": "1",
}
"""A reader who has one of these may read what it stands for, or it is of their own: here one that is not there."""
SEARCHES: Final = {"name": ["zq", "merle"], "player": ["merle", "quentin"], "opponent": ["merle", "quentin"]}
"""Parts of words: the word itself would stand on the page because it was asked for."""


class Page(HTMLParser):
    """Where a page leads, and what its forms look for."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.forms: list[tuple[str, list[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.add(found.get("href", "#"))
        elif tag == "form" and found.get("method", "get").lower() == "get":
            self.forms.append((found.get("action", ""), []))
        elif tag == "input" and found.get("type", "text") in ("text", "search") and self.forms and "name" in found:
            self.forms[-1][1].append(found["name"])


def patterns(urls: Any, before: str = "") -> Iterator[str]:
    for one in urls:
        path = before + re.sub(r"\(\?P(<\w+>)[^)]*\)", r"\1", str(one.pattern)).replace("^", "").replace("$", "")
        if isinstance(one, URLPattern):
            yield "/" + re.sub(r"<\w+:", "<", path)
        else:
            yield from patterns(one.url_patterns, path)


def values(name: str, planted: Planted) -> Sequence[str]:
    name = NAMES.get(name, name)
    if name in UNKNOWN:
        return [UNKNOWN[name]]
    found = planted.ways.get(name, PLAIN.get(name))
    assert found, f"nothing says what to put for {name!r}"
    return found


def filled(template: str, planted: Planted) -> Iterator[str]:
    names = re.findall(r"[<{](\w+)[>}]", template)
    for chosen in product(*(values(name, planted) for name in names)):
        parts = re.split(r"[<{]\w+[>}]", template)
        yield "".join(part + value for part, value in zip_longest(parts, chosen, fillvalue=""))


def asked_of_the_api(planted: Planted) -> Iterator[str]:
    """Every GET of the document, plain and with each thing that it can be narrowed by."""
    for template, operations in published()["paths"].items():
        if "get" in operations:
            queries = [each for each in operations["get"].get("parameters", []) if each["in"] == "query"]
            for path in filled(template, planted):
                yield from (f"{path}{query}" for query in _queries(queries, planted))


def _queries(parameters: Sequence[dict[str, Any]], planted: Planted) -> Iterator[str]:
    needed = {each["name"]: _choices(each, planted)[0] for each in parameters if each.get("required")}
    yield f"?{urlencode(needed)}" if needed else ""
    for each in parameters:
        for value in _choices(each, planted):
            yield f"?{urlencode(needed | {each['name']: value})}"


def _choices(parameter: dict[str, Any], planted: Planted) -> Sequence[str]:
    schema, name = parameter["schema"], parameter["name"]
    if "enum" in schema:
        return [str(each) for each in schema["enum"]]
    if schema["type"] != "string":
        return []  # a number or a switch says how much of it, not whose
    return SEARCHES.get(name) or values(name, planted)


def texts(answer: Any) -> str:
    """All that a reader gets. A stream that does not end is not read: it must not begin."""
    if getattr(answer, "is_async", False) and answer.streaming:
        return ""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return "\n".join((body.decode(errors="replace"), *(f"{name}: {value}" for name, value in answer.items())))


class Crawl:
    def __init__(self, planted: Planted, client: Client) -> None:
        self.planted, self.client = planted, client
        self.found: list[tuple[str, str]] = []
        self.asked: set[str] = set()

    def ask(self, path: str) -> Iterator[str]:
        """Look for what is planted; where the page leads."""
        if path in self.asked:
            return
        self.asked.add(path)
        answer = self.client.get(path)
        assert answer.status_code < 500, path
        text = texts(answer)
        words = self.planted.canaries.items()
        self.found += [(path, what) for what, word in words if word not in path and word.lower() in text.lower()]
        if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
            page = Page(text)
            yield from self._inside(path, page.links)
            for action, fields in page.forms:
                narrowed = [f"?{urlencode({each: value})}" for each in fields for value in self._looks_for(each)]
                yield from self._inside(urljoin(path, action or urlsplit(path).path), narrowed)

    def _looks_for(self, field: str) -> Sequence[str]:
        return SEARCHES.get(field) or values(field, self.planted)

    @staticmethod
    def _inside(path: str, links: Sequence[str] | set[str]) -> Iterator[str]:
        for link in links:
            target = urlsplit(urljoin(path, link))
            if not target.netloc and target.scheme in ("", "http") and not target.path.startswith("/static/"):
                yield target.path + (f"?{target.query}" if target.query else "")


def crawl(planted: Planted, client: Client) -> Crawl:
    """Every address, and whatever these lead to."""
    found = Crawl(planted, client)
    pages = {path for each in patterns(get_resolver().url_patterns) for path in filled(each, planted)}
    begun = [*asked_of_the_api(planted), *sorted(pages)]
    beyond = {link for path in begun for link in found.ask(path)}
    for link in sorted(beyond):
        list(found.ask(link))
    return found


@pytest.fixture
def people(db: None) -> dict[str, User]:
    for streams in (CALENDARS, LADDERS, SEASONS):
        streams.forget()
    names = ("quentin", "merle", "former", "banned", "removed", "outsider")
    return {name: User.objects.create_user(name) for name in names}


@pytest.fixture
def planted(people: dict[str, User]) -> Planted:
    return plant(*(people[name] for name in ("quentin", "merle", "former", "banned", "removed")))


def reader(who: str, people: dict[str, User]) -> Client:
    client = Client(raise_request_exception=False)
    if who in people:
        client.force_login(people[who], backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("who", ["stranger", "outsider", "former", "banned"])
def test_nobody_outside_reads_anything_of_a_private_club(who: str, planted: Planted, people: dict[str, User]) -> None:
    found = crawl(planted, reader(who, people))
    assert len(found.asked) > 800
    assert found.found == []


def test_a_member_reads_what_was_planted(planted: Planted, people: dict[str, User]) -> None:
    """Else nothing would have been looked for."""
    found = {what for _path, what in crawl(planted, reader("quentin", people)).found}
    assert set(planted.canaries) - found <= {"address of mail", "id of invitation"}


def test_a_calendar_that_tells_all_would_be_found(
    planted: Planted, people: dict[str, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = lambda user, viewer: Entry.objects.filter(users__contains=[user], withdrawn=False)  # noqa: E731
    monkeypatch.setattr(sight, "entries_of", everything)
    path = "/api/players/merle/calendar.ics"
    assert path in asked_of_the_api(planted)
    asked = Crawl(planted, reader("stranger", people))
    list(asked.ask(path))
    assert (path, "announced event") in asked.found
    assert ADDRESS not in {what for _path, what in asked.found}
