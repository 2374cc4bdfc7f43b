"""Reasons in words, for pages and the API. The log keeps them as data."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.pairing.draw import Reason, ReasonCode


def say(reason: Reason, names: Mapping[int, str]) -> Text:
    """*reason* as a sentence; *names* are the entries'."""
    return _SAY[reason.code](reason, [names.get(entry, f"#{entry}") for entry in reason.entries])


@lru_cache(maxsize=4096)
def points(fraction: str) -> str:
    """An exact score as people read it: ``"5/2"`` is 2½, thirds and quarters too; others are ``2.58``."""
    exact = Fraction(fraction)
    whole, rest = divmod(exact, 1)
    if not rest:
        return str(whole)
    vulgar = _VULGAR.get(str(rest))
    return f"{whole or ''}{vulgar}" if vulgar else f"{float(exact):.2f}"


_VULGAR = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/6": "⅙", "5/6": "⅚"} | {
    "1/8": "⅛",
    "3/8": "⅜",
    "5/8": "⅝",
    "7/8": "⅞",
}


def _list(words: list[str]) -> str:
    return ", ".join(words)


def _numbers(reason: Reason) -> str:
    return ", ".join(map(str, reason.numbers))


def _seats(reason: Reason, names: list[str]) -> Text:
    return Text(
        _("Seats in the order {names}, who have sat there {times} times before."),
        {"names": _list(names), "times": _numbers(reason)},
    )


Say = Callable[[Reason, list[str]], Text]

_SAY: dict[ReasonCode, Say] = {
    "scheduled": lambda reason, _names: Text(
        _("The schedule has numbers {one} and {two} meet in this round."),
        {"one": reason.numbers[0], "two": reason.numbers[1]},
    ),
    "snake": lambda reason, names: Text(
        _("Dealt out by seed, row by row in a snake: {names}."),
        {"names": _list([f"{name} ({seed})" for name, seed in zip(names, reason.numbers, strict=True)])},
    ),
    "tied": lambda _reason, names: Text(_("{names} were level on the qualifying line."), {"names": _list(names)}),
    "bracket": lambda reason, names: Text(
        _("The bracket has {one}, seed {first}, and {two}, seed {second}, meet here."),
        {"one": names[0], "first": reason.numbers[0], "two": names[1], "second": reason.numbers[1]},
    ),
    "points_before": lambda reason, names: Text(
        _("Points before the round: {scores}."),
        {"scores": _list([f"{name} {points(score)}" for name, score in zip(names, reason.scores, strict=True)])},
    ),
    "first_meeting": lambda _reason, _names: Text(_("Nobody here has met before.")),
    "met_before": lambda reason, names: Text(
        _("{one} and {two} have met before, in round {rounds}."),
        {"one": names[0], "two": names[1], "rounds": _numbers(reason)},
    ),
    "unavoidable": lambda reason, _names: Text(
        _("Repeat meetings could not be avoided: no seating of the round has fewer ({count}, squared for each two)."),
        {"count": reason.numbers[0]},
    ),
    "search_ended": lambda reason, _names: Text(
        _(
            "The search ended with {count} repeat meetings in the round, squared for each two. There may be a seating "
            "with fewer that it has not found."
        ),
        {"count": reason.numbers[0]},
    ),
    "floated_down": lambda _reason, names: Text(_("{name} meets a lower score."), {"name": names[0]}),
    "floated_up": lambda _reason, names: Text(_("{name} meets a higher score."), {"name": names[0]}),
    "accelerated": lambda reason, names: Text(
        _("Accelerated: {names} had {points} more in this pairing, as the upper half of the seeds has at first."),
        {"names": _list(names), "points": points(reason.scores[0])},
    ),
    "mates_meet": lambda _reason, names: Text(
        _("{one} and {two} belong to the same club: no round that keeps them apart was better."),
        {"one": names[0], "two": names[1]},
    ),
    "seats_before": lambda reason, names: _seats(reason, names),
    "partners": lambda reason, names: Text(
        _("{names} are partners; they have been {times} times before."),
        {"names": _list(names), "times": _numbers(reason)},
    ),
    "odd_table": lambda reason, _names: Text(
        _("A table of {size}: the number of players leaves some tables of another size."), {"size": reason.numbers[0]}
    ),
    "bye_scheduled": lambda _reason, names: Text(
        _("{name} has a bye: the number of players is odd, and the schedule has this one rest in this round."),
        {"name": names[0]},
    ),
    "bye_lowest": lambda reason, names: Text(
        _(
            "{name} has a bye: one player is left over, and {score} is the lowest score among the players "
            "without a bye."
        ),
        {"name": names[0], "score": points(reason.scores[0])},
    ),
    "bye_spared": lambda reason, names: Text(
        _(
            "{name} has a bye: one player is left over. {count} players with a lower score than {score} have "
            "not had one either, but giving one of them the bye always led to a rematch, or to a worse one."
        ),
        {"name": names[0], "score": points(reason.scores[0]), "count": reason.numbers[0]},
    ),
    "bye_repeated": lambda reason, names: Text(
        _("{name} has a bye after {count} byes or wins by forfeit: everybody who plays has had one.")
        if not reason.numbers[1]
        else _(
            "{name} has a bye after {count} byes or wins by forfeit. {others} have had none, but giving one "
            "of them the bye always led to worse rematches."
        ),
        {"name": names[0], "count": reason.numbers[0], "others": reason.numbers[1]},
    ),
    "bye_no_table": lambda _reason, names: Text(
        _("{name} has a bye: no set of tables holds everybody."), {"name": names[0]}
    ),
    "bye_opponent_left": lambda _reason, names: Text(
        _("{name} has a bye: the opponent of this round has withdrawn."), {"name": names[0]}
    ),
    "bye_alone": lambda _reason, names: Text(
        _("{name} has a bye: too few other players are available for a table in this round."), {"name": names[0]}
    ),
    "bye_again": lambda reason, names: Text(
        _("{name} has had a bye before.") if reason.numbers[0] == 1 else _("{name} has had {count} byes before."),
        {"name": names[0], "count": reason.numbers[0]},
    ),
}
