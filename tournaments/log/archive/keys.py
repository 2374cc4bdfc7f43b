"""Who signs records: an Ed25519 key in a file of its own (``ARCHIVE_KEY``), whose public half the database keeps.

Not one that follows from ``SECRET_KEY``: that is changed now and then, and what was signed must hold for twenty years.
"""

from __future__ import annotations

import os
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from tournaments.log import sources
from tournaments.log.archive.records import fingerprint
from tournaments.log.models import Signer


class NoKey(Exception):
    """Why nothing can be signed, in one line."""


def make(path: Path) -> str:
    """A new key in a file of its own; its fingerprint. Nothing is overwritten."""
    key = Ed25519PrivateKey.generate()
    text = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise NoKey(f"Can't write the key to {path}: {error.strerror}.") from error
    return fingerprint(key.public_key().public_bytes_raw())


def private() -> Ed25519PrivateKey:
    """The one that signs; raises :class:`NoKey`."""
    if not settings.ARCHIVE_KEY:
        raise NoKey("ARCHIVE_KEY is not set: make a key with manage.py archive --new-key FILE.")
    try:
        key = serialization.load_pem_private_key(Path(settings.ARCHIVE_KEY).read_bytes(), password=None)
    except OSError as error:
        raise NoKey(f"Can't read the key {settings.ARCHIVE_KEY}: {error.strerror}.") from error
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise NoKey(f"{settings.ARCHIVE_KEY} is no key: make one with manage.py archive --new-key FILE.") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise NoKey(f"{settings.ARCHIVE_KEY} is a key of another kind than Ed25519.")
    return key


def begun() -> bool:
    """Whether anything was ever signed."""
    return Signer.objects.exists()


def remember(key: Ed25519PrivateKey) -> None:
    """Keep its public half, by which its records are known from now on."""
    public = key.public_key().public_bytes_raw()
    Signer.objects.get_or_create(pk=fingerprint(public), defaults={"public": public, "since": sources.now_ms()})


def known() -> dict[str, bytes]:
    """The public halves of all keys that were ever used, by fingerprint."""
    return {row.pk: bytes(row.public) for row in Signer.objects.all()}
