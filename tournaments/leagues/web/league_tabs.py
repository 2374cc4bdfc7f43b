"""What all pages of a club's nights, ladders and seasons share: their tabs, and how a refusal is said."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.web.club_page import TABS, Tab
from tournaments.kit.words import sentence
from tournaments.leagues.errors import RoomError

PARTS = [
    Tab("calendar", _("Calendar"), "club-calendar", "see"),
    Tab("ladders", _("Ladders"), "club-ladders", "see"),
    Tab("seasons", _("Seasons"), "club-seasons", "see"),
]
TABS[1:1] = [tab for tab in PARTS if tab not in TABS]


def done(request: HttpRequest, act: Callable[..., object], **given: Any) -> bool:
    """Do it; if it is refused the next page says why."""
    try:
        act(**given)
    except RoomError as refused:
        if refused.status == 404:
            raise
        messages.warning(request, sentence(refused.reason))
        return False
    return True


def filed(form: forms.Form, act: Callable[..., Any], **given: Any) -> Any:
    """Do it; if it is refused the form says why, beside the field. ``None`` then."""
    try:
        return act(**given)
    except RoomError as refused:
        if refused.status == 404:
            raise
        form.add_error(refused.field if refused.field in form.fields else None, sentence(refused.reason))
        return None
