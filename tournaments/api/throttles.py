"""How often one may ask. The rates are settings (``REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]``), counted in Valkey.

An account has one allowance however many addresses it calls from; strangers have one an address.
While Valkey is away nothing is counted: a move is worth more than a limit.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import UserRateThrottle
from rest_framework.views import APIView

Scope: TypeAlias = Literal["moves", "tables", "tournaments"]


class ScopeThrottle(UserRateThrottle):
    """Counts requests of one scope; guests, who cost nothing to make, have scopes of their own."""

    def __init__(self, scope: Scope) -> None:
        self.scope: str = scope
        super().__init__()

    def get_rate(self) -> str:
        return str(api_settings.DEFAULT_THROTTLE_RATES[self.scope])

    def allow_request(self, request: Request, view: APIView) -> bool:
        guests = f"guest_{self.scope}"
        if getattr(request.user, "is_guest", False) and guests in api_settings.DEFAULT_THROTTLE_RATES:
            self.scope = guests
            self.num_requests, self.duration = self.parse_rate(self.get_rate())
        return super().allow_request(request, view)
