"""A bracket as it is shown: every match with its sides by name, what has become of it, and where it leads."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.display.bracket_shapes import BracketInfo, PlaceInfo, Side, SlotInfo, StageInfo, Status
from tournaments.director.display.shapes import EntryInfo, MatchInfo
from tournaments.director.display.stage_words import Origins
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.brackets.played import Contest, contests
from tournaments.pairing.brackets.progress import progress
from tournaments.pairing.brackets.structure import FromMatch, Slot
from tournaments.pairing.registry import FORMATS

_SIDES: Mapping[str, Side] = {"W": "winners", "L": "losers", "F": "final", "T": "third"}
_FORFEITS = {"+": "+", "-": "–"}


def bracket(
    tournament: Tournament,
    seq: int,
    entries: Mapping[int, EntryInfo],
    drawn: Mapping[str, MatchInfo],
    origins: Origins | None = None,
) -> BracketInfo:
    """*drawn* are the matches by their ids."""
    made = contests(tournament.structure, tournament.seeds, tournament.played)
    origins = origins or Origins({})
    view = _View(tournament, made, entries, drawn, origins)
    places = [view.place(contest) for contest in made.values()]
    stages = tuple(
        StageInfo(key, _SIDES[key[0]], group[0].title, tuple(group))
        for key, group in ((key, list(found)) for key, found in groupby(places, lambda each: each.key.split(".")[0]))
    )
    needed = [each for each in places if each.number and each.status != "not_needed"]
    optional = sum(each.place.reset_of is not None and not each.over for each in made.values())
    played = sum(each.status == "decided" for each in needed)
    to_play = max(played, len([e for e in needed if e.status != "bye"]) - optional)
    return BracketInfo(seq, stages, played, to_play, origins.fixed)


class _View:
    def __init__(
        self,
        tournament: Tournament,
        made: Mapping[str, Contest],
        entries: Mapping[int, EntryInfo],
        drawn: Mapping[str, MatchInfo],
        origins: Origins,
    ) -> None:
        self.tournament, self.made, self.drawn, self.origins = tournament, made, drawn, origins
        self.seeds = [entries[entry] for entry in tournament.seeds]
        self.format = FORMATS[tournament.settings.format]
        self.leads = dict(_ways(made.values()))
        at_first = progress(tournament.structure, {})
        to_play = (key for key in made if at_first[key].status != "bye")
        self.numbers = {key: number for number, key in enumerate(to_play, start=1)}

    def place(self, contest: Contest) -> PlaceInfo:
        key = contest.place.key
        match = self.drawn.get(contest.drawn.match) if contest.drawn else None
        return PlaceInfo(
            key=key,
            number=self.numbers.get(key),
            title=self.format.round_title(key, self.tournament.planned),
            status=self._status(contest),
            slots=tuple(self._slot(contest, at, match) for at in (0, 1)),
            match=match,
            winner_to=self.leads.get((key, 1)),
            loser_to=self.leads.get((key, 2)),
        )

    def _status(self, contest: Contest) -> Status:
        if not self.origins.fixed and contest.state.status == "ready":
            return "waiting"
        return "playing" if contest.state.status == "ready" and contest.drawn else contest.state.status

    def _slot(self, contest: Contest, at: int, match: MatchInfo | None) -> SlotInfo:
        occupant, state = contest.state.occupants[at], contest.state
        if not isinstance(occupant, int):
            return SlotInfo(None, occupant, self._who(contest.place.slots[at], occupant), None, "")
        entry = self.seeds[occupant - 1]
        if not self.origins.fixed:
            return self.origins.slot(entry)
        won = None if state.status not in ("decided", "bye") else state.winner == occupant
        source = self.origins.sources.get(entry.number)
        return SlotInfo(entry, None, Text("{name}", {"name": entry.name}), won, _score(entry, match), source)

    def _who(self, slot: Slot, absence: str) -> Text:
        """Who may come to a slot that nobody is in."""
        if absence == "bye":
            return Text(_("Bye"))
        if absence == "not_needed":
            return Text(_("Not needed"))
        if not isinstance(slot, FromMatch):
            return Text("")
        if not self.origins.fixed:
            return Text(_("to be decided"))
        names = [self.seeds[each - 1].name for each in self.made[slot.match].state.occupants if isinstance(each, int)]
        if len(names) == 2:
            return Text(_("{one} or {two}"), {"one": names[0], "two": names[1]})
        number = self.numbers.get(slot.match, 0)
        return Text(_("Winner of match {n}") if slot.place == 1 else _("Loser of match {n}"), {"n": number})


def _ways(made: Iterable[Contest]) -> Iterator[tuple[tuple[str, int], str]]:
    """Where the winner and the loser of each match go; again against the same counts only for who comes on."""
    for contest in made:
        for slot in contest.place.slots:
            if isinstance(slot, FromMatch):
                yield (slot.match, slot.place), contest.place.key


def _score(entry: EntryInfo, match: MatchInfo | None) -> str:
    if match is None:
        return ""
    at = [each.number for each in match.entries].index(entry.number)
    code = match.codes[at] if match.codes else ""
    if code in _FORFEITS and not match.over:
        return _FORFEITS[code]
    if match.score is not None:
        return match.score[at]
    return {"1": "1", "0": "0"}.get(code, "")
