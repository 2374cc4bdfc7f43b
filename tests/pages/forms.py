"""The forms of a tournament as a browser sends them, and what a page says."""

import re
from typing import Any

from django.test import Client

from accounts.models import User
from tests.factories import announced, started
from tests.markup import tight
from tournaments.log import sources
from tournaments.tables.events import Clock

FORM = {
    "game": "duck-soup",
    "name": "Tuesday",
    "format": "swiss",
    "starts_at": "2099-01-01T19:00",
    "clock": "300+5",
    "option-length": "deal",
    "option-max_rounds": "60",
}


def text(client: Client, path: str) -> str:
    answer = client.get(path, follow=True)
    assert answer.status_code == 200
    return tight(answer.content.decode())


def sent(page: str) -> dict[str, str]:
    """What a browser would send of the form on *page*, as it stands."""
    form = page[page.index('<form method="post" class="two-col') :]
    fields = dict(
        re.findall(r'<input type="(?:text|number|hidden|datetime-local)" name="([^"]+)" value="([^"]*)"', form)
    )
    fields |= dict.fromkeys(re.findall(r'<input type="checkbox" name="([^"]+)"[^>]* checked', form), "on")
    for name, body in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form):
        fields[name] = (re.findall(r'<option value="([^"]*)" selected', body) or re.findall(r'value="([^"]*)"', body))[
            0
        ]
    return fields


def running(organiser: User, *users: User, start: bool = True, **given: Any) -> str:
    usual: dict[str, Any] = {
        "starts_at": sources.now_ms() + 3_600_000,
        "clock": Clock(300, 5),
        "rounds": 1,
        "round_minutes": None,
    }
    return (started if start else announced)(organiser.pk, [user.pk for user in users], **usual | given)


def form(**given: str) -> dict[str, str]:
    return FORM | given
