"""Answers are msgspec structs; this writes them as JSON."""

from collections.abc import Mapping
from typing import Any

import msgspec
from rest_framework.renderers import BaseRenderer


class StructRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else msgspec.json.encode(data)
