"""Key files: an age identity as ``age-keygen`` writes it, or its public half for a machine that only backs up."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias

from pyrage import IdentityError, RecipientError
from pyrage.x25519 import Identity, Recipient

from tournaments.config.backup.problem import Failed

Recipients: TypeAlias = list[Recipient]
Identities: TypeAlias = list[Identity]

_PRIVATE: Final = "AGE-SECRET-KEY-"
_TEXT: Final = """\
# Opens the backups of Cardroom. Who has it can read them; without it nobody can. Keep a copy elsewhere.
# created: {now}
# public key: {public}
{private}
"""


def make(path: Path) -> str:
    """A new key in a file of its own; its public half."""
    identity = Identity.generate()
    public = str(identity.to_public())
    text = _TEXT.format(now=datetime.now(UTC).isoformat(timespec="seconds"), public=public, private=identity)
    try:
        _write(path, text)
    except FileExistsError as error:
        raise Failed(f"{path} is there already. A key is never overwritten: backups may need it.") from error
    except OSError as error:
        raise Failed(f"Can't write the key to {path}: {error.strerror}.") from error
    return public


def _write(path: Path, text: str) -> None:
    """All of it, for nobody else's eyes and on the disk, or no file."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            path.unlink()
            raise


def recipients(path: Path) -> Recipients:
    """For whom a backup is encrypted."""
    return [key.to_public() if isinstance(key, Identity) else key for key in _keys(path)]


def identities(path: Path) -> Identities:
    """What opens a backup."""
    found = [key for key in _keys(path) if isinstance(key, Identity)]
    if not found:
        raise Failed(f"{path} holds a public key alone. It makes backups and cannot open them.")
    return found


def _keys(path: Path) -> list[Identity | Recipient]:
    try:
        found = list(_parsed(path, path.read_text()))
    except UnicodeDecodeError as error:
        raise Failed(f"{path} is not a key file.") from error
    except OSError as error:
        raise Failed(f"Can't read the key {path}: {error.strerror}.") from error
    if not found:
        raise Failed(f"{path} holds no key.")
    return found


def _parsed(path: Path, text: str) -> Iterator[Identity | Recipient]:
    """Its lines, of which no error repeats one."""
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if line and not line.startswith("#"):
            try:
                yield Identity.from_str(line) if line.startswith(_PRIVATE) else Recipient.from_str(line)
            except (IdentityError, RecipientError) as error:
                raise Failed(f"{path}: line {number} is not an age key.") from error
