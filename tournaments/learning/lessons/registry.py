"""The lessons that there are, by the game's key, in the order in which they are offered."""

from typing import Final

from tournaments.learning.lessons.dracula import LESSON as DRACULA
from tournaments.learning.lessons.duck_soup import LESSON as DUCK_SOUP
from tournaments.learning.lessons.galapagos import LESSON as GALAPAGOS
from tournaments.learning.lessons.gasp import LESSON as GASP
from tournaments.learning.lessons.gasp_duel import LESSON as GASP_DUEL
from tournaments.learning.lessons.gasp_pairs import LESSON as GASP_PAIRS
from tournaments.learning.lessons.german_whist import LESSON as GERMAN_WHIST
from tournaments.learning.lessons.hasp import LESSON as HASP
from tournaments.learning.lessons.lesson import Lesson
from tournaments.learning.lessons.noodling import LESSON as NOODLING

_ALL: tuple[Lesson, ...] = (
    GERMAN_WHIST,
    GASP,
    GASP_PAIRS,
    GASP_DUEL,
    HASP,
    DUCK_SOUP,
    GALAPAGOS,
    DRACULA,
    NOODLING,
)

LESSONS: Final[dict[str, Lesson]] = {lesson.game: lesson for lesson in _ALL}
