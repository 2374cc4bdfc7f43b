"""The demo is loaded while the service runs already, once; a load that was cut short goes on at the next start."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from tournaments.config.supervisor.child import Child, Spec
from tournaments.config.supervisor.crew import Crew

BEGINS: Final = "Loading the demo in the background (first start only): tournaments and tables appear one by one"
ENDS: Final = "The demo is loaded"


class Showing:
    def __init__(self, crew: Crew, env: dict[str, str], command: Sequence[str]) -> None:
        spec = Spec(name="demo", title="Demo", argv=tuple(command), env=env, ready="")
        self._crew = crew
        self._child = Child(spec, logs=crew.home.logs, mark=crew.mark)
        self._done = crew.home.path / "demo-loaded"
        self._loading = False

    def start(self) -> None:
        if not self._done.exists():
            self._crew.say(BEGINS)
            self._child.start()
            self._loading = True

    def watch(self) -> None:
        if not self._loading or self._child.running():
            return
        self._loading = False
        if self._child.exit_code == 0:
            with suppress(OSError):
                self._done.touch()
            self._crew.say(ENDS)
        else:
            words = self._child.last_words()
            self._crew.say(f"The demo was not loaded: {words} (see {self._child.log}). The service runs all the same.")

    def stop(self) -> None:
        self._loading = False
        self._child.ask_to_stop()
        self._child.await_end()
