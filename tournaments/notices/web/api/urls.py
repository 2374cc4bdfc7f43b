"""The addresses in the API of this room."""

from __future__ import annotations

from django.urls import path

from tournaments.kit import paths
from tournaments.notices.web.api.notices import (
    NoticeList,
    NoticeMuting,
    NoticeRead,
    NoticeReading,
    NoticeSettings,
    PushSubscription,
    PushUnsubscription,
)
from tournaments.notices.web.api.stream import stream as notice_stream
from tournaments.notices.web.api.webhooks import WebhookList, WebhookRemoval

paths.register()

urlpatterns = [
    path("notices", NoticeList.as_view()),
    path("notices/read", NoticeReading.as_view()),
    path("notices/settings", NoticeSettings.as_view()),
    path("notices/mute", NoticeMuting.as_view()),
    path("notices/push", PushSubscription.as_view()),
    path("notices/push/end", PushUnsubscription.as_view()),
    path("notices/stream", notice_stream),
    path("notices/<notice:notice>/read", NoticeRead.as_view()),
    path("clubs/<club:club>/webhooks", WebhookList.as_view()),
    path("clubs/<club:club>/webhooks/<id:webhook>/remove", WebhookRemoval.as_view()),
]
