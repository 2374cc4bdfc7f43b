"""What a pairing by hand does that the draw of its round did not, in sentences."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations

from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.director.commands import rounds
from tournaments.director.display import prices
from tournaments.director.display.reasons import say
from tournaments.director.policy import pairing
from tournaments.director.policy.apart import pairs
from tournaments.director.state.acts import SetPairing
from tournaments.director.state.facts import Round
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.draw import Reason
from tournaments.pairing.price import Charge, Drawn, Rule
from tournaments.pairing.registry import FORMATS

NAMED: frozenset[Rule] = frozenset({"rematches", "recency", "meetings", "byes", "mates"})
"""The rules that are told by the names of those whom they are about."""
OF_BYES: frozenset[Rule] = frozenset({"bye_score", "bye_lot", "bye_missed", "bye_seed"})


def broken(act: SetPairing, after: Tournament, before: Tournament, names: Mapping[int, str]) -> Iterator[Text]:
    """Every rule that *act* breaks, which *after* has, in a round that was drawn for the tournament *before* it: whom
    it brings together or has rest although a draw would not, then what else it counts more of than the draw."""
    earlier = [paired for paired in after.rounds if paired.drawn.round < act.round]
    yield from _meetings(act, after, earlier, names)
    for entry in act.byes:
        rested = sum(entry in paired.played.byes for paired in earlier)
        if rested:
            yield say(Reason("bye_again", (entry,), numbers=(rested,)), names)
    for charge in _worse(act, after, before):
        holes: dict[str, Hole] = {"rule": prices.title(charge), "then": charge.then, "now": charge.now}
        yield Text(_("{rule}: {then} instead of {now}."), holes)


def _meetings(act: SetPairing, after: Tournament, earlier: Iterable[Round], names: Mapping[int, str]) -> Iterator[Text]:
    met = _met(earlier)
    mates = after.mates if act.round <= after.settings.apart_rounds else ()
    apart = ((_APART, pairs(after, after.forbidden)), (_MATES, pairs(after, mates)))
    for contest in act.contests:
        for two in combinations(contest.entries, 2):
            if before := met.get(frozenset(two)):
                yield say(Reason("met_before", two, numbers=tuple(before)), names)
            for sentence, kept in apart:
                if frozenset(two) in kept:
                    yield Text(sentence, {"one": names[two[0]], "two": names[two[1]]})


_APART = _("{one} and {two} should not meet.")
_MATES = _("{one} and {two} are club-mates, who are kept apart in this round.")


def _met(earlier: Iterable[Round]) -> dict[frozenset[int], list[int]]:
    """In which rounds two entries have met, by the two."""
    found: dict[frozenset[int], list[int]] = {}
    for paired in earlier:
        for match in paired.played.matches:
            for two in combinations(match.entries, 2):
                found.setdefault(frozenset(two), []).append(paired.drawn.round)
    return found


def _worse(act: SetPairing, after: Tournament, before: Tournament) -> Iterator[Charge]:
    """What the round counts more of than as it was drawn, by the rules that are not told by names."""
    paired = next(each for each in reversed(after.facts) if each.drawn.round == act.round)
    drawn = Drawn(tuple(match.entries for match in paired.drawn.matches), tuple(e.entry for e in paired.drawn.byes))
    by_hand = Drawn(tuple(contest.entries for contest in act.contests), act.byes)
    stage = before.current
    moment = pairing.moment_of(stage, paired.drawn.seed, partial(rounds.teams_of, after))
    passed_over = NAMED | (OF_BYES if drawn.byes == by_hand.byes else frozenset())
    for charge in FORMATS[stage.settings.format].compare(moment, drawn, by_hand):
        if charge.then > charge.now and charge.rule not in passed_over:
            yield charge
