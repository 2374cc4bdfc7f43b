"""What stands at the top of the document: how the API is meant to be used."""

from importlib import resources

from django.conf import settings

from tournaments.kit.schema import Schema
from tournaments.notices.hooks import documents

TAGS = {
    "games": "What can be played, and with which options.",
    "tables": "Open, join, play, watch, check.",
    "tournaments": "Announce, enter, start, look on.",
    "clubs": "Found, join, invite, organise, hand over, read the history.",
    "leagues": "A club’s nights, challenge ladders and seasons: come, challenge, climb.",
    "players": "Who plays, and how well.",
    "people": "Friends, invitations, chat and its moderation.",
    "bots": "Accounts of bots: owners, versions, what they accept, tables to try them at.",
    "studies": "Chapters of games with what is said of them, written by one or several.",
    "puzzles": "Positions with one winning move: today's, and answers to them.",
    "notices": "What concerns you, and how it reaches you.",
    "account": "Your own account: name, privacy, sessions, tokens, data.",
    "webhooks": "What is sent to addresses that you give.",
}


def introduce(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """drf-spectacular's hook."""
    text = resources.files("tournaments.site").joinpath("guide.md").read_text(encoding="utf-8")
    contact = {"name": "Who runs this site", "url": f"{settings.SITE_URL}/about/privacy"}
    licence = {"name": "MIT", "identifier": "MIT"}
    result["info"] |= {"description": text, "contact": contact, "license": licence}
    result["servers"] = [{"url": settings.SITE_URL}]
    result["webhooks"] = documents.webhooks()
    for kind, named in documents.components().items():
        result["components"].setdefault(kind, {}).update(named)
    result["tags"] = [{"name": name, "description": says} for name, says in TAGS.items()]
    return result
