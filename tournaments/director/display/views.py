"""A tournament's parts as they are shown: entries by name, reasons in words, scores as text. Pure but for names."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from engine.text import Text
from tournaments.director.display import members
from tournaments.director.display.explanations import shown
from tournaments.director.display.lazy import Lazily
from tournaments.director.display.members import Names
from tournaments.director.display.reasons import points, say
from tournaments.director.display.shapes import (
    Absence,
    ByeAsked,
    ByeInfo,
    EntryInfo,
    ItemInfo,
    LineInfo,
    MatchInfo,
    RoundInfo,
    TableOver,
    ValueInfo,
)
from tournaments.director.display.stage_words import round_title
from tournaments.director.policy.scores import score
from tournaments.director.state.acts import SetPairing
from tournaments.director.state.events import Match, RoundPaired, TableRecorded
from tournaments.director.state.facts import Entry
from tournaments.director.state.tournament import Round, Tournament
from tournaments.pairing.draw import Reason
from tournaments.pairing.record import Marks
from tournaments.pairing.standings import Item, Line
from tournaments.pairing.tiebreaks.codes import find
from tournaments.pairing.tiebreaks.values import Value


def entries(tournament: Tournament) -> dict[int, EntryInfo]:
    """Every entry, in seed order once started; before that without those who have withdrawn."""
    order = tournament.seeds or tournament.present
    seeds = {number: rank for rank, number in enumerate(tournament.seeds, start=1)}
    names = members.names(tournament.entries.values())
    return {number: _entry(tournament, tournament.entries[number], names, seeds) for number in order}


def waiting(tournament: Tournament) -> tuple[EntryInfo, ...]:
    """The waiting list before the start."""
    listed = [tournament.entries[number] for number in tournament.waiting] if not tournament.seeds else []
    names = members.names(listed)
    return tuple(_entry(tournament, entry, names, {}) for entry in listed)


def _entry(tournament: Tournament, entry: Entry, names: Names, seeds: dict[int, int]) -> EntryInfo:
    return EntryInfo(
        number=entry.number,
        user=entry.users[0],
        name=names.of(entry),
        level=names.level(entry),
        seed=seeds.get(entry.number),
        withdrawn=entry.withdrawn,
        place=tournament.places.get(entry.number),
        rating=entry.rating,
        paused=entry.paused,
        checked_in=entry.checked_in,
        moved_up=entry.moved_up,
        byes=_asked(entry, len(tournament.rounds)) if entry.byes else (),
        disqualified=entry.disqualified,
        members=names.members(entry) if len(entry.users) > 1 else (),
        former=tuple([names.member(user).name for user in entry.former]) if entry.former else (),
    )


def _asked(entry: Entry, paired: int) -> tuple[ByeAsked, ...]:
    return tuple(ByeAsked(*asked) for asked in sorted(entry.byes.items()) if asked[0] > paired)


def round_info(
    tournament: Tournament, paired: Round, entries: dict[int, EntryInfo], ruled: Mapping[str, int]
) -> RoundInfo:
    drawn: RoundPaired = paired.drawn
    return RoundInfo(
        number=drawn.round,
        paired_at=paired.at,
        reached=drawn.reached or drawn.round,
        deadline=drawn.deadline,
        grace=drawn.grace,
        complete=paired.played.complete,
        algorithm=drawn.algorithm,
        seed=drawn.seed,
        matches=Lazily(len(drawn.matches), lambda at: _match(tournament, drawn.matches[at], paired, entries, ruled)),
        names=tuple(match.match for match in drawn.matches),
        undecided=_undecided(paired),
        byes=tuple(ByeInfo(entries[bye.entry], _said(bye.reasons, entries)) for bye in drawn.byes),
        absences=tuple(Absence(entries[each.entry], each.code) for each in drawn.absences),
        compromises=_said(drawn.compromises, entries),
        built_on=tuple(
            ruling.number for ruling in tournament.rulings if ruling.reversed and ruling.in_force(paired.seq)
        ),
        drafts=sum(draft.round == drawn.round for draft in tournament.drafts),
        seen_by=_seen_by(tournament, drawn.round, entries),
        by_hand=tuple(_by_hand(tournament, paired)),
    )


def _seen_by(tournament: Tournament, number: int, entries: dict[int, EntryInfo]) -> tuple[str, ...]:
    """The entries of organisers who saw round *number* before it was published."""
    seen = {user for draft in tournament.drafts if draft.round == number for user in draft.seen}
    return tuple(entry.name for entry in entries.values() if not seen.isdisjoint(entry.users)) if seen else ()


def _by_hand(tournament: Tournament, paired: Round) -> Iterator[int]:
    for ruling in tournament.rulings:
        act = ruling.act
        if isinstance(act, SetPairing) and ruling.reversed is None and paired.is_round(act.round, ruling.seq):
            yield ruling.number


def _undecided(paired: Round) -> dict[str, tuple[int, ...]]:
    if paired.played.complete:
        return {}
    return {each.match: each.entries for each in paired.drawn.matches if each.match not in paired.played.results}


def _match(
    tournament: Tournament, match: Match, paired: Round, entries: dict[int, EntryInfo], ruled: Mapping[str, int]
) -> MatchInfo:
    made = paired.played.results.get(match.match)
    over = paired.over.get(match.match, ())
    scored = score(tournament, paired, match.match) if over else None
    return MatchInfo(
        match=match.match,
        key=match.key,
        title=round_title(tournament, paired, match.key),
        table=paired.table_of(match.match),
        entries=tuple(entries[entry] for entry in match.entries),
        places=None if made is None else tuple(mark.place for mark in made),
        codes=None if made is None else tuple(mark.code for mark in made),
        reasons=Lazily(len(match.reasons), lambda at: _said(match.reasons[at : at + 1], entries)[0]),
        over=tuple(map(_table, over)),
        score=tuple(points(str(each)) for each in scored.points) if scored else None,
        by=scored.by if scored else None,
        ruling=None if made is None else ruled.get(match.match),
        points=told_points(made),
    )


def told_points(made: Marks | None) -> tuple[int | None, ...] | None:
    """The game's own points, if any are told."""
    points = tuple(mark.points for mark in made or ())
    return points if any(each is not None for each in points) else None


def _table(over: TableRecorded) -> TableOver:
    codes, places = zip(*((mark.code, mark.place) for mark in over.marks), strict=True)
    return TableOver(over.table, codes, places)


def _said(reasons: Iterable[Reason], entries: dict[int, EntryInfo]) -> tuple[Text, ...]:
    """Only those who are named are looked up: a large field has thousands of reasons."""
    found = []
    for reason in reasons:
        names = {number: entries[number].name for number in reason.entries if number in entries}
        found.append(say(reason, names))
    return tuple(found)


def line(line: Line, entries: dict[int, EntryInfo], tables: dict[str, str]) -> LineInfo:
    return LineInfo(
        place=line.place,
        entry=entries[line.entry],
        points=points(str(line.points)),
        tables=line.tables,
        byes=line.byes,
        why=tuple(_item(item, entries, tables) for item in line.why),
        values=tuple(map(_value, line.values)),
        adjusted=tuple((number, signed_points(given)) for number, given in line.adjusted),
    )


def signed_points(given: Fraction) -> str:
    return ("+" if given > 0 else "−") + points(str(abs(given)))


def _value(value: Value) -> ValueInfo:
    tie_break = find(value.code)
    read = "–" if value.value is None else shown(tie_break, value.value)
    return ValueInfo(value.code, tie_break.title, read, value)


def _item(item: Item, entries: dict[int, EntryInfo], tables: dict[str, str]) -> ItemInfo:
    return ItemInfo(
        round=item.round,
        match=item.match,
        table=tables.get(item.match) if item.match and item.opponents else None,
        code=item.code,
        opponents=tuple(entries[opponent] for opponent in item.opponents),
        place=item.place,
        points=points(str(item.points)),
        annulled=item.annulled,
    )


def cells(line: LineInfo, rounds: int) -> tuple[ItemInfo | None, ...]:
    return cells_of(line, range(1, rounds + 1))


def cells_of(line: LineInfo, rounds: Iterable[int]) -> tuple[ItemInfo | None, ...]:
    """What *line* is made of, in these *rounds*."""
    by_round = {item.round: item for item in line.why}
    return tuple(by_round.get(number) for number in rounds)
