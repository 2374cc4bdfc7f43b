"""Browsers that receive pushes."""

import base64

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.models import User
from tournaments.notices import services
from tournaments.notices.models import PushTarget


def keys() -> tuple[str, str]:
    """Its public key and its secret, as it hands them over."""
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    p256dh, auth = (base64.urlsafe_b64encode(each).decode().rstrip("=") for each in (raw, b"0123456789abcdef"))
    return p256dh, auth


def browser(user: User, endpoint: str = "https://push.example.org/a") -> PushTarget:
    """One that takes pushes, with keys of its own."""
    p256dh, auth = keys()
    services.subscribe(user_id=user.pk, endpoint=endpoint, p256dh=p256dh, auth=auth)
    return PushTarget.objects.get(endpoint=endpoint)
