"""How a tie-break came about, in words, for pages and the API. The values hold it as data."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.director.display.reasons import points
from tournaments.pairing.tiebreaks.codes import TieBreak, find
from tournaments.pairing.tiebreaks.percentages import FLOOR
from tournaments.pairing.tiebreaks.values import Part, Value


def explain(value: Value) -> tuple[Text, ...]:
    """How *value* is made: the sum, and a sentence for each round that counts otherwise than one would think."""
    tie_break = find(value.code)
    title = Text(tie_break.title)
    if value.value is None:
        return (Text(_("{title}: no round is left to calculate it from."), {"title": title}), *_notes(value.parts))
    return (_SAY[tie_break.made](tie_break, value, title, value.value), *_notes(value.parts))


def shown(tie_break: TieBreak, number: Fraction) -> str:
    """*number* as a value of *tie_break* is read: 2½, 2045, 66.67 %."""
    return f"{float(100 * number):.2f} %" if tie_break.percent else _number(number)


def _number(number: Fraction) -> str:
    return f"{'−' if number < 0 else ''}{points(str(abs(number)))}"


def _sum(tie_break: TieBreak, value: Value, title: Text, number: Fraction) -> Text:
    holes: dict[str, Hole] = {
        "title": title,
        "value": shown(tie_break, number),
        "terms": _terms(tie_break, value.parts),
    }
    return Text(_("{title}: {value} = {terms}"), holes) if value.parts else _nothing(title, shown(tie_break, number))


def _mean(tie_break: TieBreak, value: Value, title: Text, number: Fraction) -> Text:
    if not value.parts:
        return _nothing(title, shown(tie_break, number))
    counted = sum(part.cut is None for part in value.parts)
    return Text(
        _("{title}: {value} = ({terms}) / {count}"),
        {
            "title": title,
            "value": shown(tie_break, number),
            "terms": _terms(tie_break, value.parts),
            "count": counted,
        },
    )


def _nothing(title: Text, value: str) -> Text:
    return Text(_("{title} {value}: no round counts."), {"title": title, "value": value})


def _terms(tie_break: TieBreak, parts: Sequence[Part]) -> str:
    """What is added up, without what is cut."""
    terms = [_term(tie_break, part) for part in parts if part.cut is None]
    return " + ".join(terms).replace("+ −", "− ")


def _term(tie_break: TieBreak, part: Part) -> str:
    if tie_break.product and part.made * part.worth == part.counts:
        return f"{_number(part.made)} × {_number(part.worth)}"
    return shown(tie_break, part.counts)


def _count(tie_break: TieBreak, value: Value, title: Text, number: Fraction) -> Text:
    holes: dict[str, Hole] = {"title": title, "value": shown(tie_break, number), "rounds": _rounds(value.parts)}
    return (
        Text(_("{title} {value}: round {rounds}"), holes) if value.parts else _nothing(title, shown(tie_break, number))
    )


def _rest(tie_break: TieBreak, value: Value, title: Text, number: Fraction) -> Text:
    holes: dict[str, Hole] = {"title": title, "value": _number(number), "all": _number(value.basis["rounds"])}
    if not value.parts:
        return Text(_("{title} {value}: all rounds"), holes)
    holes["rounds"] = _rounds(value.parts)
    return Text(_("{title} {value} of {all}: round {rounds} was missed by choice"), holes)


def _rounds(parts: Sequence[Part]) -> str:
    return ", ".join(str(part.round) for part in parts)


def _share(tie_break: TieBreak, value: Value, title: Text, number: Fraction) -> Text:
    holes: dict[str, Hole] = {
        "title": title,
        "value": shown(tie_break, number),
        "made": _number(sum((part.counts for part in value.parts), Fraction(0))),
        "most": _number(sum((part.worth for part in value.parts), Fraction(0))),
    }
    if value.basis["exact"] < FLOOR:
        return Text(_("{title} {value}: the minimum, since {made} of {most} points are less"), holes)
    return Text(_("{title} {value} = {made} of {most} points"), holes)


def _performance(_tie_break: TieBreak, value: Value, title: Text, number: Fraction) -> Text:
    difference = value.basis["difference"]
    return Text(
        _("{title} {value} = {average} {sign} {difference}: {percent} % against opponents of {average} on average"),
        {
            "title": title,
            "value": _number(number),
            "average": _number(value.basis["average"]),
            "sign": "−" if difference < 0 else "+",
            "difference": _number(abs(difference)),
            "percent": _number(value.basis["percent"]),
        },
    )


def _perfect(_tie_break: TieBreak, value: Value, title: Text, number: Fraction) -> Text:
    holes: dict[str, Hole] = {
        "title": title,
        "value": _number(number),
        "score": _number(value.basis["score"]),
        "ratings": ", ".join(_number(part.worth) for part in value.parts),
    }
    if not value.basis["score"]:
        return Text(_("{title} {value}: no points scored, so 800 below the lowest of {ratings}"), holes)
    return Text(_("{title} {value}: the lowest rating expected to score {score} against {ratings}"), holes)


def _order(_tie_break: TieBreak, value: Value, title: Text, number: Fraction) -> Text:
    holes: dict[str, Hole] = {
        "title": title,
        "place": _number(number),
        "group": _number(value.basis["group"]),
        "points": _number(value.basis["points"]),
    }
    return Text(_("{title}: place {place} of the {group} who are equal so far, with {points} points among them"), holes)


def _notes(parts: Sequence[Part]) -> Iterator[Text]:
    for part in parts:
        if part.own is not None:
            yield Text(_DUMMY[part.cap], {"round": part.round, "worth": _number(part.worth)})
        if part.cut == "highest":
            yield Text(_("Round {round} is left out: the highest."), {"round": part.round})
        elif part.cut == "lowest":
            yield Text(_MISSED if part.voluntary else _LOWEST, {"round": part.round})


_MISSED = _("Round {round} is left out: it was missed by choice.")
_LOWEST = _("Round {round} is left out: the lowest.")

_DUMMY = {
    None: _("Round {round} was not played: it counts {worth}, the entry’s own points."),
    "opponent": _("Round {round} was not played: it counts {worth}, capped at the score of the scheduled opponent."),
    "rounds": _("Round {round} was not played: it counts {worth}, capped at a draw in every round."),
    "mean": _("Round {round} has no game points: it counts {worth}, the mean of the others."),
}

Say = Callable[[TieBreak, Value, Text, Fraction], Text]

_SAY: dict[str, Say] = {
    "sum": _sum,
    "mean": _mean,
    "count": _count,
    "rest": _rest,
    "share": _share,
    "performance": _performance,
    "perfect": _perfect,
    "order": _order,
}
