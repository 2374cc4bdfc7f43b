"""The locks: exact, hashed, and free of addresses."""

import json
import re
from pathlib import Path

import pytest

from tests.config.compose import pins
from tournaments.config.supervisor.environment import OLDEST, digest
from tournaments.config.supervisor.home import ROOT

TOPS = ("docker", "tests", "tournaments")
NPM = "tests/clients/package-lock.json"
LOCKS = sorted(
    path.relative_to(ROOT)
    for pattern in ("requirements.lock", *(f"{top}/**/requirements.lock" for top in TOPS), NPM)
    for path in ROOT.glob(pattern)
)


@pytest.mark.parametrize("lock", LOCKS, ids=str)
def test_a_lock_names_no_host_and_no_path_of_a_machine(lock: Path) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert not re.search(r"--(extra-)?index-url|--find-links|/(home|root|tmp|work|Users)/", text)


def test_every_package_of_npm_has_a_hash_and_may_come_from_any_registry() -> None:
    packages = json.loads((ROOT / NPM).read_text())["packages"]
    assert [path for path, package in packages.items() if path and "integrity" not in package] == []
    assert not any("resolved" in package for package in packages.values())


@pytest.mark.parametrize("lock", [lock for lock in LOCKS if lock.suffix == ".lock"], ids=str)
def test_every_package_in_a_lock_has_a_hash(lock: Path) -> None:
    blocks = re.split(r"^(?=[a-z0-9])", (ROOT / lock).read_text(), flags=re.MULTILINE)[1:]
    assert blocks
    assert [block.split()[0] for block in blocks if "--hash=sha256:" not in block] == []


@pytest.mark.parametrize("lock", ["docker/requirements.lock", "tournaments/config/supervisor/requirements.lock"])
def test_the_service_alone_runs_the_very_versions_that_are_tested(lock: str) -> None:
    tested = pins(Path("requirements.lock"))
    assert pins(Path(lock)).items() <= tested.items()


def test_the_environment_is_made_anew_when_a_lock_changes(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text("six==1.16.0")
    before = digest(lock)
    assert digest(lock) == before
    lock.write_text("six==1.17.0")
    assert digest(lock) != before


def test_the_oldest_python_is_the_one_that_the_project_names() -> None:
    named = re.search(r'requires-python = ">=(\d+)\.(\d+)"', (ROOT / "pyproject.toml").read_text())
    assert named is not None
    assert tuple(map(int, named.groups())) == OLDEST
