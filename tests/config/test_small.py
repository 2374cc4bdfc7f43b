"""The smallest machine: the whole service, PostgreSQL and all, in 1.25 GB. It plays a tournament, and lives.

Where systemd can hold it to that (``systemd-run --scope``), it is held, without swap. Elsewhere what it has is added up
all the time that it plays, of what processes share to each its part; :func:`within` says which of the two it was.
"""

import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from tests.soak.service import Service, resident

pytestmark = pytest.mark.processes

MOST = 1_280
"""MiB."""
GLANCE = 0.5
PROPERTIES = ("-p", f"MemoryMax={MOST}M", "-p", "MemorySwapMax=0")


def within() -> Sequence[str]:
    """The words before a command that hold it to :data:`MOST`; none where there is no systemd to do it."""
    scope = ("systemd-run", "--scope", "--quiet", *PROPERTIES, "--")
    if shutil.which(scope[0]) and subprocess.run([*scope, "true"], capture_output=True).returncode == 0:
        print(f"held to {MOST} MiB by systemd")
        return scope
    print(f"watched: no more than {MOST} MiB, by proportional set sizes")
    return ()


@contextmanager
def watched(service: Service) -> Iterator[list[float]]:
    """What all processes of the service have, again and again until the block is over, in MiB."""
    sizes, over = [sum_of(service)], threading.Event()

    def watch() -> None:
        while not over.wait(GLANCE):
            sizes.append(sum_of(service))

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield sizes
    finally:
        over.set()
        watching.join()


def sum_of(service: Service) -> float:
    """Commands beside it count as well."""
    total, commands = 0.0, [one for one in psutil.Process().children() if is_command(one)]
    for process in [*service.processes(), *commands]:
        with suppress(psutil.Error):  # one that has just ended
            total += resident(process)
    return total / 2**20


def test_the_whole_service_plays_a_tournament_of_16_in_a_gigabyte_and_a_quarter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT_PACE", "0.1")
    service = Service(tmp_path, plain=True, within=within())
    try:
        service.await_address()
        with watched(service) as sizes:
            played = service.manage("demo", "--headless", "--game", "german-whist", "--players", "16", "--rounds", "2")
        assert played.returncode == 0, played.stdout + played.stderr
        assert len(sizes) > 2
        assert max(sizes) < MOST
        assert " died: " not in service.screen.read_text(), "nothing was killed"
        status = service.manage("status")
        assert "fails" not in status.stdout, status.stdout
        assert service.manage("verify").returncode == 0
        print(f"at most {max(sizes):.0f} MiB")
    finally:
        assert service.stop() == 0


def is_command(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return "manage.py" in process.cmdline()
    return False
