"""What a ruling does, in a sentence."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone

from accounts.selectors import called
from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.director.display.views import signed_points
from tournaments.director.policy import scores
from tournaments.director.state import acts, sides
from tournaments.director.state.acts import Act
from tournaments.director.state.tournament import Tournament

RESULTS = {"1": "1", "=": "½", "0": "0", "+": "+", "-": "−", "LL": "0"}


def say(act: Act, tournament: Tournament, names: Mapping[int, str]) -> Text:
    """*act* as a sentence; *names* are the entries'."""
    match act:
        case acts.SetResult() | acts.Forfeit() | acts.DoubleLoss() | acts.VoidTable() | acts.GiveTime():
            return _about_match(act, tournament, names)
        case acts.Extend():
            return _extend(act, tournament, names)
        case acts.SetPairing(round=number):
            return Text(_("Round {round} is paired by hand."), {"round": number})
        case acts.UndoRound(round=number):
            return Text(_("Round {round} is taken back and paired again."), {"round": number})
        case acts.AdjustPoints(entry=entry, points=given, round=number):
            amount = signed_points(Fraction(given))
            return Text(
                _("{name}: {points} points at round {round}."),
                {"name": names[entry], "points": amount, "round": number},
            )
        case acts.Disqualify(entry=entry, round=number, results=rest):
            return Text(_DISQUALIFIED[rest], {"name": names[entry], "round": number})
        case acts.Readmit(entry=entry):
            return Text(_("{name} is back from the next round on."), {"name": names[entry]})
        case acts.Substitute(entry=entry, leaves=leaves, comes=comes):
            users = called((leaves, comes))
            who: dict[str, Hole] = {"leaves": users[leaves].name if leaves in users else "?", "name": names[entry]}
            who["comes"] = users[comes].name if comes in users else "?"
            return Text(_("{name}: {comes} plays instead of {leaves}."), who)
        case acts.SetQualifiers(stage=number, entries=entries):
            return Text(
                _("These play stage {stage}, in the order of their seeds: {names}."),
                {"stage": number, "names": _list(entries, names)},
            )


_DISQUALIFIED: dict[acts.Rest, str] = {
    "keep": _("{name} is disqualified; the results stand."),
    "forfeit": _("{name} is disqualified, and has lost every match from round {round} on by forfeit."),
    "annul": _("{name} is disqualified, and what was played against them from round {round} on counts for nobody."),
}


def _about_match(
    act: acts.SetResult | acts.Forfeit | acts.DoubleLoss | acts.VoidTable | acts.GiveTime,
    tournament: Tournament,
    names: Mapping[int, str],
) -> Text:
    number, entries = contest(tournament, act.match)
    given: dict[str, Hole] = {"round": number, "players": _names(entries, names)}
    match act:
        case acts.SetResult():
            return Text(_("Round {round}, {players}: the result is {result}."), {**given, "result": _result(act)})
        case acts.Forfeit(entries=gone):
            return Text(_("Round {round}, {players}: forfeit of {names}."), {**given, "names": _list(gone, names)})
        case acts.DoubleLoss():
            return Text(_("Round {round}, {players}: all of them have lost."), given)
        case acts.VoidTable():
            return Text(_("Round {round}, {players}: the table is void, and the match is played again."), given)
        case acts.GiveTime(seat=seat, ms=ms):
            sitting = sides.by_seat(tournament.settings, scores.sitting(tournament, act.match, act.table) or entries)
            return Text(
                _("Round {round}, {players}: {time} more for {name}."),
                {**given, "time": f"{ms // 60_000}:{ms // 1_000 % 60:02}", "name": names[sitting[seat]]},
            )


def _extend(act: acts.Extend, tournament: Tournament, names: Mapping[int, str]) -> Text:
    moment = datetime.datetime.fromtimestamp((act.deadline or act.grace or 0) / 1_000, get_current_timezone())
    time: dict[str, Hole] = {"time": date_format(moment, "j M H:i")}
    if act.match is None:
        sentence = (
            _("Round {round}: to be played by {time}.")
            if act.deadline
            else _("Round {round}: players are awaited until {time}.")
        )
        return Text(sentence, {**time, "round": act.round})
    _number, entries = contest(tournament, act.match)
    sentence = (
        _("Round {round}, {players}: to be played by {time}.")
        if act.deadline
        else _("Round {round}, {players}: players are awaited until {time}.")
    )
    return Text(sentence, {**time, "round": act.round, "players": _names(entries, names)})


def contest(tournament: Tournament, match: str) -> tuple[int, tuple[int, ...]]:
    """The round and the entries of a match, also of one that a ruling has taken out."""
    paired = tournament.fact_of(match)
    return (paired.drawn.round, paired.entries_of(match)) if paired else (0, ())


def concerned(act: Act, tournament: Tournament) -> frozenset[int]:
    """The entries that *act* is about; everybody, where it is about a round."""
    match act:
        case acts.AdjustPoints() | acts.Disqualify() | acts.Readmit() | acts.Substitute():
            entry = act.entry
            return frozenset({entry})
        case acts.SetPairing() | acts.UndoRound() | acts.Extend(match=None):
            return frozenset(tournament.seeds)
        case acts.SetQualifiers(stage=stage, entries=entries):
            fields = tournament.fields[stage - 2 : stage - 1]
            return frozenset(entries).union(*((each.entry for each in field.fixed.entries) for field in fields))
    return frozenset(contest(tournament, act.match or "")[1])


def round_of(act: Act, tournament: Tournament) -> int | None:
    match act:
        case acts.Readmit() | acts.Substitute() | acts.SetQualifiers():
            return None
        case acts.SetResult() | acts.Forfeit() | acts.DoubleLoss() | acts.VoidTable() | acts.GiveTime():
            return contest(tournament, act.match)[0] or None
    return act.round


def _result(act: acts.SetResult) -> str:
    if len(act.codes) == 2:
        return " – ".join(RESULTS[code] for code in act.codes)
    return ", ".join("−" if code == "-" else str(place) for code, place in zip(act.codes, act.places, strict=True))


def _names(entries: Sequence[int], names: Mapping[int, str]) -> str:
    return " – ".join(names.get(entry, f"#{entry}") for entry in entries)


def _list(entries: Sequence[int], names: Mapping[int, str]) -> str:
    return ", ".join(names.get(entry, f"#{entry}") for entry in entries)
