"""The result of a match as a ruling's form asks for it: fields, what stands already, and the act that follows."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from tournaments.director.display import reported
from tournaments.director.policy.rulings.matches import needs_points, takes_points
from tournaments.director.selectors import At, MatchInfo
from tournaments.director.state.acts import SetResult
from tournaments.director.web.ruling_fields import players
from tournaments.pairing.record import PLAYED, Code
from tournaments.tables.reports import MOST_POINTS

RESULTS: dict[str, tuple[str, tuple[Code, Code], tuple[int, int]]] = {
    "1-0": ("1 – 0", ("1", "0"), (1, 2)),
    "draw": ("½ – ½", ("=", "="), (1, 1)),
    "0-1": ("0 – 1", ("0", "1"), (2, 1)),
    "forfeit-second": ("+ – −", ("+", "-"), (1, 2)),
    "forfeit-first": ("− – +", ("-", "+"), (2, 1)),
    "forfeit-both": ("− – −", ("-", "-"), (2, 2)),
}


def fields(at: At, match: MatchInfo) -> dict[str, forms.Field]:
    """One for the result between two; at larger tables one for the place of each. Where the game's own points count,
    one for those of each."""
    made: dict[str, forms.Field] = {}
    if len(match.entries) == 2:
        made["result"] = forms.ChoiceField(label=players(match), choices=[("", "–"), *_results(match)])
    paired = at.tournament.round_of(match.match)
    points = paired is not None and takes_points(at.tournament, paired)
    places = [str(place) for place in range(1, len(match.entries) + 1)]
    choices = [("", "–"), *zip(places, places, strict=True), ("-", gettext("missing"))]
    for each in match.entries:
        if len(match.entries) > 2:
            made[f"place-{each.number}"] = forms.ChoiceField(label=each.name, choices=choices)
        if points:
            label = gettext("Points of {name}").format(name=each.name)
            made[f"points-{each.number}"] = forms.IntegerField(
                label=label, required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS
            )
    return made


def _results(match: MatchInfo) -> Iterator[tuple[str, str]]:
    """Each result between two: its key, and the result with words for it."""
    one, two = (entry.name for entry in match.entries)
    says = {
        "1-0": gettext("{name} won").format(name=one),
        "draw": gettext("drawn"),
        "0-1": gettext("{name} won").format(name=two),
        "forfeit-second": gettext("{name} was not there").format(name=two),
        "forfeit-first": gettext("{name} was not there").format(name=one),
        "forfeit-both": gettext("nobody was there"),
    }
    for key, (title, _codes, _places) in RESULTS.items():
        yield key, f"{title} ({says[key]})"


def standing(at: At, match: MatchInfo) -> dict[str, str]:
    """By field what stands of *match*: its result, or what a player has reported."""
    paired = at.tournament.round_of(match.match)
    made = paired.played.results.get(match.match) if paired else None
    made = made or reported.made(at.tournament, match.match, match.table) or ()
    codes, found = tuple(mark.code for mark in made), {}
    if len(match.entries) == 2:
        found["result"] = next((key for key, (_title, each, _places) in RESULTS.items() if each == codes), "")
    for entry, mark in zip(match.entries, made, strict=False):
        found[f"place-{entry.number}"] = "-" if mark.code == "-" else str(mark.place)
        found[f"points-{entry.number}"] = "" if mark.points is None else str(mark.points)
    return found


def wanted(match: MatchInfo, chosen: Mapping[str, Any]) -> SetResult:
    told = [chosen.get(f"points-{entry.number}") for entry in match.entries]
    points = () if told.count(None) == len(told) else tuple(each or 0 for each in told)
    if len(match.entries) == 2:
        _title, codes, places = RESULTS[chosen["result"]]
        return SetResult(match.match, codes, places, points)
    given = [chosen[f"place-{entry.number}"] for entry in match.entries]
    came = [int(place) for place in given if place != "-"]
    return SetResult(
        match.match,
        tuple(_code(place, came) for place in given),
        tuple(len(given) if place == "-" else int(place) for place in given),
        points,
    )


def _code(place: str, came: list[int]) -> Code:
    if place == "-":
        return "-"
    if min(came) == max(came):
        return "="
    return "1" if int(place) == min(came) else "0" if int(place) == max(came) else "="


def points_left_out(at: At, match: MatchInfo, chosen: Mapping[str, Any]) -> Iterator[str]:
    """The empty points fields of players who came, if points decide here or another field has some."""
    act, paired = wanted(match, chosen), at.tournament.round_of(match.match)
    if paired and (act.points or needs_points(at.tournament, paired, act.codes)):
        for entry, code in zip(match.entries, act.codes, strict=True):
            if code in PLAYED and chosen[f"points-{entry.number}"] is None:
                yield f"points-{entry.number}"
