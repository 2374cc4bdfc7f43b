"""Notices by the day on which they came, in the reader's zone."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from django.utils import formats, timezone
from django.utils.translation import gettext

from tournaments.notices.selectors import Shown


class Day(NamedTuple):
    key: str
    title: str
    notices: list[Shown]


def by_day(notices: Sequence[Shown]) -> list[Day]:
    """The newest day first; days of this year without it."""
    days: list[Day] = []
    for notice in notices:
        date = timezone.localtime(datetime.datetime.fromtimestamp(notice.at / 1000, datetime.UTC)).date()
        if not days or days[-1].key != date.isoformat():
            days.append(Day(date.isoformat(), _title(date), []))
        days[-1].notices.append(notice)
    return days


def _title(date: datetime.date) -> str:
    today = timezone.localdate()
    if date == today:
        return gettext("Today")
    if date == today - datetime.timedelta(days=1):
        return gettext("Yesterday")
    return formats.date_format(date, gettext("j M") if date.year == today.year else gettext("j M Y"))
