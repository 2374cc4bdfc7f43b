"""The engine as people install it: a wheel built from its folder, in an environment that holds nothing else."""

import os
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path

import pytest

from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
NEEDED = ("msgspec", "tqdm")
Run = Callable[..., str]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ours by way of the sdist, built without a network, and those it needs, packed again from where they are."""
    folder = tmp_path_factory.mktemp("wheels")
    offline = ("--offline", "--no-build-isolation", "--python", sys.executable, "--cache-dir", str(folder / "cache"))
    subprocess.run([UV, "build", "--quiet", *offline, "--out-dir", folder, ROOT / "engine"], check=True)
    for name in NEEDED:
        pack(name, folder)
    return folder


def pack(name: str, folder: Path) -> None:
    """The installed distribution *name* as the wheel that it came from, without the programs beside it."""
    installed = distribution(name)
    tag = next(line[5:] for line in (installed.read_text("WHEEL") or "").splitlines() if line.startswith("Tag: "))
    with zipfile.ZipFile(folder / f"{name}-{installed.version}-{tag}.whl", "w") as wheel:
        for file in installed.files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                wheel.write(str(file.locate()), str(file))


@pytest.fixture(scope="module")
def run(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a program of an environment that was empty before the wheel came, outside the tree."""
    home = tmp_path_factory.mktemp("installed")
    own = ("--quiet", "--offline", "--cache-dir", str(home / "cache"))
    subprocess.run([UV, "venv", *own, "--python", sys.executable, home / "venv"], check=True)
    python = home / "venv" / "bin" / "python"
    source = ("--no-index", "--find-links", wheels, "--python", python)
    subprocess.run([UV, "pip", "install", *own, *source, "--prerelease=allow", "cardroom-engine"], check=True)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def program(name: str, *arguments: str) -> str:
        return subprocess.check_output([str(python.with_name(name)), *arguments], cwd=home, env=clean, text=True)

    return program


def test_it_stands_on_two_packages_and_brings_no_other(run: Run):
    found = run("python", "-c", "from importlib.metadata import distributions as d; print(*{x.name for x in d()})")
    assert sorted(found.split()) == ["cardroom-engine", *NEEDED]


EVERY_MODULE = """
import importlib, pkgutil, sys
import cardroom_engine
for module in pkgutil.walk_packages(cardroom_engine.__path__, "cardroom_engine."):
    if not module.name.endswith((".__main__", ".environments", ".openspiel")):
        importlib.import_module(module.name)
print(len(sys.modules), "engine" in sys.modules, "django" in sys.modules)
"""


def test_every_module_is_there_under_the_products_name_and_none_under_engine(run: Run):
    assert run("python", "-W", "error", "-c", EVERY_MODULE).split()[1:] == ["False", "False"]


def test_a_table_is_played_there_as_in_the_tree(run: Run):
    play = ("play", "gasp", "--seed", "one", "--bots", "greedy", "--option", "max_rounds=1", "--json")
    here = [sys.executable, "-m", "engine", *play]
    assert run("cardroom-engine", *play) == subprocess.check_output(here, cwd=ROOT, text=True)
    assert run("python", "-m", "cardroom_engine", "list") == run("cardroom-engine", "list")


def test_a_process_pool_finds_the_renamed_modules(run: Run):
    contest = ("arena", "dracula", "--option", "length=set", "--bots", "uniform", "--tables", "2")
    assert run("cardroom-engine", *contest, "--processes", "2") == run("cardroom-engine", *contest)


ENVIRONMENT = """
from cardroom_engine.environments import Rounds
print(Rounds("hasp").reset(seed=1)[0]["seat_0"]["observation"].shape, "engine" in __import__("sys").modules)
"""


def test_environments_are_in_the_wheel_too(wheels: Path):
    """In the environment of development, which has PettingZoo, from the wheel as it is."""
    wheel = next(wheels.glob("cardroom_engine-*.whl"))
    said = subprocess.check_output([sys.executable, "-c", ENVIRONMENT], env={"PYTHONPATH": str(wheel)}, text=True)
    assert said == "(561,) False\n"


def test_the_rules_of_every_game_are_in_the_wheel_and_what_builds_it_is_not(wheels: Path):
    names = zipfile.ZipFile(next(wheels.glob("cardroom_engine-*.whl"))).namelist()
    for game in GAMES.values():
        folder = "/".join(type(game).__module__.split(".")[1:-1])
        for language in ("en", "es"):
            assert f"cardroom_engine/{folder}/show/{game.rules_page}.{language}.md" in names
    assert "cardroom_engine/py.typed" in names
    assert not any("packaging" in name or "pyproject" in name for name in names)


def test_it_has_the_version_of_the_service():
    ours, whole = (tomllib.loads((ROOT / at / "pyproject.toml").read_text())["project"] for at in ("engine", "."))
    assert ours["version"] == whole["version"]
    assert set(ours["dependencies"]) <= set(whole["dependencies"])
