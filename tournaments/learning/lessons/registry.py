"""The lessons that there are, by the game's key, in the order in which they are offered."""

from typing import Final

from tournaments.learning.lessons.german_whist import LESSON as GERMAN_WHIST
from tournaments.learning.lessons.lesson import Lesson

LESSONS: Final[dict[str, Lesson]] = {lesson.game: lesson for lesson in (GERMAN_WHIST,)}
