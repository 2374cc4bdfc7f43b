"""The addresses of the pages of this room."""

from django.urls import path

from tournaments.director.web import feeds, poster, sign, tournament_page
from tournaments.director.web.views import (
    beside,
    codes,
    desk,
    drafts,
    embedding,
    entries,
    invitations,
    places,
    reviews,
    roster,
    teams,
    tournaments,
    walk_ins,
)
from tournaments.kit.embeds import embedded
from tournaments.kit.kept import kept

FRESH = 300
"""Seconds that a feed is kept."""
MOMENT = 10
"""Seconds that what others' sites show is kept."""
MINUTE = 60
"""Seconds that a picture is kept."""

urlpatterns = [
    path("tournaments", tournaments.tournaments, name="tournaments"),
    path("tournaments/feed.atom", kept(FRESH, feeds.Tournaments()), name="tournaments-atom"),
    path("clubs/<slug:address>/feed.atom", kept(FRESH, feeds.OfClub()), name="club-atom"),
    path("tournaments/new", tournaments.new, name="tournament-new"),
    path("tournaments/<slug:tournament_id>", tournaments.tournament, name="tournament"),
    path("tournaments/<slug:tournament_id>/edit", tournaments.edit, name="tournament-edit"),
    *(
        path(
            f"tournaments/<slug:tournament_id>/{verb}", tournaments.ask_first, {"verb": verb}, name=f"tournament-{verb}"
        )
        for verb in ("start", "cancel", "unrate")
    ),
    path("tournaments/<slug:tournament_id>/withdraw", tournaments.withdraw, name="tournament-withdraw"),
    path("tournaments/<slug:tournament_id>/organisers", entries.organisers, name="tournament-organisers"),
    *(
        path(f"tournaments/<slug:tournament_id>/{verb}", entries.organising, {"verb": verb}, f"tournament-{verb}")
        for verb in ("organise", "step-down")
    ),
    path("tournaments/<slug:tournament_id>/absences", entries.absences, name="tournament-absences"),
    path("tournaments/<slug:tournament_id>/projector", tournaments.projector, name="tournament-projector"),
    *(
        path(f"tournaments/<slug:tournament_id>{part}/embed", embedded(kept(MOMENT, view)), name=name)
        for part, name, view in (
            ("", "tournament-embed", embedding.standings),
            ("/standings", "tournament-standings-embed", embedding.standings),
            ("/bracket", "tournament-bracket-embed", embedding.bracket),
        )
    ),
    path("tournaments/<slug:tournament_id>/poster", poster.poster, name="tournament-poster"),
    path(
        "tournaments/<slug:tournament_id>/sign/<slug:language>.png",
        embedded(kept(MINUTE, sign.sign)),
        name="tournament-sign",
    ),
    *(
        path(f"tournaments/<slug:tournament_id>/{verb}", entries.act, {"verb": verb}, f"tournament-{verb}")
        for verb in ("pause", "return", "check-in")
    ),
    path("tournaments/<slug:tournament_id>/desk", desk.overview, name="tournament-desk"),
    path("tournaments/<slug:tournament_id>/draft", drafts.draft, name="tournament-draft"),
    path("tournaments/<slug:tournament_id>/draft/look", drafts.look, name="tournament-look"),
    path("tournaments/<slug:tournament_id>/draft/arrange", drafts.arrange, name="tournament-arrange"),
    path("tournaments/<slug:tournament_id>/draws", drafts.draws, name="tournament-draws"),
    path("tournaments/<slug:tournament_id>/walk-ins", walk_ins.listed, name="tournament-walk-ins"),
    *(
        path(
            f"tournaments/<slug:tournament_id>/walk-ins/<int:number>/{verb}",
            walk_ins.act,
            {"verb": verb},
            f"tournament-walk-in-{verb}",
        )
        for verb in ("confirm", "refuse")
    ),
    path(
        "tournaments/<slug:tournament_id>/walk-ins/<int:number>/<slug:given>", walk_ins.claim, name="tournament-claim"
    ),
    path(
        "tournaments/<slug:tournament_id>/walk-ins/<int:number>/<slug:given>/code.svg",
        codes.walk_in,
        name="tournament-walk-in-code",
    ),
    path("tournaments/<slug:tournament_id>/slips/<slug:table>/code.svg", codes.slip, name="tournament-slip-code"),
    path("tournaments/<slug:tournament_id>/ruling", desk.ruling, name="tournament-ruling"),
    path("tournaments/<slug:tournament_id>/ruling/drop", desk.drop, name="tournament-ruling-drop"),
    path("tournaments/<slug:tournament_id>/rulings/<int:number>/reverse", desk.reversal, name="tournament-reversal"),
    path("tournaments/<slug:tournament_id>/calls/<slug:match>", desk.call, name="tournament-call"),
    path("tournaments/<slug:tournament_id>/calls/<slug:match>/answered", desk.answer, name="tournament-call-answered"),
    path("tournaments/<slug:tournament_id>/slips", places.slips, name="tournament-slips"),
    path("tournaments/<slug:tournament_id>/matches/<slug:match>/place", places.place, name="tournament-place"),
    path("tournaments/<slug:tournament_id>/matches/<slug:match>/settle", places.settle, name="tournament-settle"),
    path("tournaments/<slug:tournament_id>/messages", desk.told, name="tournament-messages"),
    path("tournaments/<slug:tournament_id>/message", desk.message, name="tournament-message"),
    path("tournaments/<slug:tournament_id>/message/<slug:text>/back", desk.take_back, name="message-back"),
    path("tournaments/<slug:tournament_id>/admit", roster.admit, name="tournament-admit"),
    path("tournaments/<slug:tournament_id>/remove", roster.remove, name="tournament-remove"),
    path("tournaments/<slug:tournament_id>/bots", tournaments.enter_bots, name="tournament-bots"),
    path("tournaments/<slug:tournament_id>/rounds/<int:number>/beside", beside.beside, name="tournament-beside"),
    path("tournaments/<slug:tournament_id>/rounds/<int:number>/why-not", reviews.why_not, name="tournament-why-not"),
    path("tournaments/<slug:tournament_id>/import", invitations.take_in, name="tournament-import"),
    path("tournaments/<slug:tournament_id>/apart", invitations.keep_apart, name="tournament-apart"),
    path("tournaments/<slug:tournament_id>/decline", invitations.decline, name="tournament-decline"),
    path("tournaments/<slug:tournament_id>/team", teams.enter, name="tournament-team"),
    path("tournaments/<slug:tournament_id>/substitute", teams.substitute, name="tournament-substitute"),
    *(
        path(
            f"tournaments/<slug:tournament_id>/substitutes/<int:number>/{verb}",
            teams.answer_substitute,
            {"verb": verb},
            name=f"tournament-substitute-{verb}",
        )
        for verb in ("confirm", "decline")
    ),
    *(
        path(
            f"tournaments/<slug:tournament_id>/teams/<int:number>/{verb}",
            teams.answer,
            {"verb": verb},
            name=f"tournament-team-{verb}",
        )
        for verb in ("confirm", "decline")
    ),
    path("tournaments/<slug:tournament_id>/seeds", invitations.by_rating, name="tournament-seeds"),
    *(
        path(f"tournaments/<slug:tournament_id>/{verb}", tournaments.act, {"verb": verb}, f"tournament-{verb}")
        for verb in ("join", "pair")
    ),
    *(
        path(f"tournaments/<slug:tournament_id>/{tab}", tournaments.tournament, {"tab": tab}, name=f"tournament-{tab}")
        for tab in tournament_page.TABS[1:]
    ),
]
