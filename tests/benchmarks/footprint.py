"""What the service takes while nobody plays: processes, memory and processors' time, and what importing it takes.

The whole service runs as ``make run`` starts it, its database new. Of memory that processes share each has its part.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil

from tests.benchmarks.measure import Claim, Table
from tests.soak.service import Service, resident
from tournaments.config.supervisor.home import ROOT

MEMORY, MEMORY_GOAL = 900, 700
"""Megabytes, PostgreSQL not counted."""
PROCESSES: Final = 9
IDLE, IDLE_GOAL = 4, 2
"""Percent of a core, PostgreSQL not counted."""
SETTLED: Final = 0.25
"""How much of the time that is measured goes by before it, for what a start leaves to be done."""
IMPORTED: Final = {
    "the engine": "import engine.registry",
    "settings": "import tournaments.config.settings",
    "django.setup": "import django; django.setup()",
    "a worker": "from tournaments.config.celery import app; app.loader.import_default_modules()",
    "the pages": "import tournaments.config.wsgi",
    "the streams": "import tournaments.config.asgi",
}
_ASKED: Final = """
import time, psutil
began = time.perf_counter(), psutil.Process().memory_full_info().uss
{what}
print(time.perf_counter() - began[0], (psutil.Process().memory_full_info().uss - began[1]) / 2**20)
"""


def measured(*, seconds: float = 60.0, imported: int = 3) -> Table:
    """*imported*: how often each import is tried, of which the quickest counts."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder), plain=True)
        try:
            environment = service.await_address()
            time.sleep(SETTLED * seconds)
            rates, parts = _idle(service, seconds)
            notes = [*parts, *_imports(environment, imported)]
        finally:
            service.stop()
    claims = [
        Claim(f"{MEMORY} MB", "all together, MB", must=1, goal=MEMORY / MEMORY_GOAL),
        Claim(f"{PROCESSES} processes", "of Python", must=1),
        Claim(f"{IDLE} % of a core", "idle, % of a core", must=1, goal=IDLE / IDLE_GOAL),
    ]
    return Table("What the service takes while nobody plays", "", rates, claims, notes)


def _idle(service: Service, seconds: float) -> tuple[dict[str, list[float]], list[str]]:
    known = [one for one in service.processes() if one.name() != "postgres"]
    before = {one.pid: sum(one.cpu_times()[:2]) for one in known}
    time.sleep(seconds)
    used, lines = {}, []
    for one in known:
        with suppress(psutil.Error):
            used[one.pid] = 100 * (sum(one.cpu_times()[:2]) - before[one.pid]) / seconds, resident(one) / 2**20
            lines.append(f"{_name(one):<12} {used[one.pid][1]:6.1f} MB {used[one.pid][0]:6.2f} % of a core")
    python = sum("python" in Path(one.exe()).name for one in known if one.pid in used)
    rates = {
        f"{MEMORY} MB": [float(MEMORY)],
        "all together, MB": [sum(memory for _time, memory in used.values())],
        f"{PROCESSES} processes": [float(PROCESSES)],
        "of Python": [float(python)],
        f"{IDLE} % of a core": [float(IDLE)],
        "idle, % of a core": [sum(time for time, _memory in used.values())],
    }
    return rates, lines


def _name(process: psutil.Process) -> str:
    words: list[str] = process.cmdline()
    if "-n" in words:
        return words[words.index("-n") + 1].partition("@")[0]
    return (words[2] if words[1:2] == ["-m"] else Path(words[0]).name).rpartition(".")[2]


def _imports(environment: dict[str, str], times: int) -> Iterator[str]:
    for title, what in IMPORTED.items():
        command = [sys.executable, "-c", _ASKED.format(what=what)]
        env = {**environment, "DJANGO_SETTINGS_MODULE": "tournaments.config.settings"}
        told = [
            subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True).stdout for _ in range(times)
        ]
        seconds, memory = min(tuple(map(float, one.split())) for one in told)
        yield f"import of {title}: {seconds:.2f} s, {memory:.0f} MB"
