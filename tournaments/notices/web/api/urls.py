"""The addresses in the API of this room."""

from django.urls import path

from tournaments.kit.endpoints import routes
from tournaments.notices.web.api import notices, webhooks
from tournaments.notices.web.api.personal import stream as personal_stream
from tournaments.notices.web.api.stream import stream as notice_stream

urlpatterns = [*routes(notices, webhooks), path("notices/stream", notice_stream), path("stream", personal_stream)]
