"""Browsers that receive pushes."""

import base64

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def keys() -> tuple[str, str]:
    """Its public key and its secret, as it hands them over."""
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    p256dh, auth = (base64.urlsafe_b64encode(each).decode().rstrip("=") for each in (raw, b"0123456789abcdef"))
    return p256dh, auth
