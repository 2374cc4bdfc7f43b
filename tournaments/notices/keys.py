"""The key by which browsers' push services know us (VAPID): as it was set, or one that follows from our own key."""

import base64
import hashlib
import hmac
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256."""


def private() -> Vapid02:
    return _private(settings.VAPID_PRIVATE_KEY, settings.SECRET_KEY)


def public() -> str:
    """As a browser wants it: the uncompressed point in base64url."""
    point = private().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


@lru_cache
def _private(given: str, secret: str) -> Vapid02:
    if given:
        return Vapid02.from_string(given)
    number = int.from_bytes(hmac.digest(secret.encode(), b"vapid key of web push", hashlib.sha512), "big")
    return Vapid02(ec.derive_private_key(number % (ORDER - 1) + 1, ec.SECP256R1()))
