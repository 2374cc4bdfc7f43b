"""What cannot be meant: answered with 400 wherever it comes in, never with a fault of ours."""

import http.client

import pytest
from django.test import Client

from accounts.models import User
from tests.processes import Processes
from tournaments.kit import problems

MANY = "&".join(f"field{number}=1" for number in range(1_001))
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


@pytest.mark.parametrize("path", ["/tables", "/account/login/", "/api/tables"])
def test_a_query_of_too_many_fields_is_refused_without_alarm(
    client: Client, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    answer = client.get(f"{path}?{MANY}")
    assert answer.status_code == 400
    assert answer.headers["Content-Type"].startswith(problems.MEDIA_TYPE if "/api/" in path else "text/html")
    assert [record for record in caplog.records if record.levelname == "ERROR" or record.exc_info] == []


@pytest.mark.parametrize("body", [MANY, "a=" + 3_000_000 * "x"])
@pytest.mark.parametrize("path", ["/tables", "/account/login/"])
def test_a_form_of_too_many_fields_or_too_long_is_refused_without_alarm(
    client: Client, caplog: pytest.LogCaptureFixture, path: str, body: str
) -> None:
    answer = client.post(path, body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 400
    assert [record for record in caplog.records if record.levelname == "ERROR" or record.exc_info] == []


def test_through_the_proxy_too(processes: Processes) -> None:
    for path in ("/", "/api/tables", "/api/tables/0123456789/stream", "/tables?game=%00"):
        connection = http.client.HTTPConnection("127.0.0.1", processes.port, timeout=20)
        host = f"localhost:{processes.port}" if "%00" in path else "evil.example"
        connection.request("GET", path, headers={"Host": host})
        assert connection.getresponse().status == 400, path
        connection.close()
