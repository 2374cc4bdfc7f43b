"""The addresses in the API of this room."""

from django.urls import path

from tournaments.kit.endpoints import routes
from tournaments.people.web.api import account, bots, chat, friends, reviews, seeks
from tournaments.people.web.api.chat_stream import stream as chat_stream
from tournaments.people.web.api.review_stream import stream as review_stream

urlpatterns = [
    *routes(account, bots, chat, friends, reviews, seeks),
    path("clubs/<club:club>/chat/stream", chat_stream),
    path("reviews/<id:review_id>/stream", review_stream),
]
