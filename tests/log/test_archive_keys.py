"""The key that signs for the archive: made once, never written over, and whatever is wrong with it is one line."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tournaments.log.archive import keys
from tournaments.log.archive.records import fingerprint

pytestmark = pytest.mark.django_db


def pem(key: Ed25519PrivateKey | X25519PrivateKey, password: bytes = b"") -> bytes:
    locked = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, locked)


def test_a_new_key_is_for_its_owner_alone_and_is_never_written_over(tmp_path: Path, settings: Settings) -> None:
    said, path = StringIO(), tmp_path / "archive.key"
    call_command("archive", new_key=path, stdout=said)
    assert path.stat().st_mode & 0o777 == 0o600
    settings.ARCHIVE_KEY = str(path)
    public = keys.private().public_key().public_bytes_raw()
    assert fingerprint(public) in said.getvalue()
    with pytest.raises(CommandError, match="File exists"):
        call_command("archive", new_key=path)
    assert keys.private().public_key().public_bytes_raw() == public


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is no key"),
        (b"not a key at all", "is no key"),
        (pem(Ed25519PrivateKey.generate(), b"secret"), "is no key"),
        (pem(X25519PrivateKey.generate()), "of another kind than Ed25519"),
        (None, "Can't read the key .*: No such file"),
    ],
    ids=["nothing", "something else", "one with a password", "another kind", "no file"],
)
def test_what_is_no_key_for_it_is_one_line(
    tmp_path: Path, settings: Settings, content: bytes | None, said: str
) -> None:
    settings.ARCHIVE, settings.ARCHIVE_KEY = str(tmp_path), str(tmp_path / "key")
    if content is not None:
        (tmp_path / "key").write_bytes(content)
    with pytest.raises(CommandError, match=said):
        call_command("archive")
    assert not keys.begun()
