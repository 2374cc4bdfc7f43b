"""Laws that every registered game keeps. A new game is under them the day it is registered."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.chance import FastRng, Rng, SeedChance
from engine.codec import Codec
from engine.game import AnyGame, Rejected
from engine.registry import GAMES, rules_for
from engine.table import Table
from tests.engine import laws
from tests.engine.secrecy import check_secrecy
from tests.engine.walks import LAWFUL, SETTINGS, Setting, tables, universe, walked

Law = Callable[[Table, Rng], None]

LAWS: tuple[Law, ...] = (
    laws.check_replay,
    laws.check_ending,
    laws.check_acceptance,
    laws.check_storage,
    laws.check_audience,
    check_secrecy,
    laws.check_reveals,
    laws.check_openings,
    laws.check_shown,
    laws.check_imagining,
    laws.check_shuffles,
    laws.check_encoding,
    laws.check_picture,
    laws.check_frames,
    laws.check_telling,
    laws.check_bot_support,
    laws.check_rollout,
)
everywhere = pytest.mark.parametrize("setting", SETTINGS, ids=str)
every_game = pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.key)
some = settings(
    max_examples=8, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)


@everywhere
def test_a_table_keeps_every_law_wherever_it_stands(setting: Setting):
    """One walk serves all the laws: the walk is what takes the time."""

    @some
    @given(tables(setting), st.integers(0, 2**32).map(FastRng))
    def holds(table: Table, rng: Rng) -> None:
        for law in LAWS:
            try:
                law(table, rng)
            except AssertionError as broken:
                broken.add_note(f"{law.__name__} of {setting}")
                raise

    holds()


@everywhere
@pytest.mark.parametrize("seed", range(2))
def test_a_table_ends_and_keeps_the_laws_at_its_end(setting: Setting, seed: int):
    table = walked(setting, seed)
    at_the_end = (laws.check_ending, laws.check_replay, laws.check_storage, laws.check_picture, laws.check_rollout)
    for law in (*at_the_end, laws.check_encoding, check_secrecy):
        law(table, FastRng(seed))
    laws.check_acceptance(table, FastRng(seed))


@everywhere
def test_the_same_seed_and_moves_give_the_same_log(setting: Setting):
    assert walked(setting, 1, 60).log == walked(setting, 1, 60).log
    assert walked(setting, 1, 60).log != walked(setting, 2, 60).log


@every_game
@given(text=st.text(max_size=12) | st.from_regex(r"[a-z0-9A-Z-]{1,12}", fullmatch=True))
@settings(deadline=None)
def test_a_text_names_one_move_or_is_refused(game: AnyGame, text: str):
    known = {game.move_text(move) for move in universe(game)}
    try:
        assert game.move_text(game.parse_move(text)) == text
    except Rejected as error:
        assert (error.code, text in known) == ("unknown_move", False)  # noqa: PT017 - either way is right
        laws.check_text(game, error.reason)


@every_game
def test_a_text_that_is_almost_a_move_is_refused(game: AnyGame):
    """In other letters, with a space, cut short, said twice: what is not a move's own text names none."""
    known = {game.move_text(move) for move in universe(game)}
    almost = [near for text in known for near in (text.swapcase(), f"{text} ", f" {text}", text[:-1], text * 2)]
    for text in ["", *almost]:
        try:
            assert game.move_text(game.parse_move(text)) == text
        except Rejected as error:
            assert (error.code, text in known) == ("unknown_move", False)  # noqa: PT017 - either way is right


@every_game
def test_a_number_of_seats_that_the_game_does_not_know_is_refused(game: AnyGame):
    with pytest.raises(Rejected, match="bad_seats"):
        Table(game, 99, game.options(), SeedChance(b""))


@every_game
def test_every_kind_of_event_has_a_name_of_its_own(game: AnyGame):
    assert len({event.kind for event in game.events}) == len(game.events)
    assert len(Codec[object](game.events).kinds) == len(game.events)  # type: ignore[type-var]


@pytest.mark.parametrize("key", GAMES)
def test_the_registry_knows_a_game_by_its_key_and_version(key: str):
    game = GAMES[key]
    assert game.key == key
    assert rules_for(key, game.version) is game
