"""A notice in a sentence, and where it leads. Pure: what people and things are called is given."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct

from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.clubs.choices import ROLES

Facts: TypeAlias = Mapping[str, Any]


class Names(Struct, frozen=True):
    """What things are called, by their ids; of what has been erased or is not known there is none."""

    users: Mapping[int, str] = {}
    clubs: Mapping[str, str] = {}
    tournaments: Mapping[str, str] = {}
    games: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}
    when: Callable[[int], str] = str
    """A moment (epoch ms) as its reader writes it."""

    def user(self, user: object) -> Hole:
        return (self.users.get(user) if isinstance(user, int) else None) or Text(_("Somebody"))

    def club(self, facts: Facts) -> Hole:
        return self.clubs.get(facts.get("club", "")) or Text(_("a club"))

    def tournament(self, facts: Facts) -> Hole:
        return self.tournaments.get(facts.get("tournament", "")) or Text(_("a tournament"))

    def game(self, facts: Facts) -> Hole:
        key = facts.get("game", "")
        return Text(self.games[key]) if key in self.games else str(key)


Words: TypeAlias = Callable[[Facts, Names, int], Text]
"""Facts, names, and the reader, who is not named among the company."""


_OWN: Final = {"friend_request": "friends", "bot_request": "settings-bots", "token_ends": "settings-tokens"}
"""Pages that are the reader's own."""


def sentence(kind: str, facts: Facts, names: Names, *, reader: int, count: int = 1) -> Text:
    """The sentence of a notice; with *count* that of as many of its kind, told as one.

    >>> names = Names(clubs={"c1": "Owls"}, texts={"t1": "New room"})
    >>> str(sentence("news", {"club": "c1", "title": "t1"}, names, reader=1))
    'Owls: New room'
    """
    if count > 1:
        return Text(MANY[kind], {"count": count})
    return WORDS[kind](facts, names, reader)


def place(kind: str, facts: Facts) -> tuple[str, dict[str, str]]:
    """The name of the page that a notice leads to, and what stands in its address; a club by its id.

    >>> place("your_turn", {"table": "abc"})
    ('table', {'table_id': 'abc'})
    """
    club = {"address": str(facts.get("club"))}
    if kind in _OWN:
        return _OWN[kind], {}
    if kind == "webhook_ended":
        return "webhook", {"webhook": facts["webhook"]}
    if kind == "review_opened":
        return "review", {"review_id": facts["review"]}
    if kind == "study_editor":
        return "study", {"study_id": facts["study"]}
    if kind in ("joined", "request"):
        return "club-members", club
    if kind == "desk_called" or (kind == "result_disputed" and "tournament" in facts):
        return "tournament-desk", {"tournament_id": facts["tournament"]}
    if kind == "ruling" and "tournament" in facts:
        return "tournament-rulings", {"tournament_id": facts["tournament"]}
    if facts.get("pool") and "table" not in facts:
        return "ladder", {"key": facts["game"]}
    for key, page in (("table", "table"), ("tournament", "tournament")):
        if facts.get(key):
            return page, {f"{key}_id": facts[key]}
    for key in ("night", "challenge", "ladder", "season"):
        if facts.get(key):
            return f"club-{key}", club | {f"{key}_id": facts[key]}
    return "club", club


def _round(facts: Facts, names: Names, reader: int) -> Text:
    args: dict[str, Hole] = {"round": facts["round"], "tournament": names.tournament(facts)}
    if facts.get("bye"):
        return Text(_("Round {round} of {tournament}: you rest"), args)
    if "number" in facts:
        args["n"] = facts["number"]
        alone, others = (
            _("Round {round} of {tournament}: table {n}"),
            _("Round {round} of {tournament}: table {n}, with {names}"),
        )
        return _with(alone, others, args, facts, names, reader)
    return _with(
        _("Round {round} of {tournament}"), _("Round {round} of {tournament}, with {names}"), args, facts, names, reader
    )


def _table(facts: Facts, names: Names, reader: int) -> Text:
    args: dict[str, Hole] = {"game": names.game(facts)}
    return _with(
        _("Your table of {game} is open"), _("Your table of {game} is open, with {names}"), args, facts, names, reader
    )


def _taken(facts: Facts, names: Names, _reader: int) -> Text:
    args: dict[str, Hole] = {"name": names.user(facts["by"]), "game": names.game(facts)}
    return Text(
        _("{name} sits down at your table of {game}: {taken} of {seats} are there"),
        args | {"taken": facts["taken"], "seats": facts["seats"]},
    )


def _event(message: str) -> Words:
    def words(facts: Facts, names: Names, _reader: int) -> Text:
        when = names.when(facts["at"]) if "at" in facts else ""
        args: dict[str, Hole] = {"tournament": names.tournament(facts), "club": names.club(facts), "when": when}
        return Text(message, args | {"name": names.user(facts.get("by")), "round": facts.get("round", 0)})

    return words


def _check_in(facts: Facts, names: Names, reader: int) -> Text:
    closing = _("Check-in for {tournament} closes at {when}")
    return _event(closing if facts["closing"] else _("Check in for {tournament}: it begins at {when}"))(
        facts, names, reader
    )


CALLED_OFF: Final[Mapping[str, str]] = {
    "organiser": _("{name} has called {tournament} off"),
    "too_few_entries": _("{tournament} is called off: too few have entered"),
    "cannot_start": _("{tournament} is called off: it could not begin"),
}


OUT: Final[Mapping[str, str]] = {
    "missed": _("You did not come to your match in round {round} of {tournament}: it counts as lost"),
    "taken_out": _("You are out of {tournament}: {name} has withdrawn your entry"),
    "cut": _("{tournament} goes on without you: you did not qualify for the next stage"),
}


def _called(facts: Facts, names: Names, reader: int) -> Text:
    if "user" in facts:  # the guest whose place is claimed
        args = {"name": names.user(facts["user"]), "tournament": names.tournament(facts)}
        return Text(_("Somebody comes in as {name}, {tournament}: is it them?"), args)
    round_waits = _("Round {round} of {tournament} could not be paired: it waits for you")
    player_calls = _("{name} calls you to a table of {tournament}")
    return _event(round_waits if "round" in facts else player_calls)(facts, names, reader)


def _disputed(facts: Facts, names: Names, reader: int) -> Text:
    if "tournament" in facts:
        return _event(_("{name} disputes the result of a table of {tournament}"))(facts, names, reader)
    title = {"name": names.user(facts["by"]), "title": facts["title"]}
    return Text(_("{name} disputes the result of a challenge: {title}"), title)


def _reported(facts: Facts, names: Names, _reader: int) -> Text:
    asked = _("{name} reported the result of your table of {game}: is it right?")
    disputed = _("{name} says that the result you reported at {game} is wrong: an organiser decides, or you correct it")
    args = {"name": names.user(facts["by"]), "game": names.game(facts)}
    return Text(disputed if facts.get("disputed") else asked, args)


def _moved_up(facts: Facts, names: Names, reader: int) -> Text:
    taken_in = _("You play {tournament} after all: {name} has taken you in")
    waited = _("You play {tournament}: somebody has left, and you were next on the waiting list")
    return _event(taken_in if "by" in facts else waited)(facts, names, reader)


def _message(facts: Facts, names: Names, _reader: int) -> Text:
    said = names.texts.get(facts["text"]) or Text(_("a message that was taken back"))
    return Text(_("{name}, {tournament}: {said}"), _said(facts, names) | {"said": said})


def _placed(facts: Facts, names: Names, _reader: int) -> Text:
    message = _("{tournament} is over: place {place} of {entries} for you")
    return Text(message, _said(facts, names) | {"place": facts["place"], "entries": facts["entries"]})


def _asked_in(facts: Facts, names: Names, _reader: int) -> Text:
    if facts["team"]:
        return Text(_("{name} asks you to play {tournament} with them"), _said(facts, names))
    return Text(_("{name} asks you to play on in their place: {tournament}"), _said(facts, names))


def _said(facts: Facts, names: Names) -> dict[str, Hole]:
    return {"name": names.user(facts.get("by")), "tournament": names.tournament(facts)}


def _with(alone: str, together: str, args: dict[str, Hole], facts: Facts, names: Names, reader: int) -> Text:
    others = [names.user(user) for user in facts.get("players", ()) if user is not None and user != reader]
    return Text(together, args | {"names": _listed(others)}) if others else Text(alone, args)


def _listed(words: list[Hole]) -> Text:
    holes = {f"word{at}": word for at, word in enumerate(words)}
    return Text(", ".join(f"{{{name}}}" for name in holes), holes)


def _turn(facts: Facts, names: Names, _reader: int) -> Text:
    if until := facts.get("until") or facts.get("due"):
        return Text(_("Your move at {game} is due: {when}"), {"game": names.game(facts), "when": names.when(until)})
    return Text(_("It is your turn at {game}"), {"game": names.game(facts)})


def _deadline(facts: Facts, names: Names, reader: int) -> Text:
    if "table" in facts:
        return _turn(facts, names, reader)
    if "round" in facts:
        message = _("Round {round} of {tournament} must be played by {when}")
        args: dict[str, Hole] = {"round": facts["round"], "tournament": names.tournament(facts)}
        return Text(message, args | {"when": names.when(facts["until"])})
    message = _("{title}: answer a challenge by {when}") if facts["what"] == "answer" else _("{title}: play by {when}")
    until = facts.get("until")
    return Text(message, {"title": facts["title"], "when": names.when(until) if until else ""})


def _challenged(facts: Facts, names: Names, _reader: int) -> Text:
    args: dict[str, Hole] = {"name": names.user(facts["by"]), "title": facts["title"]}
    at_a_table = _("{name} challenges you, with real cards: {title}")
    return Text(at_a_table if facts.get("in_room") else _("{name} challenges you: {title}"), args)


def _time_proposed(facts: Facts, names: Names, _reader: int) -> Text:
    args: dict[str, Hole] = {"name": names.user(facts["by"]), "when": names.when(facts["at"])}
    at_a_table = _("{name} could play at {when}, with real cards")
    return Text(at_a_table if facts.get("in_room") else _("{name} could play at {when}"), args)


ANSWERS: Final[Mapping[str, str]] = {
    "accept": _("{name} accepts the challenge: {title}"),
    "pass": _("{name} passes this time: {title}"),
    "decline": _("{name} declines the challenge: {title}"),
    "time_agreed": _("{name} agrees: you play at {when}"),
    "time_declined": _("{name} cannot at that time: {title}"),
}
OUTCOMES: Final[Mapping[str, str]] = {
    "walkover": _("{title}: the challenge was won without play"),
    "forfeited": _("{title}: the challenge was forfeited"),
    "void": _("{title}: the challenge ended without a result"),
}
CLAIMS: Final[Mapping[str, str]] = {
    "called": _("{club}: say that you are still there, or it will have no owner"),
    "lost": _("{club} has no owner now"),
    "claimed": _("{name} claims {club}"),
    "set": _("{name} owns {club} now"),
    "offered": _("{club} is offered to you"),
}
TITLES: Final[Mapping[str, str]] = {
    "season": _("Title: first of {title}"),
    "division": _("Title: first of division {division} of {title}"),
    "event": _("Title: first of {tournament}, an event of {entries}"),
}


def _answered(facts: Facts, names: Names, _reader: int) -> Text:
    when = names.when(facts["at"]) if "at" in facts else ""
    args: dict[str, Hole] = {"name": names.user(facts["by"]), "title": facts["title"], "when": when}
    return Text(ANSWERS[facts["answer"]], args)


def _invited(facts: Facts, names: Names, _reader: int) -> Text:
    where = names.tournament(facts) if "tournament" in facts else names.club(facts)
    if facts.get("directs"):
        words = _("{name} asks you to direct {where} with them")
        return Text(words, {"name": names.user(facts.get("by")), "where": where})
    return Text(_("{name} invites you to {where}"), {"name": names.user(facts.get("by")), "where": where})


def _table_invited(facts: Facts, names: Names, _reader: int) -> Text:
    args: dict[str, Hole] = {"name": names.user(facts.get("by")), "game": names.game(facts)}
    return Text(_("{name} invites you to a table of {game}"), args)


def _night(message: str) -> Words:
    def words(facts: Facts, names: Names, _reader: int) -> Text:
        args: dict[str, Hole] = {"title": facts["title"], "club": names.club(facts)}
        return Text(message, args | {"when": names.when(facts["starts_at"])})

    return words


def _club(message: str) -> Words:
    def words(facts: Facts, names: Names, _reader: int) -> Text:
        return Text(message, {"club": names.club(facts), "name": names.user(facts.get("user"))})

    return words


def _news(facts: Facts, names: Names, _reader: int) -> Text:
    title = names.texts.get(facts["title"]) or Text(_("News"))
    return Text(_("{club}: {title}"), {"club": names.club(facts), "title": title})


def _ruling(facts: Facts, names: Names, reader: int) -> Text:
    if "until" in facts:
        return _deadline(facts, names, reader)
    if "tournament" in facts:
        message = (
            _("Ruling R{number} is reversed: {tournament}")
            if facts["reversed"]
            else _("Ruling R{number}: {tournament}")
        )
        return Text(message, {"number": facts["ruling"], "tournament": names.tournament(facts)})
    if facts.get("pool"):
        return Text(_("Ratings at {game} were corrected"), {"game": names.game(facts)})
    if "season" in facts:
        return Text(_("{title} was corrected after its end"), {"title": facts["title"]})
    return Text(_("A ruling on {title}"), {"title": facts["title"]})


def _season(facts: Facts, _names: Names, _reader: int) -> Text:
    if facts["place"] is None:
        return Text(_("{title} is over"), {"title": facts["title"]})
    return Text(_("{title} is over: place {place} for you"), {"title": facts["title"], "place": facts["place"]})


def _title(facts: Facts, names: Names, _reader: int) -> Text:
    args: dict[str, Hole] = {"title": facts.get("title", ""), "division": facts.get("division", 1)}
    return Text(
        TITLES[facts["what"]], args | {"tournament": names.tournament(facts), "entries": facts.get("entries", 0)}
    )


ENDED: Final[Mapping[str, str]] = {
    "failing": _("Your webhook at {host} has ended: for three days it took nothing"),
    "gone": _("Your webhook at {host} has ended: it answered that it is gone"),
    "staff": _("The staff of this site have ended your webhook at {host}"),
    "tokens": _("Your webhook at {host} has ended with your tokens"),
}
WORDS: Final[Mapping[str, Words]] = {
    "round_paired": _round,
    "table_open": _table,
    "seat_taken": _taken,
    "result_reported": _reported,
    "your_turn": _turn,
    "slow_turn": _turn,
    "appointment": lambda facts, names, _reader: Text(
        _("{title}: you play at {when}"), {"title": facts["title"], "when": names.when(facts["at"])}
    ),
    "deadline": _deadline,
    "check_in": _check_in,
    "desk_called": _called,
    "event_moved": _event(_("{tournament} is moved: it begins at {when}")),
    "event_changed": _event(_("{name} has changed the settings of {tournament}")),
    "event_off": lambda facts, names, reader: _event(CALLED_OFF[facts["why"]])(facts, names, reader),
    "left_out": _event(_("{tournament} has begun without you: you had not checked in")),
    "moved_up": _moved_up,
    "out": lambda facts, names, reader: _event(OUT[facts["why"]])(facts, names, reader),
    "desk_message": _message,
    "placed": _placed,
    "asked_in": _asked_in,
    "challenged": _challenged,
    "challenge_answered": _answered,
    "time_proposed": _time_proposed,
    "challenge_ended": lambda facts, _names, _reader: Text(OUTCOMES[facts["outcome"]], {"title": facts["title"]}),
    "result_disputed": _disputed,
    "invited": _invited,
    "table_invited": _table_invited,
    "review_opened": lambda facts, names, _reader: Text(
        _("{name} looks at your game of {game} again: look together"),
        {"name": names.user(facts.get("by")), "game": names.game(facts)},
    ),
    "study_editor": lambda facts, names, _reader: Text(
        _("{name} lets you edit a study"), {"name": names.user(facts.get("by"))}
    ),
    "friend_request": lambda facts, names, _reader: Text(
        _("{name} wants to be friends"), {"name": names.user(facts.get("by"))}
    ),
    "bot_request": lambda facts, names, _reader: Text(
        _("{name} would be a bot that you answer for"), {"name": names.user(facts.get("by"))}
    ),
    "night_tomorrow": _night(_("{club}: {title} is tomorrow, {when}")),
    "night_moved": _night(_("{club}: {title} is moved to {when}")),
    "night_cancelled": _night(_("{club}: {title} is cancelled, {when}")),
    "night_announced": _night(_("{club} announces {title}, {when}")),
    "night_open": _night(_("{club} announces {title}, {when}")),
    "event_announced": _event(_("{club} announces {tournament}, {when}")),
    "fault": _night(_("{club}: a tournament of {title} could not be announced, {when}")),
    "ruling": _ruling,
    "owner_claim": lambda facts, names, reader: _club(CLAIMS[facts["what"]])(facts, names, reader),
    "request": _club(_("{name} asks to join {club}")),
    "joined": _club(_("{name} joined {club}")),
    "declined": _club(_("{club} declined your request")),
    "removed": _club(_("You were removed from {club}")),
    "role": lambda facts, names, _reader: Text(ROLES[facts["role"]].notice, {"club": names.club(facts)}),
    "news": _news,
    "season_over": _season,
    "title": _title,
    "webhook_ended": lambda facts, _names, _reader: Text(ENDED[facts["why"]], {"host": facts["host"]}),
    "token_ends": lambda facts, names, _reader: Text(
        _("Your token for {name} ends {when}: make another one"),
        {"name": facts["name"], "when": names.when(facts["at"])},
    ),
}
MANY: Final[Mapping[str, str]] = {
    "round_paired": _("{count} rounds are paired"),
    "table_open": _("{count} tables are open"),
    "seat_taken": _("{count} people sat down at your tables"),
    "result_reported": _("{count} results of your tables to confirm"),
    "your_turn": _("Your turn at {count} tables"),
    "slow_turn": _("Your turn at {count} slow games"),
    "appointment": _("{count} appointments"),
    "deadline": _("{count} deadlines within a day"),
    "check_in": _("{count} tournaments to check in for"),
    "desk_called": _("{count} calls to the desk"),
    "event_moved": _("{count} tournaments moved"),
    "event_changed": _("{count} tournaments changed"),
    "event_off": _("{count} tournaments called off"),
    "left_out": _("{count} tournaments began without you"),
    "moved_up": _("You come into {count} tournaments"),
    "out": _("{count} missed matches, or tournaments that go on without you"),
    "desk_message": _("{count} messages from organisers"),
    "placed": _("{count} tournaments are over"),
    "asked_in": _("{count} people ask you to play with them"),
    "challenged": _("{count} challenges"),
    "challenge_answered": _("{count} answers to challenges"),
    "time_proposed": _("{count} times for challenges"),
    "challenge_ended": _("{count} challenges ended"),
    "result_disputed": _("{count} disputed results to decide"),
    "invited": _("{count} invitations"),
    "table_invited": _("{count} invitations to tables"),
    "review_opened": _("{count} of your games are looked at again"),
    "study_editor": _("{count} studies that you may edit"),
    "friend_request": _("{count} people want to be friends"),
    "bot_request": _("{count} accounts would be your bots"),
    "night_tomorrow": _("{count} nights tomorrow"),
    "night_moved": _("{count} nights moved"),
    "night_cancelled": _("{count} nights cancelled"),
    "night_announced": _("{count} nights announced"),
    "night_open": _("{count} nights without a tournament announced"),
    "event_announced": _("{count} tournaments announced"),
    "fault": _("{count} nights lack a tournament"),
    "ruling": _("{count} rulings about you"),
    "owner_claim": _("{count} notices of who owns clubs"),
    "request": _("{count} people ask to join"),
    "joined": _("{count} new members"),
    "declined": _("{count} requests declined"),
    "removed": _("{count} removals"),
    "role": _("{count} changes of your role"),
    "news": _("{count} pieces of news"),
    "season_over": _("{count} seasons are over"),
    "title": _("{count} titles"),
    "webhook_ended": _("{count} webhooks have ended"),
    "token_ends": _("{count} tokens end within a week"),
}
