"""Posters: a page to print and hang up, with the way to what it tells of as a QR code."""

from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import gettext

from tournaments.kit.templatetags.kit import moment


class Poster(NamedTuple):
    """*path* is the page that it leads to; *facts* are labels, each with its lines; *said* is its maker's Markdown."""

    title: str
    above: str
    facts: list[tuple[str, list[str]]]
    way_in: str
    how: list[str]
    path: str
    said: str = ""


def shown(request: HttpRequest, poster: Poster) -> HttpResponse:
    lines = [(label, values) for label, values in poster.facts if values]
    return render(request, "poster.html", {"poster": poster._replace(facts=lines)})


def host() -> str:
    """The site's name in the net."""
    return str(urlsplit(settings.SITE_URL).netloc)


def when(at: int) -> str:
    """Epoch ms as day, time and zone, for people who may live in another."""
    local = localtime(moment(at))
    told = date_format(local, gettext("l j F Y, H:i"))
    return gettext("{when} ({zone})").format(when=told, zone=get_current_timezone_name())
