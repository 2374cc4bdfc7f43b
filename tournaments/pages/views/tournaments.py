"""Tournaments: the list, announcing one, and its page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render


def tournaments(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/list.html", {"area": "tournaments", "tournaments": []})


def new(request: HttpRequest) -> HttpResponse:
    raise Http404


def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    raise Http404
