"""The key with which this site signs what it hands out: Ed25519, as it was set, or following from our own key."""

import base64
import hashlib
import hmac
import json
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings


def sign(data: bytes) -> str:
    """The signature of *data*, in base64url."""
    return written(_private(settings.SIGNING_KEY, settings.SECRET_KEY).sign(data))


def public() -> str:
    """The public key, in base64url: the ``x`` of a JWK (RFC 8037)."""
    return written(_private(settings.SIGNING_KEY, settings.SECRET_KEY).public_key().public_bytes_raw())


def jwk() -> dict[str, str]:
    """The public key as JSON, named by its thumbprint (RFC 7638)."""
    key = {"crv": "Ed25519", "kty": "OKP", "x": public()}
    thumbprint = hashlib.sha256(json.dumps(key, sort_keys=True, separators=(",", ":")).encode()).digest()
    return {**key, "kid": written(thumbprint), "use": "sig", "alg": "EdDSA"}


def fits(data: bytes, signature: str, key: str) -> bool:
    """Whether *signature* of *data* was made with the private half of *key*; all in base64url."""
    try:
        Ed25519PublicKey.from_public_bytes(read(key)).verify(read(signature), data)
    except (InvalidSignature, ValueError):
        return False
    return True


def written(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def read(text: str) -> bytes:
    """Raises ``ValueError``."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


@lru_cache
def _private(given: str, secret: str) -> Ed25519PrivateKey:
    raw = read(given) if given else hmac.digest(secret.encode(), b"key that signs records", hashlib.sha256)
    return Ed25519PrivateKey.from_private_bytes(raw)
