"""What cannot be meant: answered with 400 wherever it comes in, never with a fault of ours."""

import http.client

import pytest
from django.test import Client

from accounts.models import User
from tests.processes import Processes

PAGES = ("/", "/tables", "/account/login/", "/static/css/base.css", "/nowhere")


@pytest.fixture
def client(db: None) -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("host", ["evil.example", "a b", "..", "xn--\u00fc"])
@pytest.mark.parametrize("path", [*PAGES, "/healthz"])
def test_a_page_under_a_foreign_host_is_refused(client: Client, path: str, host: str) -> None:
    assert client.get(path, headers={"Host": host}).status_code == 400


@pytest.mark.parametrize("path", ["/api/tables", "/api/nowhere", "/api/openapi.json"])
def test_the_api_under_a_foreign_host_is_a_problem(client: Client, path: str) -> None:
    answer = client.get(path, headers={"Host": "evil.example"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/problem+json")
    assert answer.json()["code"] == "malformed"


@pytest.mark.parametrize("query", ["game=%00", "player=a%00", "page=%0A", "%00=1", "name=%1f", "game=%0d%0a"])
@pytest.mark.parametrize("path", ["/tables", "/tournaments", "/players", "/api/tables", "/api/games"])
def test_a_control_character_in_a_query_is_refused(client: Client, path: str, query: str) -> None:
    assert client.get(f"{path}?{query}").status_code == 400


@pytest.mark.parametrize("field", ["username", "password1", "next", "\0"])
def test_a_control_character_in_a_form_is_refused(client: Client, field: str) -> None:
    assert client.post("/account/signup/", {"username": "zoe", field: "a\0b"}).status_code == 400
    assert not User.objects.exists()


def test_through_the_proxy_too(processes: Processes) -> None:
    for path in ("/", "/api/tables", "/api/tables/0123456789/stream", "/tables?game=%00"):
        connection = http.client.HTTPConnection("127.0.0.1", processes.port, timeout=20)
        host = f"localhost:{processes.port}" if "%00" in path else "evil.example"
        connection.request("GET", path, headers={"Host": host})
        assert connection.getresponse().status == 400, path
        connection.close()
