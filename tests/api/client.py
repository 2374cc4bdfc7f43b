"""A caller of the API: somebody with a token, or a stranger. Whatever is answered is held against the document."""

import json
from typing import Any

from django.http import HttpResponseBase
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from tests.api import contract


class Answer:
    def __init__(self, response: HttpResponseBase) -> None:
        content = getattr(response, "content", b"")
        self.status = response.status_code
        self.headers = response.headers
        self.media_type = response.headers.get("Content-Type", "").partition(";")[0]
        read = json.loads if self.media_type.endswith(("/json", "+json")) else bytes.decode
        self.body: Any = read(content) if content else None

    def __getitem__(self, name: str) -> Any:
        return self.body[name]

    def __repr__(self) -> str:
        return f"{self.status} {self.body}"


class Caller:
    def __init__(self, user: User | None = None) -> None:
        self.user = user
        self.client = Client(raise_request_exception=False)
        self.credentials: dict[str, str] = {}
        if user is not None:
            _token, text = accounts.create_token(user=user, name="test")
            self.credentials = {"Authorization": f"Bearer {text}"}

    def log_in(self) -> None:
        """From now on a browser in which its user has logged in, instead of a program with a token."""
        assert self.user is not None
        self.client.force_login(self.user, backend="django.contrib.auth.backends.ModelBackend")
        self.credentials = {}

    def get(self, path: str, **query: Any) -> Answer:
        return self.call("GET", path, query=query)

    def post(self, path: str, body: Any = None, *, key: str | None = None, **query: Any) -> Answer:
        headers = {"Idempotency-Key": key} if key else {}
        return self.call("POST", path, None if body is None else json.dumps(body), headers=headers, query=query)

    def call(
        self,
        method: str,
        path: str,
        content: str | bytes | None = None,
        *,
        headers: dict[str, str] | None = None,
        query: dict[str, Any] | None = None,
        media_type: str = "application/json",
    ) -> Answer:
        response = self.client.generic(
            method,
            path,
            content or "",
            media_type,
            headers=self.credentials | (headers or {}),
            query_params=query or {},
        )
        answer = Answer(response)
        if method in {"GET", "POST"}:
            contract.check(method, path, answer.status, answer.media_type, answer.body)
        return answer
