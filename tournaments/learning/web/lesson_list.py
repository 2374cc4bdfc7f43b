"""The lessons as lists show them."""

from dataclasses import dataclass

from tournaments.learning.lessons import progress
from tournaments.learning.lessons.progress import Progress
from tournaments.learning.lessons.registry import LESSONS
from tournaments.tables import catalogue
from tournaments.tables.catalogue import GameInfo


@dataclass(frozen=True)
class Offered:
    """A lesson: ``titles`` of its steps, marked for translation; ``step``, the furthest seen, is 0 before the first."""

    game: GameInfo
    titles: tuple[str, ...]
    step: int
    done: bool

    @property
    def goes_on(self) -> int:
        """The step to begin with, or to go on from."""
        return 1 if self.done else max(self.step, 1)


def offered(user_id: int | None) -> list[Offered]:
    """All lessons, with how far *user_id* has come; one query."""
    reached = progress.of(user_id)
    return [
        Offered(catalogue.game(key), tuple(step.title for step in lesson.steps), *reached.get(key, Progress(0, False)))
        for key, lesson in LESSONS.items()
    ]
