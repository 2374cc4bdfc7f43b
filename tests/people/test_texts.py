"""Whatever people write: nothing of it is empty to the eye, hides something, or lies under a heap of marks."""

from collections.abc import Callable
from datetime import date

import pytest

from accounts.models import User
from tests.clubs.making import facts
from tests.factories import announced, open_for
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.director.commands.desk import send_message
from tournaments.leagues.nights import services as nights
from tournaments.log.errors import RoomError
from tournaments.people import chat
from tournaments.people.places import at_table
from tournaments.people.policy import plain

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]


@pytest.mark.parametrize(
    "text", ["\u3164", "\u2800\u2800", " \u3164\n", "a" + "\u0301" * 9, "\u0301", "\ufe0f", "a\x07b"]
)
def test_no_text_is_empty_to_the_eye_or_hides_something(text: str) -> None:
    ann, bob = (User.objects.create(username=name, date_joined="2020-01-01T00:00Z") for name in ("ann", "bob"))
    club, table, event = clubs.found(by=ann.pk, facts=facts()), open_for(ann, bob), announced(ann.pk)
    ways: dict[str, Callable[[], object]] = {
        "line": lambda: chat.write(user=ann, place=at_table(table), text=text),
        "title": lambda: clubs.post_news(club_id=club, by=ann.pk, title=text, text=""),
        "news": lambda: clubs.post_news(club_id=club, by=ann.pk, title="News", text=text),
        "club": lambda: clubs.edit(club_id=club, by=ann.pk, wanted=Edited(name=f"Club{text}")),
        "night": lambda: nights.announce_by_hand(club_id=club, by=ann.pk, title=text, day=date(2099, 1, 1), at="19:30"),
        "message": lambda: send_message(tournament_id=event, by=ann.pk, text=text),
        "event": lambda: announced(ann.pk, name=text),
    }
    for what, way in ways.items():
        if (what, text) in (("line", "a\x07b"), ("club", "\u0301"), ("club", "\ufe0f"), ("club", " \u3164\n")):
            continue
        with pytest.raises(RoomError) as refused:
            way()
        assert refused.value.status == 422, what


def test_what_cannot_be_seen_is_taken_out_of_a_line() -> None:
    assert plain("Well\u3164 \x07played\u202e!") == "Well played!"
