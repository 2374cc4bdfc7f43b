"""Make a virtual environment hold exactly what a lock says: ``python3 environment.py FOLDER LOCK...``.

Run by the Makefile with the system's Python, before anything is installed: the standard library only.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)


def main(folder: Path, locks: list[Path]) -> int:
    if sys.version_info < OLDEST:
        here = ".".join(map(str, sys.version_info[:3]))
        return fail(f"Cardroom needs Python 3.11 or later; this is {here}. Name another: make PYTHON=python3.12 ...")
    wanted = digest(locks)
    stamp = folder / "installed"
    python = folder / "bin" / "python"
    if stamp.exists() and stamp.read_text() == wanted and works(python):
        return 0
    stamp.unlink(missing_ok=True)
    say(f"Setting up {folder} (the first time takes a minute or two)")
    if not works(python) and subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)]).returncode:
        return fail("Python's venv module is missing. On Debian and Ubuntu: sudo apt-get install python3-venv")
    if install(python, locks):
        return fail("Installing failed; the lines above say why. Nothing is lost: the same command tries again.")
    stamp.write_text(wanted)
    return 0


def digest(locks: list[Path]) -> str:
    """Of the locks and of the interpreter: a new one needs its own packages."""
    sha = hashlib.sha256(f"{sys.version_info[:2]}".encode())
    for lock in locks:
        sha.update(lock.read_bytes())
    return sha.hexdigest()


def works(python: Path) -> bool:
    """Made by this very version of Python, and able to start."""
    if not python.exists():
        return False
    version = "import sys; print(sys.version_info[:2])"
    tried = subprocess.run([str(python), "-c", version], capture_output=True, text=True)
    return tried.returncode == 0 and tried.stdout.strip() == str(sys.version_info[:2])


def install(python: Path, locks: list[Path]) -> int:
    total = sum(len(re.findall(r"^[A-Za-z0-9].*==", lock.read_text(), re.MULTILINE)) for lock in locks)
    command = [str(python), "-m", "pip", "install", "--require-hashes", "--no-input", "--progress-bar", "off"]
    for lock in locks:
        command += ["-r", str(lock)]
    lines: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        collected = 0
        for line in pip.stdout or ():
            lines.append(line)
            collected += line.startswith(("Collecting ", "Requirement already"))
            show(f"  {collected} of {total} packages" if not line.startswith("Installing") else "  unpacking them")
    show("")
    if pip.returncode:
        sys.stderr.writelines(lines[-15:])
    return pip.returncode


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
