"""The addresses of the pages of this room."""

from django.urls import path

from tournaments.tables.web.views import games, in_room, notes, playing_on, replays, search, sharing, tables, watching

urlpatterns = [
    path("clubs/<slug:address>/open", games.open_club_table, name="club-open"),
    path("play", games.play, name="play"),
    path("games", games.games, name="games"),
    path("games/search", search.page, name="game-search"),
    path("games/search/file", search.download, name="game-search-file"),
    path("games/search/saved", search.save, name="search-save"),
    path("games/search/saved/<int:search>", search.change, name="search-change"),
    path("games/<slug:key>", games.game, name="game"),
    path("games/<slug:key>/rules", games.rules, name="game-rules"),
    path("games/<slug:key>/play", games.play, name="game-play"),
    path("games/<slug:key>/open", games.open_table, name="game-open"),
    path("tables", tables.tables, name="tables"),
    path("tables/<slug:table_id>", tables.table, name="table"),
    path("tables/<slug:table_id>/board", tables.board, name="table-board"),
    path("tables/<slug:table_id>/watched", watching.watched, name="table-watched"),
    path("tables/<slug:table_id>/stream", watching.stream, name="table-late"),
    path("tables/<slug:table_id>/stream/board", watching.stream_board, name="table-late-board"),
    path("tables/<slug:table_id>/streaming", watching.streaming, name="table-streaming"),
    path("tables/<slug:table_id>/move", tables.move, name="table-move"),
    path("tables/<slug:table_id>/join", tables.join, name="table-join"),
    path("tables/<slug:table_id>/resign", tables.resign, name="table-resign"),
    path("tables/<slug:table_id>/abort", tables.abort, name="table-abort"),
    path("tables/<slug:table_id>/fill", tables.fill, name="table-fill"),
    path("tables/<slug:table_id>/report", in_room.report, name="table-report"),
    *(
        path(f"tables/<slug:table_id>/report/{verb}", in_room.answer, {"verb": verb}, f"table-report-{verb}")
        for verb in ("confirm", "dispute")
    ),
    path("tables/<slug:table_id>/rematch", tables.rematch, name="table-rematch"),
    path("tables/<slug:table_id>/notes", notes.table_notes, name="table-notes"),
    path("tables/<slug:table_id>/again", tables.again, name="table-again"),
    path("tables/<slug:table_id>/replay", replays.replay, name="table-replay"),
    path("tables/<slug:table_id>/replay/positions", replays.positions, name="table-positions"),
    path("tables/<slug:table_id>/replay/play-on", playing_on.play_on, name="table-play-on"),
    path("tables/<slug:table_id>/replay/text", replays.as_text, name="table-text"),
    path("tables/<slug:table_id>/replay/picture.png", sharing.picture, name="table-picture"),
    path("tables/<slug:table_id>/replay/share", sharing.sheet, name="table-share"),
    path("tables/<slug:table_id>/replay/film", sharing.film, name="table-film"),
    path("tables/<slug:table_id>/replay/film/order", sharing.order_film, name="table-film-order"),
    path("tables/<slug:table_id>/replay/film.webp", sharing.film_file, name="table-film-webp"),
    path("tables/<slug:table_id>/replay/film.gif", sharing.film_file, {"kind": "gif"}, name="table-film-gif"),
    path(".well-known/jwks.json", replays.keys, name="keys"),
    path("replay", replays.open_game, name="open-game"),
    path("replay/<slug:code>", replays.game, name="game-replay"),
    path("replay/<slug:code>/positions", replays.game_positions, name="game-positions"),
    path("replay/<slug:code>/picture.png", sharing.game_picture, name="game-picture"),
    path("replay/<slug:code>/share", sharing.game_sheet, name="game-share"),
]
