"""The addresses of the pages of this room."""

from django.urls import path

from tournaments.people.web.views import account, apps, bots, chat, display, friends, personal, reviews, seeks

urlpatterns = [
    path("tables/<slug:table_id>/chat", chat.table_chat, name="table-chat"),
    path("tables/<slug:table_id>/together", reviews.open_review, name="table-together"),
    path("tables/<slug:table_id>/reviews", reviews.at_table, name="table-reviews"),
    path("reviews/<slug:review_id>", reviews.review, name="review"),
    path("reviews/<slug:review_id>/positions", reviews.positions, name="review-positions"),
    path("reviews/<slug:review_id>/company", reviews.company, name="review-company"),
    path("reviews/<slug:review_id>/keep", reviews.keep, name="review-keep"),
    path("reviews/<slug:review_id>/chat", chat.review_chat, name="review-chat"),
    *(
        path(f"reviews/<slug:review_id>/{verb}", reviews.act, {"verb": verb}, name=f"review-{verb}")
        for verb in ("join", "leave", "step", "mark", "hand", "take", "end")
    ),
    path("tables/<slug:table_id>/invite", friends.invite, name="table-invite"),
    path("tables/<slug:table_id>/invitations", friends.at_table, name="table-invitations"),
    path("tables/<slug:table_id>/watchers", friends.watchers, name="table-watchers"),
    path("tables/<slug:table_id>/not-now", friends.decline, name="invitation-decline"),
    path("clubs/<slug:address>/chat", chat.club_chat, name="club-chat"),
    path("seek", seeks.seek, name="seek"),
    path("seek/now", seeks.now, name="seek-now"),
    path("seek/end", seeks.end, name="seek-end"),
    path("seek/bots", seeks.bots, name="seek-bots"),
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
    path("settings/apps", apps.listed, name="settings-apps"),
    path("settings/apps/<slug:app>", apps.edit, name="app-edit"),
    path("settings/apps/<slug:app>/disconnect", apps.disconnect, name="app-disconnect"),
    path("settings/apps/<slug:app>/remove", apps.remove, name="app-remove"),
    path("settings/bots", bots.bots, name="settings-bots"),
    path("settings/bots/ask", bots.ask, name="bot-ask"),
    path("settings/bots/version", bots.announce, name="bot-version"),
    path("settings/bots/rules", bots.choose, name="bot-rules"),
    path("settings/bots/smoke", bots.try_out, name="bot-smoke"),
    *(path(f"settings/bots/{verb}", bots.act, {"verb": verb}, name=f"bot-{verb}") for verb in bots.ACTS),
    path("settings/privacy", account.privacy_switches, name="settings-privacy"),
    path("settings/vacation", account.vacation, name="settings-vacation"),
    path("settings/display", display.settings, name="settings-display"),
    path("settings/data", personal.data, name="settings-data"),
    path("settings/export", personal.download, name="settings-export"),
    path("settings/erasure", personal.erase, name="settings-erasure"),
    path("settings/erasure/keep", personal.keep, name="settings-keep"),
    path("settings/unblock", account.unblock, name="unblock"),
]
