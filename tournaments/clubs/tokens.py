"""Links of invitations: an id and what only the server can say to it. Nothing of it is stored."""

import hmac
from base64 import urlsafe_b64encode

from tournaments.clubs.errors import UnknownInvitation
from tournaments.clubs.models import Invitation
from tournaments.log.commands import digest

ID = 10
PROOF = 22
"""Characters of base64: 132 bits."""


def token(club_id: str, invitation: str) -> str:
    """What an invitation's link ends with."""
    proof = urlsafe_b64encode(digest("club invitation", None, f"{club_id}/{invitation}")).decode()
    return invitation + proof[:PROOF]


def read(text: str) -> Invitation:
    """The row of the invitation that *text* belongs to; raises ``UnknownInvitation``."""
    row = Invitation.objects.select_related("club").filter(pk=text[:ID]).first() if text.isascii() else None
    if row is None or not hmac.compare_digest(token(row.club_id, row.id).encode(), text.encode()):
        raise UnknownInvitation()
    return row
