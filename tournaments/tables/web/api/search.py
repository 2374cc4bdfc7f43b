"""``/api/games/search``: finished games, as one page of a list or as a file; and searches that are kept."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from accounts.sessions import count_reader
from engine.options import NUMBER
from tournaments.clubs.web.api.narrowing import club_named, user_named
from tournaments.director.read import matches_of
from tournaments.kit.endpoints import Endpoint, Own, operation
from tournaments.kit.files import file_operation
from tournaments.kit.naming import named
from tournaments.kit.operations import Done
from tournaments.kit.problems import Unprocessable
from tournaments.platform import places
from tournaments.platform.files import JSON_LINES, File
from tournaments.tables import catalogue, saved_searches
from tournaments.tables.catalogue import Option
from tournaments.tables.errors import UnknownSearch
from tournaments.tables.search import PEOPLE, Wanted, search
from tournaments.tables.web.api.shapes import ClubAddress, GameKey, PlayerName
from tournaments.tables.web.found import FoundGame, file, games
from tournaments.tables.web.search_form import SearchForm

Count = Annotated[int, Meta(ge=0, le=100_000)]
Moment = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Place = Annotated[str, Meta(pattern=places.PATTERN)]


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    """What is looked for. Times are epoch milliseconds."""

    player: Annotated[PlayerName | UnsetType, Meta(description="Where this player sat.")] = UNSET
    opponent: Annotated[
        Annotated[str, Meta(max_length=600)] | UnsetType,
        Meta(description="Where these sat too, with or against the player: at most four names with commas."),
    ] = UNSET
    result: Annotated[
        Literal["won", "shared", "lost"] | UnsetType, Meta(description="What the player has made of it.")
    ] = UNSET
    place: Annotated[
        Annotated[int, Meta(ge=1, le=10)] | UnsetType, Meta(description="In which place the player came.")
    ] = UNSET
    game: Annotated[GameKey | UnsetType, Meta(description="The key of a game.")] = UNSET
    options: Annotated[
        Annotated[str, Meta(max_length=400)] | UnsetType,
        Meta(description="Options of the game that it was played with: `length=deal,quick=on`."),
    ] = UNSET
    club: Annotated[ClubAddress | UnsetType, Meta(description="Only games of this club.")] = UNSET
    tournament: Annotated[
        Annotated[str, Meta(max_length=10)] | UnsetType, Meta(description="Only games of this tournament.")
    ] = UNSET
    since: Annotated[Moment | UnsetType, Meta(description="Games that ended from then on.")] = UNSET
    until: Annotated[Moment | UnsetType, Meta(description="Games that ended before.")] = UNSET
    moves_from: Count | UnsetType = UNSET
    moves_to: Count | UnsetType = UNSET
    margin_from: Annotated[Count | UnsetType, Meta(description="Points of the winner more than of the second.")] = UNSET
    margin_to: Count | UnsetType = UNSET
    comeback: Annotated[
        bool, Meta(description="Only those whose winner was last after three quarters of the moves.")
    ] = False
    noted: Annotated[
        bool, Meta(description="Only those that you have marked, or noted something about; of strangers none.")
    ] = False
    after: Annotated[Place | UnsetType, Meta(description="Behind this place in the list: the `next` of a page.")] = (
        UNSET
    )


class PageOfSearch(Search, frozen=True, forbid_unknown_fields=True):
    """The same, and how many of it."""

    limit: Annotated[int, Meta(ge=1, le=100)] = 25


class FoundGames(Struct, frozen=True):
    """Finished games, the last finished first."""

    games: tuple[FoundGame, ...]
    next: Annotated[str | None, Meta(description="What `after` takes to read on; null at the end.")]


class SavedSearch(Struct, frozen=True):
    """A search that you keep. Its query is that of the page `/games/search`."""

    id: int
    name: str
    query: str
    saved_at: int


class SavedSearches(Struct, frozen=True):
    """By name."""

    searches: tuple[SavedSearch, ...]


class SaveSearch(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the same name is replaced."""

    name: Annotated[str, Meta(min_length=1, max_length=saved_searches.NAME)]
    query: Annotated[
        str,
        Meta(
            description="As in the address of the page `/games/search`.",
            max_length=saved_searches.QUERY,
            examples=["player=ann&result=won"],
        ),
    ]


class SearchName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=saved_searches.NAME)]


@operation(
    "GET games/search", "searchGames", needs="replay:read_private", tag="tables", refusals={404, 422}, scope="searches"
)
def search_games(caller: Endpoint, *, query: PageOfSearch) -> FoundGames:
    """Find finished games.

    By who sat there, what was played and how it went; only those that you may see. A player who hides their games is
    found and named only at tables where you sat too.
    """
    count_reader(caller.request.user, "searches")
    found = search(_wanted(caller, query), viewer=caller.viewer, behind=_behind(query), limit=query.limit + 1)
    more = len(found) > query.limit
    found = found[: query.limit]
    return FoundGames(games(found, caller.viewer), str(found[-1].place) if more else None)


@file_operation(
    "GET games/search/file",
    "exportGames",
    needs="replay:read_private",
    media_type=JSON_LINES,
    tag="tables",
    refusals={404, 422},
    scope="game_exports",
)
def export_games(caller: Endpoint, *, query: Search) -> File:
    """Get what a search finds as a file.

    A game a line, as `searchGames` answers it; at most 1,000, behind `after` if it is given.
    """
    count_reader(caller.request.user, "game_exports")
    return file(_wanted(caller, query), viewer=caller.viewer, behind=_behind(query))


@operation("GET account/searches", "listSearches", needs="account:read", tag="account", refusals={401})
def list_searches(caller: Own) -> SavedSearches:
    """List the searches for games that you keep."""
    return SavedSearches(tuple(map(_saved, saved_searches.of(caller.actor))))


@operation(
    "POST account/searches", "saveSearch", needs="account:write", tag="account", refusals={403, 422}, scope="people"
)
def save_search(caller: Own, *, body: SaveSearch, command: str | None) -> SavedSearch:
    """Keep a search for games under a name."""
    count_reader(caller.user, "people")
    form = SearchForm(caller.user, QueryDict(body.query))
    if not form.is_valid():
        raise Unprocessable(_("This search makes no sense."), "bad_search", field="query")
    return _saved(saved_searches.save(user=caller.user, name=body.name, query=form.query))


@operation(
    "POST account/searches/<row:search>/rename",
    "renameSearch",
    needs="account:write",
    tag="account",
    refusals={403, 404, 422},
    scope="people",
)
def rename_search(caller: Own, *, search: int, body: SearchName, command: str | None) -> SavedSearch:
    """Rename a search that you keep."""
    return _saved(saved_searches.rename(user=caller.user, search=search, name=body.name))


@operation(
    "POST account/searches/<row:search>/delete",
    "deleteSearch",
    needs="account:write",
    tag="account",
    refusals={403, 404, 422},
)
def delete_search(caller: Own, *, search: int, command: str | None) -> Done:
    """Delete a search that you keep."""
    try:
        saved_searches.delete(user=caller.user, search=search)
    except UnknownSearch:
        if command is None:
            raise
    return Done()


def _saved(saved: saved_searches.Saved) -> SavedSearch:
    return SavedSearch(saved.id, saved.name, saved.query, saved.at)


def _behind(query: Search) -> places.Place | None:
    return places.place(query.after) if isinstance(query.after, str) else None


def _wanted(caller: Endpoint, query: Search) -> Wanted:
    """Raises ``Unprocessable`` for what there is not, or not for the caller."""
    given = {name: None if value is UNSET else value for name, value in asdict(query).items()}
    if not given["player"] and (given["result"] or given["place"]):
        raise Unprocessable(_("Name the player whose result that is."), "no_player", field="player")
    names = [name for part in (given["opponent"] or "").split(",") if (name := part.strip())]
    if len(names) > PEOPLE:
        reason = _("Name at most %(most)s players.") % {"most": PEOPLE}
        raise Unprocessable(reason, "too_many_players", field="opponent")
    return Wanted(
        player=user_named(query.player),
        opponents=tuple(named(name, field="opponent", code="unknown_player").pk for name in names),
        options=_options(given["game"], given["options"] or ""),
        club=club_named(query.club, caller.request.user),
        matches=_matches(given["tournament"], caller.viewer),
        game=given["game"] or "",
        result=given["result"] or "",
        comeback=query.comeback,
        noted=query.noted,
        **{name: given[name] for name in _PLAIN},
    )


_PLAIN = ("since", "until", "moves_from", "moves_to", "margin_from", "margin_to", "place")


def _matches(tournament: str | None, viewer: int | None) -> tuple[str, ...] | None:
    matches = matches_of(tournament, viewer) if tournament is not None else None
    if tournament is not None and matches is None:
        raise Unprocessable(_("There is no such tournament."), "unknown_tournament", field="tournament")
    return matches


def _options(game: str | None, text: str) -> Mapping[str, Any]:
    """``length=deal,quick=on``, by the options of *game*."""
    if not text:
        return {}
    if game is None:
        raise Unprocessable(_("Name the game whose options these are."), "no_game", field="game")
    offered = {option.name: option for option in catalogue.game(game).options}
    found = {}
    for part in text.split(","):
        name, _equals, value = part.strip().partition("=")
        if name not in offered or (read := _option(offered[name], value)) is None:
            raise Unprocessable(_("The game has no such option."), "bad_option", field="options")
        found[name] = read
    return found


def _option(option: Option, text: str) -> bool | int | str | None:
    if option.kind == "switch":
        return {"on": True, "off": False}.get(text)
    if option.kind == "choice":
        return text if text in option.values else None
    return int(text) if NUMBER.fullmatch(text) else None
