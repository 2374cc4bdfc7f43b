"""Duck Soup, a game for two by David Parlett. Rules sheet, section 6; for players: ``show/rules.en.md``."""

from engine.games.duck_soup.game import DuckSoup
from engine.games.duck_soup.model import DuckSoupOptions, State, View
from engine.games.duck_soup.moves import Duck, Play

__all__ = ["Duck", "DuckSoup", "DuckSoupOptions", "Play", "State", "View"]
