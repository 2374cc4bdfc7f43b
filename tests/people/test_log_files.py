"""What the service's processes write down while somebody uses it and is erased: no name of theirs, and no words."""

import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from django.utils import timezone

from accounts import erasure, services
from accounts.models import User
from tests.factories import open_for
from tests.processes import Processes
from tournaments.people import chat, places

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]

NAME, FORMER, WORDS = "Quillfeather", "Zanzibarbara", "mugwumpery"
PATIENCE = 150
"""Seconds: the worker looks once a minute."""


def visit(processes: Processes, path: str, *, key: str = "", body: bytes | None = None) -> int:
    request = urllib.request.Request(f"{processes.url}{path}", data=body)  # noqa: S310
    request.add_header("Authorization", f"Bearer {key}") if key else None
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def written(processes: Processes) -> str:
    """All log files of all processes, in whatever case."""
    files = list(processes["web"].log.parent.iterdir())
    assert {"web.log", "streams.log", "director.log", "proxy.log"} <= {file.name for file in files}
    return "".join(file.read_text(errors="replace") for file in files).lower()


def test_no_log_file_holds_the_name_of_an_erased_account_or_what_it_wrote(processes: Processes, bob: User) -> None:
    quill = User.objects.create_user(FORMER, password="six green bottles")
    services.rename(user=quill, name=NAME)
    _token, key = services.create_token(user=quill, name=NAME)
    table = open_for(quill, bob)
    chat.write(user=quill, place=places.at_table(table), text=WORDS)
    for path in (f"/players/{NAME}", f"/players/{FORMER}", f"/players?name={NAME}", f"/api/players/{NAME}"):
        assert visit(processes, path) == 200
    for path in ("/players/{}x", "/players/{}/x", "/api/players/{}x", "/api/players/{}/x"):
        assert visit(processes, path.format(NAME)) == 404
    assert visit(processes, "/account/login/", body=urllib.parse.urlencode({"login": NAME}).encode()) == 403
    assert visit(processes, "/api/account/name", key=key, body=b'{"name": "%b"}' % NAME.encode()) in (200, 400, 415)
    erasure.ask(user=quill)
    User.objects.filter(pk=quill.pk).update(erasure_at=timezone.now())
    until = time.monotonic() + PATIENCE
    while User.objects.get(pk=quill.pk).erased_at is None:
        assert time.monotonic() < until, "the account was not erased"
        time.sleep(0.1)
    assert visit(processes, f"/players/{NAME}") == 404
    told = written(processes)
    assert "not found" in told
    words = [word.lower() for word in (NAME, FORMER, WORDS)]
    assert [line for line in told.splitlines() if any(word in line for word in words)] == []
