"""The page and the document about the API, and what is not there: for every caller, by every method."""

from itertools import product

import pytest
from django.test import Client

from accounts import services as accounts
from accounts.models import User

METHODS = ["OPTIONS", "TRACE", "POST", "PATCH", "PUT", "DELETE", "PROPFIND", "FOO", "GET", "HEAD"]
ACCEPTS = ["", "*/*", "text/html", "application/json", "image/png", "a/b/c", "*/*;q=x", "a/b; c*=nosuch''x", ",,"]
READ = ["/api/docs", "/api/docs?script", "/api/openapi.json"]
POLICY = "Content-Security-Policy"

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["stranger", "token", "bad token", "session"])
def shown(request: pytest.FixtureRequest) -> dict[str, str]:
    """What the caller shows, as headers."""
    rita = User.objects.create_user("rita")
    if request.param == "session":
        client = Client()
        client.force_login(rita, backend="django.contrib.auth.backends.ModelBackend")
        return {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}
    texts = {"token": accounts.create_token(user=rita, name="test")[1], "bad token": "x"}
    return {"Authorization": f"Bearer {texts[request.param]}"} if request.param in texts else {}


@pytest.fixture
def client() -> Client:
    """It checks for forgery, as the service does."""
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.mark.parametrize("path", READ)
def test_it_can_be_read_and_nothing_else(client: Client, shown: dict[str, str], path: str) -> None:
    for method, accept in product(METHODS, ACCEPTS):
        answer = client.generic(method, path, headers={"Accept": accept, **shown})
        if method in ("GET", "HEAD"):
            assert answer.status_code == 200, accept
        else:
            assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD"), (method, accept)
            assert answer.json()["code"] == "method_not_allowed"
            assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("accept", ACCEPTS)
def test_the_page_always_has_its_policy(client: Client, shown: dict[str, str], accept: str) -> None:
    answer = client.get("/api/docs", headers={"Accept": accept, **shown})
    assert answer["Content-Type"].startswith("text/html")
    assert "default-src 'self'" in answer[POLICY].split("; ")
    assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/", "/api/docs/", "/api/tables", "/api/games/gasp"])
def test_whatever_else_is_asked_for_is_answered(client: Client, shown: dict[str, str], path: str) -> None:
    for method, accept in product(METHODS, ACCEPTS):
        answer = client.generic(method, path, headers={"Accept": accept, **shown})
        assert answer.status_code < 500, accept
        if answer.status_code >= 400 and method != "HEAD":
            assert answer["Content-Type"] == "application/problem+json", accept
