"""Ladders: a rating list for each game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.tables import catalogue


def ladders(request: HttpRequest) -> HttpResponse:
    return ladder(request, catalogue.games()[0].key if catalogue.games() else "")


def ladder(request: HttpRequest, key: str) -> HttpResponse:
    return render(request, "ladders/ladder.html", {"area": "ladders", "games": catalogue.games(), "key": key})
