"""``make clients``: two linters and the generators of clients, on the OpenAPI document, and what a webhook's message is
checked with in JavaScript. None of them has a word to say.

    python -m tests.clients [--lock]

Needs Node.js 18.18 or later and npm, such as Debian's `nodejs` and `npm`. What they run is installed from the lock into
`.local/clients`. With ``--lock`` the lock is made again instead, for the versions in `package.json`.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import django

from tests.clients import deliveries
from tournaments.config.supervisor.home import LOCAL, ROOT

HERE = Path(__file__).parent
PLACE = LOCAL / "clients"
LOCK = "package-lock.json"
NAMES = ("package.json", LOCK, ".npmrc", "redocly.yaml", ".spectral.yaml", "webhook.mjs")
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1"}
TOLD = ("funding", "deprecated")
"""What npm notes of each package that nobody needs in order to install it: words and addresses."""
SITE = "https://cards.example.org"

CHECKS = {
    "spectral": ("spectral", "lint", "--fail-severity=hint", "openapi.json"),
    "redocly": ("redocly", "lint", "openapi.json"),
    "openapi-typescript": ("openapi-typescript", "openapi.json", "--output=openapi.ts"),
    "typescript": ("tsc", "--strict", "--noEmit", "openapi.ts"),
    "standardwebhooks": ("node", "webhook.mjs"),
}
"""Their commands; that openapi-python-client has nothing to say either is seen in ``test_generated.py``."""


def main(arguments: list[str]) -> int:
    if shutil.which("npm") is None:
        print("npm is missing: apt-get install nodejs npm (Debian), or Node.js 18.18 or later")
        return 2
    if arguments == ["--lock"]:
        lock()
        return 0
    install()
    (PLACE / "openapi.json").write_bytes(document())
    (PLACE / "guide.mjs").write_text(deliveries.guided("import { Webhook }"))
    (PLACE / "delivery.json").write_text(json.dumps(deliveries.signed()))
    faults = [fault for name, command in CHECKS.items() if (fault := complaint(name, command))]
    print("\n".join(faults) or f"{len(CHECKS)} tools read the document and a webhook's message, and none complains")
    return 1 if faults else 0


def lock() -> None:
    npm("install", "--package-lock-only", where=HERE)
    made = json.loads((HERE / LOCK).read_text())
    made["packages"] = {
        path: {word: said for word, said in package.items() if word not in TOLD}
        for path, package in made["packages"].items()
    }
    (HERE / LOCK).write_text(json.dumps(made, indent=2) + "\n")


def install() -> None:
    """What the lock names, unless it is there."""
    PLACE.mkdir(parents=True, exist_ok=True)
    noted, wanted = PLACE / "installed", (HERE / LOCK).read_text()
    for name in NAMES:
        shutil.copy(HERE / name, PLACE / name)
    if not noted.exists() or noted.read_text() != wanted:
        noted.unlink(missing_ok=True)
        npm("ci", "--loglevel=error", where=PLACE)
        noted.write_text(wanted)


def npm(*words: str, where: Path) -> None:
    subprocess.run(["npm", *words], cwd=where, check=True)


def document() -> bytes:
    """As a site serves it that has an address of its own."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tournaments.config.settings", "SITE_URL": SITE}
    django.setup()
    from tournaments.kit import schema

    return schema.document()


def complaint(name: str, command: tuple[str, ...]) -> str:
    """What the tool *name* has to say of the document; nothing if it is content."""
    program, *rest = command
    installed = PLACE / "node_modules" / ".bin" / program
    done = subprocess.run(
        [installed if installed.exists() else program, *rest],
        cwd=PLACE,
        env=os.environ | QUIET,
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    return f"{name}: {said}" if done.returncode or "warn" in said.lower() else ""


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
