"""An environment that has the built wheel and what it stands on, and nothing else."""

import base64
import hashlib
import importlib
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from accounts import services as accounts
from accounts.models import User
from tests.processes import Processes
from tournaments.config.supervisor.home import ROOT

CLIENT = ROOT / "tournaments" / "client"
BUILD = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d"]
UV = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-index", "--no-cache"]


@pytest.fixture(scope="session")
def cardroom(installed: "Installed") -> Iterator[Any]:
    """The package in this process, with the two modules that the wheel was built with."""
    sys.path.insert(0, str(CLIENT))
    yield importlib.import_module("cardroom")
    sys.path.remove(str(CLIENT))


class Installed:
    """The environment: what runs there knows nothing of the service's code."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder
        self.wheel = wheel
        self.python = folder / "bin" / "python"

    def start(self, *words: str, site: Processes | None = None, user: User | None = None) -> "subprocess.Popen[str]":
        """Python with *words*, which finds the site and a token of *user* in its environment."""
        env = {"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", "HOME": str(self.folder)}
        if site:
            env["CARDROOM_URL"] = site.url
        if user:
            env["CARDROOM_TOKEN"] = accounts.create_token(user=user, name="test")[1]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.PIPE}
        return subprocess.Popen([str(self.python), *words], cwd=self.folder, env=env, text=True, **pipes)

    def run(
        self, *words: str, site: Processes | None = None, user: User | None = None, typed: str = ""
    ) -> tuple[int, str, str]:
        """Its status, and what it wrote."""
        with self.start(*words, site=site, user=user) as process:
            out, err = process.communicate(typed, timeout=120)
        return process.returncode, out, err


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    wheels, folder = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("empty")
    subprocess.run([*BUILD, str(wheels)], cwd=CLIENT, check=True, capture_output=True)
    (wheel,) = wheels.iterdir()
    for found in needed(re.findall(r"^Requires-Dist: (.+)$", metadata(wheel), re.MULTILINE)):
        pack(found, wheels)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    subprocess.run([*UV, "--python", str(python), "--find-links", str(wheels), str(wheel)], check=True)
    return Installed(folder, wheel)


def metadata(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        return packed.read(name).decode()


def needed(lines: list[str]) -> list[Distribution]:
    """What a package asks for, as it is installed here, with all that this asks for."""
    found: dict[str, Distribution] = {}
    waiting = list(map(Requirement, lines))
    while waiting:
        wanted = waiting.pop()
        if wanted.name.lower() in found or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        found[wanted.name.lower()] = here = distribution(wanted.name)
        waiting += map(Requirement, here.requires or ())
    return list(found.values())


def pack(found: Distribution, wheels: Path) -> None:
    """An installed package as the wheel that it came in: nothing has to be fetched again."""
    tag = re.findall(r"^Tag: (.+)$", found.read_text("WHEEL") or "", re.MULTILINE)[-1]
    name = found.metadata["Name"].replace("-", "_")
    files = [each for each in found.files or () if ".." not in each.parts and each.suffix != ".pyc"]
    kept = [each for each in files if each.name not in ("RECORD", "INSTALLER", "REQUESTED")]
    record = ""
    with zipfile.ZipFile(wheels / f"{name}-{found.version}-{tag}.whl", "w") as packed:
        for each in kept:
            content = each.read_binary()
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            record += f"{each},sha256={digest},{len(content)}\n"
            packed.writestr(str(each), content)
        listed = next(str(each) for each in files if each.name == "RECORD")
        packed.writestr(listed, f"{record}{listed},,\n")
