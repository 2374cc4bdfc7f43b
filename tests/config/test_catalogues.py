"""The compiled catalogues are those of the texts beside them."""

import gettext
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest

from tournaments.config.supervisor.home import ROOT

CATALOGUES = sorted(
    path.relative_to(ROOT) for room in ("tournaments", "accounts", "engine") for path in (ROOT / room).rglob("*.po")
)


def texts(compiled: bytes) -> dict[object, str]:
    found: dict[object, str] = dict(vars(gettext.GNUTranslations(BytesIO(compiled)))["_catalog"])
    found.pop("", None)  # the head, with its dates
    return found


@pytest.mark.parametrize("source", CATALOGUES, ids=str)
def test_a_catalogue_is_sound_and_its_compiled_form_is_up_to_date(source: Path) -> None:
    if shutil.which("msgfmt") is None:
        pytest.skip("GNU gettext is missing: sudo apt-get install gettext (Debian), or brew install gettext")
    command = ["msgfmt", "--check", "--output-file=-", str(ROOT / source)]
    done = subprocess.run(command, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    assert texts((ROOT / source).with_suffix(".mo").read_bytes()) == texts(done.stdout), "run `make messages`"
