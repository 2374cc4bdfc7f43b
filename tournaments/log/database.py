"""The log's way to PostgreSQL."""

from __future__ import annotations

from accounts.database import execute

__all__ = ["execute"]
