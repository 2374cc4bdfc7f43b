"""A page of another site, in a real browser: what it may follow and do, and that no cookie helps it."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts import services as accounts
from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, forgive, log_in
from tests.factories import give_up, open_for
from tests.processes import Processes
from tournaments.tables import selectors

FOLLOW = """async ([url, options]) => {
  const source = new EventSource(url, options);
  const events = [];
  return await new Promise((done) => {
    const end = (how) => { source.close(); done({ how, events }); };
    source.onmessage = (event) => events.push(JSON.parse(event.data));
    source.addEventListener("end", (event) => { events.push("end"); });
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) end("closed"); };
    if (options.first) source.addEventListener("message", () => end("read"));
  });
}"""
FETCH = """async ([url, options]) => {
  try {
    const answer = await fetch(url, options);
    const reader = answer.body.getReader();
    const { value } = await reader.read();
    reader.cancel();
    return { status: answer.status, text: new TextDecoder().decode(value), wait: answer.headers.get("Retry-After") };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}"""


class Blank(BaseHTTPRequestHandler):
    """A page with nothing on it, and no policy of its own."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Elsewhere</title><link rel=icon href=data:,>")

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of a page on another port of this machine: another origin, to which browsers send our cookies."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Blank)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def key(user: User) -> dict[str, str]:
    return {"Authorization": f"Bearer {accounts.create_token(user=user, name='test')[1]}"}


def fetched(page: Page, url: str, **options: Any) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate(FETCH, [url, options])
    return answer


@pytest.mark.django_db(transaction=True)
def test_a_public_stream_is_followed_to_its_end_and_not_asked_for_again(
    open_page: Opener, processes: Processes, elsewhere: str, ann: User, bob: User
) -> None:
    table = open_for(ann, bob)
    page = open_page(elsewhere)
    url = f"{processes.url}/api/tables/{table}/stream"
    assert page.evaluate(FOLLOW, [url, {"first": True}])["events"][0]["status"] == "playing"
    give_up(table_id=table, user_id=ann.pk)
    followed = page.evaluate(FOLLOW, [url, {}])
    assert (followed["how"], followed["events"][0]["status"]) == ("closed", "finished")
    assert followed["events"].count("end") == 1


@pytest.mark.django_db(transaction=True)
def test_a_token_in_a_header_follows_and_writes(
    open_page: Opener, processes: Processes, elsewhere: str, faults: list[str], ann: User, bob: User
) -> None:
    table, mine = open_for(ann, bob), key(ann)
    page = open_page(elsewhere)
    bell = fetched(page, f"{processes.url}/api/notices/stream", headers=mine)
    assert (bell["status"], "unread" in bell["text"]) == (200, True)
    lines = mine | {"Accept": "application/x-ndjson", "Last-Event-ID": "0-0"}
    all_of_it = fetched(page, f"{processes.url}/api/stream", headers=lines)
    assert (all_of_it["status"], table in all_of_it["text"]) == (200, True)
    in_address = fetched(page, f"{processes.url}/api/stream?token={mine['Authorization'][7:]}")
    assert (in_address["status"], '"code"' in in_address["text"]) == (401, True)
    seen = selectors.view(table_id=table, user_id=ann.pk)
    live = fetched(page, f"{processes.url}/api/tables/{table}/stream", headers=mine | {"Last-Event-ID": "1"})
    assert (live["status"], live["text"].startswith("retry: 1000\nid: ")) == (200, True)
    sending = mine | {"Idempotency-Key": "from-elsewhere", "Content-Type": "application/json"}
    url = f"{processes.url}/api/tables/{table}/move/{seen.legal[0]}"
    moved = fetched(page, url, method="POST", headers=sending, body="{}")
    assert (moved["status"], selectors.view(table_id=table, user_id=ann.pk).seq > seen.seq) == (200, True)
    refused = fetched(page, url, method="POST", headers=mine | {"Content-Type": "application/json"}, body="[]")
    assert (refused["status"], '"code"' in refused["text"]) == (400, True)
    forgive(faults, "status of 400", "status of 401")


@pytest.mark.django_db(transaction=True)
def test_a_cookie_helps_no_page_of_another_site(
    open_page: Opener, processes: Processes, elsewhere: str, faults: list[str], ann: User, bob: User
) -> None:
    table = open_for(ann, bob)
    ann.set_password(PASSWORD)
    ann.save()
    page = open_page("/")
    log_in(page, ann)
    page.goto(elsewhere)
    for path in ("notices", "notices/stream", "stream", f"tables/{table}", f"tables/{table}/stream"):
        own, credited = (fetched(page, f"{processes.url}/api/{path}", credentials=way) for way in ("omit", "include"))
        assert own["status"] in (200, 401)
        assert credited["status"] == 0, path
    source = page.evaluate(FOLLOW, [f"{processes.url}/api/tables/{table}/stream", {"withCredentials": True}])
    assert source == {"how": "closed", "events": []}
    url, sending = f"{processes.url}/api/tables/{table}/resign", {"Content-Type": "application/json"}
    assert fetched(page, url, method="POST", headers=sending, body="{}", credentials="include")["status"] == 0
    assert selectors.view(table_id=table, user_id=ann.pk).status == "playing"
    forgive(faults, "Access to ", "Failed to load resource")
