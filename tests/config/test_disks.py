"""Room on the disks where the service keeps something, also on those of other machines."""

import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pytest_django import Settings

from tournaments.config.condition.looking import elsewhere, machine


def test_folders_on_one_disk_are_one_part(settings: Settings, tmp_path: Path) -> None:
    settings.ANCHORS, settings.STATIC_ROOT, settings.LOCAL = str(tmp_path), str(tmp_path / "none"), tmp_path
    (disk,) = machine.look()
    assert disk.folders == ("state", "anchors")
    assert disk.free == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.2)


@pytest.mark.parametrize("name", ["anchors", "archive"])
def test_nobody_waits_for_a_disk_of_another_machine_that_is_away(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    away, asked, real = threading.Event(), [], shutil.disk_usage
    setattr(settings, name.upper(), str(tmp_path))
    settings.LOCAL = tmp_path.parent

    def usage(path: Path) -> object:
        if path == tmp_path:
            asked.append(path)
            away.wait(20)
        return real(path)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    try:
        for _look in range(3):
            assert not any(name in disk.folders for disk in machine.look())
        assert len(asked) == 1
    finally:
        away.set()


def test_of_two_who_ask_at_once_each_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else one of them would say that it is away."""
    monkeypatch.setattr(elsewhere, "PATIENCE", 20)
    asking, answered = threading.Event(), threading.Event()

    def question() -> str:
        asking.set()
        answered.wait(20)
        return "there"

    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(elsewhere.ask, "two at once", question, "away")
        assert asking.wait(20)
        threading.Timer(0.1, answered.set).start()
        assert elsewhere.ask("two at once", question, "away") == "there"
        assert first.result(20) == "there"
