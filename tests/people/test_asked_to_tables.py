"""An invitation to a table stands on the first page and at the table, and lives as long as its clock suggests."""

import pytest
from django.conf import LazySettings

from accounts import privacy
from accounts.models import User
from tests.factories import client_of, open_for
from tournaments.log import sources
from tournaments.people import invitations
from tournaments.tables import selectors, tasks
from tournaments.tables.events import Clock

pytestmark = pytest.mark.django_db

MINUTE, DAY = 60_000, 86_400_000


@pytest.fixture
def asked(ann: User, bob: User) -> str:
    privacy.choose(user=bob, choices={"invitations": "anyone"})
    table = open_for(ann, None)
    invitations.invite(user=ann, table_id=table, name="bob")
    return table


def test_it_stands_on_home_and_at_the_table_until_it_is_answered(asked: str, ann: User, bob: User) -> None:
    one, other = client_of(ann), client_of(bob)
    here = f"/tables/{asked}/invitations"
    home = other.get("/").content.decode()
    assert "ann asks you to sit down: Duck Soup." in home
    assert home.index("asks you") < home.index('class="hero"')
    assert here in other.get(f"/tables/{asked}").content.decode()
    assert "ann asks you to sit down: Duck Soup." in other.get(here).content.decode()
    page = one.get(here).content.decode()
    assert "bob" in page
    assert "not now" not in page
    assert other.post(f"/tables/{asked}/not-now", {"from": "home"})["Location"] == "/", "they stay where they were"
    assert "asks you" not in other.get("/").content.decode() + other.get(here).content.decode()
    assert "not now" in one.get(here).content.decode()


def test_whom_somebody_has_asked_is_theirs_to_know(asked: str, organiser: User) -> None:
    assert "bob" not in client_of(organiser).get(f"/tables/{asked}/invitations").content.decode()


def test_sitting_down_is_one_press(asked: str, bob: User) -> None:
    client_of(bob).post(f"/tables/{asked}/join")
    assert selectors.summary(asked).status == "playing"
    assert "asks you" not in client_of(bob).get("/").content.decode()


def test_a_table_of_a_day_a_move_waits_for_a_day(
    ann: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = open_for(ann, None, clock=Clock(86_400, per_move=True)), open_for(ann, None, clock=Clock(300))
    untimed, begun = open_for(ann, None), sources.now_ms()

    def status_after(ms: int) -> list[str]:
        monkeypatch.setattr(sources, "now_ms", lambda: begun + ms)
        tasks.tick()
        return [selectors.summary(each).status for each in (slow, quick, untimed)]

    assert status_after(settings.OPEN_TABLE_SECONDS * 1_000 + MINUTE) == ["open", "aborted", "aborted"]
    assert status_after(DAY + MINUTE) == ["aborted"] * 3
