"""Several processes together: started, restarted when they die, stopped in the reverse order."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tournaments.config.supervisor.child import Child, Spec, aside
from tournaments.config.supervisor.home import Home
from tournaments.config.supervisor.problem import WouldNotStart
from tournaments.config.supervisor.remains import end_remains

Say = Callable[[str], None]
MOST_LOG = 20_000_000
TRIES = 3
QUIET = 10.0
"""Seconds between two lines about crashes in the same process."""


class Crew:
    """Stages stop in the reverse order of their start; the members of a stage stop together."""

    def __init__(self, home: Home, *, say: Say, mark: Path | None = None, most_log: int = MOST_LOG) -> None:
        """*most_log* is how many bytes a log may have before it is set aside."""
        self.home = home
        self.most_log = most_log
        self.mark = mark or home.path
        self.say = say
        self.stages: list[list[Child]] = []
        self._quiet_until: dict[str, float] = {}

    def __getitem__(self, name: str) -> Child:
        return next(child for stage in self.stages for child in stage if child.spec.name == name)

    def start(self, *stages: Sequence[Spec], patience: float = 180.0) -> None:
        """All at once: each stage's place only says when it stops."""
        added = [[Child(spec, logs=self.home.logs, mark=self.mark) for spec in stage] for stage in stages]
        self.stages += added
        children = [child for stage in added for child in stage]
        for child in children:
            set_aside(child.log)
            child.start()
        for child in children:
            self.say(f"  {child.spec.title}: ready ({self._await(child, patience):.1f} s)")

    def _await(self, child: Child, patience: float) -> float:
        """A server whose predecessor was killed this very moment may need a second try."""
        for _ in range(TRIES - 1):
            try:
                return child.await_ready(patience=patience)
            except WouldNotStart:
                if child.running():
                    raise
                time.sleep(child.bury())
                child.start()
        return child.await_ready(patience=patience)

    def watch(self) -> None:
        """One look at everybody: start those again that died, once their pause is over."""
        for child in (child for stage in self.stages for child in stage):
            self._report(child)
            child.limit_log(self.most_log)
            if child.running():
                continue
            if not child.due:
                words = child.last_words()
                pause = child.bury()
                self.say(f"  {child.spec.title} died: {words}. Starting it again in {pause:.1f} s (see {child.log})")
            elif time.monotonic() >= child.due:
                child.due = 0.0
                child.start()

    def _report(self, child: Child) -> None:
        """A crash inside it that it lived through; one line now and then, however many there are."""
        if time.monotonic() < self._quiet_until.get(child.spec.name, 0.0):
            return
        if alarm := child.alarm():
            self.say(f"  {child.spec.title}: {alarm} (see {child.log})")
            self._quiet_until[child.spec.name] = time.monotonic() + QUIET

    def stop(self) -> None:
        while self.stages:
            stage = self.stages[-1]
            for child in stage:
                child.ask_to_stop()
            for child in stage:
                child.await_end()
            self.stages.pop()
        end_remains(self.home.path)


def set_aside(log: Path) -> None:
    """Begin a new log; the last one stays beside it."""
    if log.exists():
        log.replace(aside(log))
