"""What is found of the moves of games that are over: values by paired samples, exact endings, luck."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.analysis import finish, values
from engine.analysis.decisions import Decision, look
from engine.analysis.luck import luck, step
from engine.analysis.proofs import LAST, sure_wins
from engine.analysis.values import Estimate, weigh
from engine.arena import chosen
from engine.beliefs import NO_CHANCE
from engine.bots.base import GreedyBot
from engine.chance import FastRng, Rng, SeedChance
from engine.deals import Position
from engine.events import Seat
from engine.game import AnyGame, parse_options, play, replay
from engine.notation import Turn
from engine.places import Outcome, Solved, shares
from engine.puzzles import decisions
from engine.registry import GAMES
from engine.table import Table
from engine.worlds import worlds
from tests.engine.secrecy import exchanged, exchanges
from tests.engine.walks import LAWFUL, TOY, Setting, walked

ONE_DEAL: dict[str, dict[str, Any]] = {
    "galapagos": {"length": "deal"},
    "dracula": {"length": "set"},
    "hasp": {"max_rounds": 1},
    "gasp": {"max_rounds": 1},
    "gasp-duel": {"max_rounds": 1},
}
WORTH = {"a": 0.30, "b": 0.62, "c": 0.60, "d": 0.50, "e": 0.10}


class Lots:
    """A game of one move: what it brings is its worth and the luck of the world, which is the same for all moves; and
    a little of its own. Each look at a world is counted."""

    key = "lots"

    def __init__(self, own: float = 0.0) -> None:
        self.own = own
        self.looks: dict[str, int] = dict.fromkeys(WORTH, 0)

    def imagine(self, view: Any, rng: Rng) -> float:
        return rng.random() - 0.5

    def decide(self, state: float, seat: Seat, move: str, chance: Rng) -> list[tuple[float, str]]:
        return [(state, move)]

    def evolve(self, state: float, event: tuple[float, str]) -> tuple[float, str]:
        return event

    def rollout(self, state: tuple[float, str], rng: Rng) -> list[float]:
        luck, move = state
        self.looks[move] += 1
        return [WORTH[move] + luck + self.own * (rng.random() - 0.5)]

    def to_act(self, state: Any) -> tuple[int, ...]:
        return (0,) if isinstance(state, float) else ()


class View(msgspec.Struct):
    seat: Seat = Seat(0)


def weighed(game: Any, made: str, seed: int = 0) -> values.Values:
    return weigh(game, View(), list(WORTH), made, FastRng(seed))


def test_what_is_common_to_all_moves_cancels() -> None:
    """The luck of a world moves a value by 0.3; between two moves not at all."""
    found = weighed(Lots(), "d")
    assert found.best == "b"
    assert found.loss.mean == pytest.approx(0.12)
    assert found.loss.error < 1e-9
    assert found.searched is not None
    assert found.searched == pytest.approx((0.62, 0.50), abs=0.1)
    assert found.searched[0] - found.searched[1] == pytest.approx(0.12)


def test_the_best_move_has_lost_nothing_and_is_looked_at_once() -> None:
    game = Lots()
    found = weighed(game, "b")
    assert (found.best, found.loss.mean, found.searched) == ("b", 0.0, None)
    assert list(found.of) == ["b", "c", "d", "a", "e"], "all of the same worlds"
    assert set(game.looks.values()) == {values.FIRST}


def test_a_difference_that_does_not_matter_is_none() -> None:
    found = weighed(Lots(), "c")  # 0.02 less than b
    assert found.searched is None
    assert found.loss.mean <= values.MATTERS + 1e-9


def test_hopeless_moves_are_given_up_after_the_first_look() -> None:
    game = Lots(own=0.2)
    weighed(game, "d")
    assert game.looks["e"] == game.looks["a"] == values.FIRST
    assert game.looks["b"] > values.FIRST + values.SECOND


def test_those_that_chose_the_best_do_not_flatter_it() -> None:
    """The mean loss of the third best move over many decisions is what it is; the greatest of five means is more."""
    losses = [weighed(Lots(own=1.0), "c", seed).loss.mean for seed in range(60)]
    assert 0 <= sum(losses) / len(losses) < 0.03  # the truth: 0.02, and nothing below 0 is said


@pytest.mark.parametrize("made", WORTH)
def test_the_best_stands_first_and_only_what_was_tried_in_the_same_worlds_has_a_value(made: str) -> None:
    """With much luck of its own for each move, so that worlds that chose a move flatter it."""
    for seed in range(12):
        found = weighed(Lots(own=1.0), made, seed)
        values = list(found.of.values())
        assert next(iter(found.of)) == found.best
        assert values == sorted(values, key=lambda own: -own.mean)
        assert sorted([*found.of, *found.others]) == sorted(WORTH)
        assert made in found.of
        if found.best != made:
            assert list(found.of) == [found.best, made]
            assert values[0].mean - values[1].mean == pytest.approx(found.loss.mean)


def test_nothing_more_is_asked_where_no_move_leads_the_one_that_was_made() -> None:
    """However unsure it is after a few worlds."""
    tried = [(game := Lots(own=1.0), weighed(game, "b", seed)) for seed in range(30)]
    leading = [game for game, found in tried if not found.others and len(found.of) == len(WORTH)]
    assert leading
    assert {looks for game in leading for looks in game.looks.values()} == {values.FIRST}


def test_an_estimate_of_one_is_sure_of_nothing() -> None:
    one = Estimate.of([0.4])
    assert not one.surely_below(1)
    assert not one.surely_above(0)


@pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.key)
def test_every_decision_of_every_game_can_be_looked_at(game: AnyGame) -> None:
    setting = Setting(game, game.sizes[0], game.options())
    seen = 0
    for moves in (3, 12):
        table = walked(setting, 1, moves)
        for seat in table.to_act:
            legal = game.legal(table.state, seat)
            found = partial(look, game, table.state, seat, legal[-1])
            decision = found(FastRng(7))
            assert decision == found(FastRng(7)), "the same again"
            if decision is None:
                assert len(legal) < 2 or not game.judges
                continue
            seen += 1
            _is_whole(game, decision, [game.move_text(move) for move in legal])
    assert seen or not game.judges


@pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.key)
def test_what_is_found_of_a_decision_shows_nothing_of_hidden_cards(game: AnyGame) -> None:
    """It is the same with those exchanged that the seat which decides does not know."""
    setting, different = Setting(game, game.sizes[0], game.options()), 0
    for moves in (2, 9, 30):
        table = walked(setting, 2, moves)
        for seat in table.to_act:
            swaps = exchanges(game, table.log, seat, (), FastRng(moves))
            other, legal = replay(game, exchanged(table.log, swaps)), game.legal(table.state, seat)
            different += other != table.state
            for made in legal[:: max(1, len(legal) - 1)]:
                found, twin = (look(game, state, seat, made, FastRng(7)) for state in (table.state, other))
                assert found == twin
    assert different


def _is_whole(game: AnyGame, decision: Decision, legal: list[str]) -> None:
    assert decision.made in (decision.solved or decision.values)
    assert decision.best in (decision.solved or decision.values)
    assert set(decision.solved) in (set(), set(legal))
    assert {*decision.values, *decision.others} <= set(legal)
    assert not {*decision.values} & {*decision.others}
    assert decision.best == next(iter(decision.values), decision.best), "the best stands first"
    assert decision.preferred == (decision.searched is not None)
    assert all(-0.001 <= own.mean <= 1.001 for own in decision.values.values())
    assert decision.loss >= 0
    assert not (decision.preferred and decision.best == decision.made)
    assert msgspec.json.decode(msgspec.json.encode(decision), type=Decision) == decision


# -- exact endings


def test_a_trick_given_away_is_told_exactly_and_nothing_is_guessed() -> None:
    """The second half of a game of German Whist between two who play at random, each move against its worst reply."""
    game = GAMES["german-whist"]
    table = Table(game, 2, game.options(), SeedChance.from_text("given away"))
    rng, lost, worst = FastRng(3), 0, 0
    while table.to_act:
        seat = table.to_act[0]
        legal = game.legal(table.state, seat)
        made = legal[int(rng.random() * len(legal))]
        if game.ending.solve(table.state) is not None and len(legal) > 1:
            decision = look(game, table.state, seat, made, rng)
            assert decision is not None
            assert not decision.values
            gains = {move: own.gain for move, own in decision.solved.items()}
            assert decision.lost == max(gains.values()) - gains[game.move_text(made)]
            lost, worst = lost + decision.lost, worst + max(gains.values()) - min(gains.values())
        table.make(seat, made)
    assert 0 < lost < worst


def test_a_win_is_thrown_away_only_where_it_was_there() -> None:
    solved = {"AS": Solved(3, 1.0), "2S": Solved(2, 0.0), "KS": Solved(3, 1.0)}
    assert Decision(seat=Seat(0), made="2S", solved=solved, best="AS").thrown == 1.0
    assert Decision(seat=Seat(0), made="KS", solved=solved, best="KS").thrown == 0.0
    early = {"AS": Solved(3, None), "2S": Solved(2, None)}
    assert Decision(seat=Seat(0), made="2S", solved=early, best="AS").thrown == 0.0
    assert Decision(seat=Seat(0), made="2S", solved=early, best="AS").lost == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whether_a_position_is_solved_is_known_before_it_is(game: AnyGame) -> None:
    table = Table(game, game.sizes[0], game.options(), SeedChance.from_text("known before"))
    rng, solved = FastRng(5), False
    while table.to_act:
        assert game.ending.solves(table.state) == (game.ending.solve(table.state) is not None)
        solved |= game.ending.solves(table.state)
        legal = game.legal(table.state, table.to_act[0])
        table.make(table.to_act[0], legal[int(rng.random() * len(legal))])
    assert not game.ending.solves(table.state)
    assert solved == bool(game.ending.gains), "what each move leads to has a name"


@pytest.mark.parametrize(("key", "options"), [("german-whist", {}), ("duck-soup", {"length": "deal"})])
def test_what_a_solved_move_makes_of_the_game_is_the_share_that_playing_on_brings(
    key: str, options: dict[str, str]
) -> None:
    """Both follow the solution to the end of a last deal: the outcome is what was said at its first card."""
    game = GAMES[key]
    for seed in range(3):
        table = Table(game, 2, parse_options(game, options), SeedChance.from_text(f"solved {seed}"))
        rng = FastRng(seed)
        while game.ending.solve(table.state) is None:
            seat = table.to_act[0]
            legal = game.legal(table.state, seat)
            table.make(seat, legal[int(rng.random() * len(legal))])
        seat = table.to_act[0]
        said = max(own.share for own in (game.ending.solve(table.state) or {}).values() if own.share is not None)
        while table.to_act:
            solved = game.ending.solve(table.state) or {}
            table.make(table.to_act[0], max(solved, key=lambda move: solved[move].gain))
        assert table.outcome is not None
        places = table.outcome.places
        assert said == (1.0 if places[seat] < places[1 - seat] else 0.5 if places[0] == places[1] else 0.0)


# -- luck


def test_the_luck_of_the_deal_is_zero_in_the_mean_and_greater_with_better_cards() -> None:
    options = TOY.options(deals=1)

    def deal(chance: Rng) -> Any:
        return replay(TOY, TOY.opening(2, options, chance))

    found = [luck(TOY, deal(FastRng(seed)), deal, FastRng(seed))[0] for seed in range(30)]
    assert abs(sum(found) / len(found)) < 0.1
    assert max(found) > 0.15
    assert min(found) < -0.15


def test_luck_is_told_in_five_steps() -> None:
    assert [step(own, 0.3) for own in (-0.4, -0.2, -0.05, 0.0, 0.09, 0.11, 0.31)] == [-2, -1, 0, 0, 0, 1, 2]


# -- certain wins


def _last_decisions(key: str, number: int) -> Iterator[tuple[Position, Any, Seat, str]]:
    """Those of a game of one deal that greedy bots play."""
    game, name = GAMES[key], f"proofs/{number}"
    options = parse_options(game, ONE_DEAL.get(key, {}))
    table, turns, bot = Table(game, game.sizes[0], options, SeedChance.from_text(name)), list[Turn](), GreedyBot(game)
    while table.to_act:
        seat = table.to_act[0]
        turns.append(Turn(seat, game.move_text(move := chosen(table, seat, bot, name))))
        table.make(seat, move)
    asked = list(decisions(game, table.seats, options, SeedChance.from_text(name), turns))
    for decision, turn in list(zip(asked, turns, strict=True))[-LAST:]:
        yield *decision, turn.text


@pytest.mark.parametrize("key", ["gasp", "gasp-duel", "hasp", "galapagos", "dracula"])
def test_a_certain_win_is_one_in_every_deal_whatever_the_others_do(key: str) -> None:
    """Who sees all cards can still win there, against all play; that nobody sees through backs, the search over beliefs
    is held to in ``test_beliefs``."""
    proved = 0
    for number in range(6):
        for position, state, seat, _made in _last_decisions(key, number):
            game = position.game
            moves = sure_wins(position, seat) if len(game.legal(state, seat)) > 1 and proved < 4 else ()
            for move in moves:
                proved += 1
                for world in worlds(position, seat):
                    after, _events = play(game, world.table.state, seat, game.parse_move(move), NO_CHANCE)
                    assert _can_win(game, after, seat)
    assert proved


def _can_win(game: AnyGame, state: Any, seat: Seat) -> bool:
    """With all cards known, whatever the others do."""
    if (outcome := game.outcome(state)) is not None:
        return outcome.places[seat] == 1
    mover = seat if seat in game.to_act(state) else game.to_act(state)[0]
    ways = (_can_win(game, play(game, state, mover, move, NO_CHANCE)[0], seat) for move in game.legal(state, mover))
    return any(ways) if mover == seat else all(ways)


def test_what_is_proved_is_preferred_to_no_other_and_a_certain_win_let_go_is_a_mistake() -> None:
    known = Estimate(1.0, 0.0)
    values = {"a": Estimate(0.6, 0.1), "b": Estimate(0.5, 0.1), "d": Estimate(0.4, 0.1)}
    found = Decision(seat=Seat(0), made="b", values=values, others=("c", "e"), best="a", loss=0.1, preferred=True)
    won = found.with_proof(("c", "b"))
    assert (won.best, won.preferred, won.mistaken, won.proved) == ("b", False, False, True)
    assert list(won.values.items()) == [("b", known), ("c", known), ("a", values["a"]), ("d", values["d"])]
    assert (won.others, won.loss) == (("e",), 0)
    let_go = found.with_proof(("c",))
    assert (let_go.best, let_go.preferred, let_go.mistaken, let_go.had_won) == ("c", False, True, True)
    assert let_go.loss == 0.5
    assert found.with_proof(()) is found


@pytest.mark.parametrize(("key", "seats"), [("gasp", 4), ("gasp-pairs", 4), ("gasp-duel", 2), ("hasp", 4)])
def test_of_the_opponents_a_win_leaves_all_behind_and_a_defeat_none(key: str, seats: int) -> None:
    game = GAMES[key]
    for team in game.teams(seats, game.options()):
        inside = [seat in team for seat in range(seats)]
        first = tuple([1 if own else len(team) + 1 for own in inside])
        last = tuple([seats + 1 - len(team) if own else 1 for own in inside])
        won, lost = (shares(Outcome(places, places))[team[0]] for places in (first, last))
        values = {"a": Estimate(won, 0.0), "b": Estimate(lost, 0.0)}
        found = Decision(seat=Seat(team[0]), made="b", values=values, loss=won - lost, searched=(won, lost))
        told = found.of_opponents(seats, len(team))
        assert [own.mean for own in told.values.values()] == pytest.approx([1, 0])
        assert told.searched == pytest.approx((1, 0))
        assert told.loss == pytest.approx(1)


@pytest.mark.parametrize("key", ["gasp", "gasp-pairs", "gasp-duel", "hasp", "galapagos", "dracula"])
def test_with_all_cards_known_each_move_of_the_last_decisions_leads_to_its_place(key: str) -> None:
    """Held to all ways to play on, tried one by one."""
    told = 0
    for position, state, seat, _made in _last_decisions(key, 1):
        game = position.game
        for move, place in finish.places(game, state).items():
            told += 1
            assert place == _ended(game, play(game, state, seat, move, NO_CHANCE)[0]).places[seat]
    assert told


def _ended(game: AnyGame, state: Any) -> Outcome:
    if (outcome := game.outcome(state)) is not None:
        return outcome
    (seat,) = game.to_act(state)
    ways = [_ended(game, play(game, state, seat, move, NO_CHANCE)[0]) for move in game.legal(state, seat)]
    most = max((shares(way)[seat], way.points[seat]) for way in ways)
    (places,) = {way.places for way in ways if (shares(way)[seat], way.points[seat]) == most}
    return next(way for way in ways if way.places == places)


def test_what_is_still_to_be_dealt_or_far_away_has_no_place() -> None:
    for game in LAWFUL:
        table = walked(Setting(game, game.sizes[0], game.options()), 1, 3)
        assert finish.places(game, table.state) == {}
