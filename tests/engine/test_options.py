import pytest

from engine.game import AnyGame, Rejected, parse_options
from engine.options import Option, offered, read_options, written
from tests.engine.toy import Toy, ToyOptions
from tests.engine.walks import LAWFUL


def test_the_options_of_a_game_are_data_defaults_first():
    assert offered(Toy()) == (
        Option("bids", "Bids", "Everyone bids in secret first.", False, (False, True)),
        Option("draw", "Draw", "Draw a card after each trick.", False, (False, True)),
        Option("trump", "Trump", "How trump is made.", "turned", ("turned", "none")),
        Option("deals", "Deals", "How many deals are played.", 2, (), 1, 3),
    )
    assert [option.kind for option in offered(Toy())] == ["switch", "switch", "choice", "number"]


def test_options_are_read_as_people_write_them():
    given = {"bids": "on", "draw": "off", "trump": "none", "deals": "3"}
    options = read_options(Toy(), given)
    assert options == ToyOptions(bids=True, trump="none", deals=3)
    assert {name: written(getattr(options, name)) for name in given} == given


@pytest.mark.parametrize(
    "given", [{"bids": "1"}, {"trump": "on"}, {"deals": "4"}, {"deals": "-1"}, {"deals": "x"}, {"unheard": "on"}]
)
def test_a_wrong_option_is_refused(given: dict[str, str]):
    with pytest.raises(Rejected, match="bad_option"):
        read_options(Toy(), given)


@pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.key)
def test_no_option_of_a_game_takes_what_it_does_not_offer(game: AnyGame):
    wrong: list[dict[str, object]] = [{"unheard": True}]
    for option in offered(game):
        if option.values:
            wrong += [{option.name: value} for value in ("no such", 1, None)]
            continue
        assert option.low is not None
        assert option.high is not None, "a number that anybody may choose has bounds"
        wrong += [{option.name: value} for value in (option.low - 1, option.high + 1, str(option.low), 10**30)]
        assert parse_options(game, {option.name: option.high})
    for given in wrong:
        with pytest.raises(Rejected, match="bad_option"):
            parse_options(game, given)
