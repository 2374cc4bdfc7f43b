"""Our pages. None of them ends with a slash: a table has one address, for people and for the API."""

from __future__ import annotations

from django.urls import include, path
from django.views.generic import RedirectView

from tournaments.pages import club_urls, league_urls, notice_urls, tournament_page
from tournaments.pages.views import (
    account,
    chat,
    company,
    desk,
    entries,
    friends,
    games,
    home,
    invitations,
    ladders,
    people,
    personal,
    replays,
    reviews,
    tables,
    teams,
    tournaments,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("now", home.now, name="now"),
    path("now/tables", home.now, {"name": "tables"}, name="now-tables"),
    path("my-games", home.my_games, name="my-games"),
    path("about/<slug:page>", home.about, name="about"),
    path("play", games.play, name="play"),
    path("games", games.games, name="games"),
    path("games/<slug:key>", games.game, name="game"),
    path("games/<slug:key>/rules", games.rules, name="game-rules"),
    path("games/<slug:key>/play", games.play, name="game-play"),
    path("games/<slug:key>/open", games.open_table, name="game-open"),
    path("tables", tables.tables, name="tables"),
    path("tables/<slug:table_id>", tables.table, name="table"),
    path("tables/<slug:table_id>/board", tables.board, name="table-board"),
    path("tables/<slug:table_id>/move", tables.move, name="table-move"),
    path("tables/<slug:table_id>/join", tables.join, name="table-join"),
    path("tables/<slug:table_id>/resign", tables.resign, name="table-resign"),
    path("tables/<slug:table_id>/abort", tables.abort, name="table-abort"),
    path("tables/<slug:table_id>/fill", company.fill, name="table-fill"),
    path("tables/<slug:table_id>/chat", chat.table_chat, name="table-chat"),
    path("tables/<slug:table_id>/invite", friends.invite, name="table-invite"),
    path("tables/<slug:table_id>/not-now", friends.decline, name="invitation-decline"),
    path("tables/<slug:table_id>/rematch", company.rematch, name="table-rematch"),
    path("tables/<slug:table_id>/again", tables.again, name="table-again"),
    path("tables/<slug:table_id>/replay", replays.replay, name="table-replay"),
    path("replays", RedirectView.as_view(url="/tables"), name="replays"),
    path("tournaments", tournaments.tournaments, name="tournaments"),
    path("tournaments/new", tournaments.new, name="tournament-new"),
    path("tournaments/<slug:tournament_id>", tournaments.tournament, name="tournament"),
    path("tournaments/<slug:tournament_id>/edit", tournaments.edit, name="tournament-edit"),
    path("tournaments/<slug:tournament_id>/cancel", tournaments.cancel, name="tournament-cancel"),
    path("tournaments/<slug:tournament_id>/unrate", tournaments.unrate, name="tournament-unrate"),
    path("tournaments/<slug:tournament_id>/withdraw", tournaments.withdraw, name="tournament-withdraw"),
    path("tournaments/<slug:tournament_id>/organisers", entries.organisers, name="tournament-organisers"),
    *(
        path(f"tournaments/<slug:tournament_id>/{verb}", entries.organising, {"verb": verb}, name=f"tournament-{verb}")
        for verb in ("organise", "step-down")
    ),
    path("tournaments/<slug:tournament_id>/absences", entries.absences, name="tournament-absences"),
    path("tournaments/<slug:tournament_id>/projector", tournaments.projector, name="tournament-projector"),
    *(
        path(f"tournaments/<slug:tournament_id>/{verb}", entries.act, {"verb": verb}, name=f"tournament-{verb}")
        for verb in ("pause", "return", "check-in")
    ),
    path("tournaments/<slug:tournament_id>/desk", desk.overview, name="tournament-desk"),
    path("tournaments/<slug:tournament_id>/ruling", desk.ruling, name="tournament-ruling"),
    path("tournaments/<slug:tournament_id>/rulings/<int:number>/reverse", desk.reversal, name="tournament-reversal"),
    path("tournaments/<slug:tournament_id>/message", desk.message, name="tournament-message"),
    path("tournaments/<slug:tournament_id>/remove", tournaments.remove, name="tournament-remove"),
    path("tournaments/<slug:tournament_id>/bots", tournaments.enter_bots, name="tournament-bots"),
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
        path(f"tournaments/<slug:tournament_id>/{verb}", tournaments.act, {"verb": verb}, name=f"tournament-{verb}")
        for verb in ("join", "start", "pair")
    ),
    *(
        path(f"tournaments/<slug:tournament_id>/{tab}", tournaments.tournament, {"tab": tab}, name=f"tournament-{tab}")
        for tab in tournament_page.TABS[1:]
    ),
    *league_urls.urlpatterns,
    *club_urls.urlpatterns,
    path("ladders", ladders.ladders, name="ladders"),
    path("ladders/<slug:key>", ladders.ladder, name="ladder"),
    path("ladders/<slug:key>/rulings", ladders.rulings, name="ladder-rulings"),
    path("ladders/<slug:key>/suspicions", ladders.suspicions, name="ladder-suspicions"),
    path("players", people.players, name="players"),
    path("players/<str:name>", people.player, name="player"),
    path("clubs/<slug:address>/chat", chat.club_chat, name="club-chat"),
    path("friends", friends.circle, name="friends"),
    *(path(f"friends/{verb}", friends.act, {"verb": verb}, name=f"friend-{verb}") for verb in ("ask", "end", "block")),
    *(
        path(f"lines/<int:line_id>/{verb}", chat.act, {"verb": verb}, name=f"line-{verb}")
        for verb in ("report", "remove", "dismiss", "mute")
    ),
    path("reports", chat.reports, name="reports"),
    path("settings", account.profile, name="settings"),
    path("settings/security", account.security, name="settings-security"),
    path("settings/sessions/end", account.end_other_sessions, name="sessions-end"),
    path("settings/sessions/<slug:session>/end", account.end_session, name="session-end"),
    path("settings/tokens", account.tokens, name="settings-tokens"),
    path("settings/tokens/<int:token_id>/revoke", account.revoke_token, name="token-revoke"),
    path("settings/privacy", account.privacy_switches, name="settings-privacy"),
    path("settings/vacation", account.vacation, name="settings-vacation"),
    path("settings/data", personal.data, name="settings-data"),
    path("settings/export", personal.download, name="settings-export"),
    path("settings/erasure", personal.erase, name="settings-erasure"),
    path("settings/erasure/keep", personal.keep, name="settings-keep"),
    path("settings/unblock", account.unblock, name="unblock"),
    *notice_urls.urlpatterns,
    path("account/", include("accounts.urls")),
    path("", include("django.conf.urls.i18n")),
]
