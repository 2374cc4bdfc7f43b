"""How a page says that what was asked of a room was refused; what is unknown (404) has its own page."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from tournaments.kit.words import sentence
from tournaments.log.errors import RoomError


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
