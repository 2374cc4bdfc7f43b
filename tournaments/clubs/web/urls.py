"""The addresses of clubs' pages."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path

from tournaments.clubs.web.views import clubs
from tournaments.clubs.web.views import invitations as club_invitations
from tournaments.clubs.web.views import members as club_members
from tournaments.clubs.web.views import settings as club_settings

_CLUB = "clubs/<slug:address>"


def _of(rest: str, view: Callable[..., HttpResponse], name: str, **given: str) -> URLPattern:
    return path(f"{_CLUB}/{rest}", view, given, name=name)


urlpatterns = [
    path("clubs", clubs.directory, name="clubs"),
    path("clubs/new", clubs.found, name="club-new"),
    path("clubs/invitations/<str:token>", club_invitations.invitation, name="club-invitation"),
    path("clubs/invitations/<str:token>/decline", club_invitations.decline, name="club-invitation-decline"),
    _of("history", clubs.history, "club-history"),
    _of("members", club_members.members, "club-members"),
    _of("members/<int:user>", club_members.member, "club-member"),
    _of("request", club_members.request_to_join, "club-request"),
    _of("leave", club_members.leave, "club-leave"),
    _of("removal", club_members.note, "club-note"),
    *(_of(verb, club_members.act, f"club-{verb}", verb=verb) for verb in ("join", "withdraw")),
    *(
        _of(f"members/<int:user>/{verb}", club_members.answer, f"club-{verb}", verb=verb)
        for verb in ("accept", "decline", "lift")
    ),
    _of("invitations", club_invitations.invitations, "club-invitations"),
    _of("invitations/<slug:invitation>/revoke", club_invitations.revoke, "club-invitation-revoke"),
    _of("settings", club_settings.settings, "club-settings"),
    _of("news", club_settings.post_news, "club-news"),
    _of("news/<slug:news>/withdraw", club_settings.withdraw_news, "club-news-withdraw"),
    _of("look", club_settings.look, "club-look"),
    _of("ownership", club_settings.office, "club-office"),
    *(
        _of(f"ownership/{verb}", club_settings.official, f"club-office-{verb}", verb=verb)
        for verb in club_settings.VERBS
    ),
]
