"""The addresses of notices: the inbox, what reaches somebody, the link in mails."""

from django.urls import path

from tournaments.notices.web.views import notices, webhooks
from tournaments.notices.web.views import settings as notice_settings

urlpatterns = [
    path("notices", notices.inbox, name="notices"),
    path("notices/read", notices.read_all, name="notices-read"),
    path("notices/<slug:notice>/read", notices.read, name="notice-read"),
    path("notices/unsubscribe/<str:token>", notice_settings.unsubscribe, name="unsubscribe"),
    path("settings/notices", notice_settings.settings, name="notice-settings"),
    path("settings/notices/mute", notice_settings.mute, name="notice-mute"),
    path("settings/notices/push", notice_settings.push, name="notice-push"),
    path("settings/notices/push/remove", notice_settings.remove_push, name="notice-push-remove"),
    path("clubs/<slug:address>/webhooks", webhooks.of_club, name="club-webhooks"),
    path("tournaments/<slug:tournament_id>/webhooks", webhooks.of_tournament, name="tournament-webhooks"),
    path("settings/webhooks", webhooks.of_account, name="account-webhooks"),
    path("webhooks/<slug:webhook>", webhooks.webhook, name="webhook"),
    *(
        path(f"webhooks/<slug:webhook>/{verb}", webhooks.act, {"verb": verb}, f"webhook-{verb}")
        for verb in ("test", "again", "remove")
    ),
    path("push-worker.js", notice_settings.worker, name="push-worker"),
]
