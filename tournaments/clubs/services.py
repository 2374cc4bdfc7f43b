"""The room's door for every write. Each is one transaction, asks the gate, and may be repeated without harm.

``by`` is the user who asks; times are epoch ms; ``command`` is the name of the request.
"""

from tournaments.clubs.commands.facts import edit, found, post_news, withdraw_news
from tournaments.clubs.commands.invitations import decline as decline_invitation
from tournaments.clubs.commands.invitations import invite, revoke
from tournaments.clubs.commands.lapses import due, forget, lapse
from tournaments.clubs.commands.membership import (
    accept,
    decline,
    join,
    leave,
    lift,
    remove,
    request,
    withdraw_request,
)
from tournaments.clubs.commands.offices import (
    answer_call,
    answer_offer,
    call_owner,
    claim,
    close,
    hand_over,
    keep_open,
    look_in,
    reopen,
    set_role,
    trust,
    withdraw_offer,
)

__all__ = [
    "accept",
    "answer_call",
    "answer_offer",
    "call_owner",
    "claim",
    "close",
    "decline",
    "decline_invitation",
    "due",
    "edit",
    "forget",
    "found",
    "hand_over",
    "invite",
    "join",
    "keep_open",
    "lapse",
    "leave",
    "lift",
    "look_in",
    "post_news",
    "remove",
    "reopen",
    "request",
    "revoke",
    "set_role",
    "trust",
    "withdraw_news",
    "withdraw_offer",
    "withdraw_request",
]
