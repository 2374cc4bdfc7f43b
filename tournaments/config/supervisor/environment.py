"""Make a virtual environment hold what locks say: ``python3 environment.py FOLDER LOCK...``.

Run by the Makefile with the system's Python, before anything is installed: the standard library only.
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OLDEST = (3, 11)
SILENCE = 10.0
"""Seconds after which a line says that it is still at work, where no terminal shows it."""
DEVELOPMENT = Path(__file__).parents[3] / "requirements.lock"
UV_PIN = re.compile(r"^uv==(?:.*\\\n)*.*\n", re.MULTILINE)
UV = {"UV_HTTP_TIMEOUT": "20", "UV_HTTP_RETRIES": "1", "UV_NO_PROGRESS": "1"}
"""Soon pip's turn, where uv does not reach an index; what the user has set comes first."""


def main(folder: Path, locks: list[Path]) -> int:
    if sys.version_info < OLDEST:
        here = ".".join(map(str, sys.version_info[:3]))
        return fail(f"Cardroom needs Python 3.11 or later; this is {here}. Name another: make PYTHON=python3.12 ...")
    wanted = [digest(lock) for lock in locks]
    stamp = folder / "installed"
    python = folder / "bin" / "python"
    if stamp.exists() and {*wanted} <= {*stamp.read_text().split()} and works(python):
        return 0
    stamp.unlink(missing_ok=True)
    say(f"Setting up {folder} (first time only: some 80 packages, half a minute to two minutes)")
    if not works(python) and not make(folder):
        return fail("Python's venv module is missing. On Debian and Ubuntu: sudo apt-get install python3-venv")
    if install(folder, locks):
        return fail("Installing failed; the lines above say why. Nothing is lost: the same command tries again.")
    stamp.write_text("\n".join(wanted))
    return 0


def digest(lock: Path) -> str:
    """Of the lock and of the interpreter: a new one needs its own packages."""
    return hashlib.sha256(f"{sys.version_info[:2]}".encode() + lock.read_bytes()).hexdigest()


def works(python: Path) -> bool:
    """Made by this very version of Python, and able to start."""
    if not python.exists():
        return False
    version = "import sys; print(sys.version_info[:2])"
    tried = subprocess.run([str(python), "-c", version], capture_output=True, text=True)
    return tried.returncode == 0 and tried.stdout.strip() == str(sys.version_info[:2])


def make(folder: Path) -> bool:
    """Without pip, which takes longer than all else, where the system's own can serve."""
    say("  making the environment")
    command = [sys.executable, "-m", "venv", "--clear", str(folder)]
    return not subprocess.run(command + ["--without-pip"] * has_pip(Path(sys.executable))).returncode


def has_pip(python: Path) -> bool:
    """One that can install into another environment (since 22.3)."""
    tried = subprocess.run([str(python), "-m", "pip", "--version"], capture_output=True, text=True)
    found = re.match(r"pip (\d+)", tried.stdout)
    return found is not None and int(found[1]) >= 23


def install(folder: Path, locks: list[Path]) -> int:
    """By uv, which is many times faster; by pip, where uv is not available or does not get through.

    A lock is whole: what it leaves out on purpose (Makefile, "lock") does not come in by another package's wish.
    """
    python = folder / "bin" / "python"
    given = ["--require-hashes", "--no-deps", *listed(locks)]
    if get_uv(folder, locks) == 0:
        uv = [str(folder / "bin" / "uv"), "pip"]
        place = ["--python", str(python), "--color", "never"]
        # compiled once, by all cores, and not again by every process where Python may write no bytecode
        if report([*uv, "install", *place, "--compile-bytecode", *given], {**UV, **os.environ}) == 0:
            if not any(UV_PIN.search(lock.read_text()) for lock in locks):
                subprocess.run([*uv, "uninstall", *place, "uv"], capture_output=True)
            return 0
        say("  uv did not get through: again with pip")
    if not has_pip(python):
        subprocess.run([str(python), "-m", "ensurepip"], capture_output=True)
    return report([*pip(folder), *given], None)


def get_uv(folder: Path, locks: list[Path]) -> int:
    """Exactly the wheel that one of *locks* names, or else that of development."""
    found = next(filter(None, (UV_PIN.search(lock.read_text()) for lock in [*locks, DEVELOPMENT])), None)
    if found is None:
        return 1
    say("  getting uv, which gets the rest")
    only = folder / "uv.lock"
    only.write_text(found[0])
    command = [*pip(folder), "--require-hashes", "--no-deps", "--quiet", "-r", str(only)]
    return subprocess.run(command, capture_output=True).returncode


def pip(folder: Path) -> list[str]:
    python = folder / "bin" / "python"
    own = [str(python), "-m", "pip"] if has_pip(python) else [sys.executable, "-m", "pip", "--python", str(python)]
    return [*own, "install", "--no-input", "--progress-bar", "off"]


def listed(locks: list[Path]) -> list[str]:
    return [part for lock in locks for part in ("-r", str(lock))]


def report(command: list[str], env: dict[str, str] | None) -> int:
    """Run it; say every few seconds that it is at work, and if it fails how it ended."""
    started, told = time.monotonic(), 0.0
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, env=env)
        while process.poll() is None:
            time.sleep(0.1)
            passed = time.monotonic() - started
            if sys.stdout.isatty():
                show(f"  fetching and unpacking the packages: {passed:.0f} s")
            elif passed - told >= SILENCE:
                say(f"  fetching and unpacking the packages: {passed:.0f} s")
                told = passed
        show("")
        said.seek(0)
        if process.returncode:
            sys.stderr.writelines(said.readlines()[-15:])
    return process.returncode


def show(text: str) -> None:
    """On the terminal, one line that changes."""
    if sys.stdout.isatty():
        sys.stdout.write(f"\r\033[K{text}")
        sys.stdout.flush()


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def fail(text: str) -> int:
    sys.stderr.write(f"{text}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]))
