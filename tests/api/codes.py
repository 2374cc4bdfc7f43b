"""The codes of refusals, as the source has them: ``python -m tests.api.codes`` writes them for the pages about them.

A refusal is made with its code and its sentence beside it, and its class, or a number, says its status.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rest_framework.exceptions import APIException

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = ROOT / "tournaments/site/codes.json"
CODE: Final = re.compile(r"[a-z][a-z0-9_]{2,40}")
MARKS: Final = ("_", "gettext", "gettext_noop", "Text")
STATUS: Final = {"Rejected": 422, "BadNotation": 422, "TooOften": 429}
"""Of what is no error of a room, and is answered by one."""

Found = dict[str, dict[str, Any]]


def codes() -> Found:
    """By code: the statuses that it comes with, and its sentences."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in _files()]
    statuses = STATUS | _statuses(trees)
    found: Found = {}
    made = [*_of_framework(), *(each for tree in trees for each in _made(tree, statuses))]
    for code, status, said in made:
        entry = found.setdefault(code, {"statuses": [], "said": []})
        entry["statuses"] = sorted({*entry["statuses"], status})
        entry["said"] = sorted({*entry["said"], said})
    return dict(sorted(found.items()))


def _files() -> Iterator[Path]:
    for package in ("accounts", "engine", "tournaments"):
        yield from sorted(file for file in (ROOT / package).rglob("*.py") if "migrations" not in file.parts)


def _of_framework() -> Iterator[tuple[str, int, str]]:
    for each in APIException.__subclasses__():
        if each.__module__.startswith("rest_framework"):
            yield str(each.default_code), int(each.status_code), str(each.default_detail)


def _statuses(trees: list[ast.Module]) -> dict[str, int]:
    """The classes of errors by name, each with the status that it, or what it is made of, says."""
    own: dict[str, int] = {}
    bases: dict[str, list[str]] = {}
    for node in (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        bases[node.name] = [_name(base) for base in node.bases]
        for line in node.body:
            value = line.value if isinstance(line, ast.Assign | ast.AnnAssign) else None
            if value is not None and ast.unparse(line).startswith(("status =", "status:")):
                if isinstance(value, ast.Constant) and isinstance(value.value, int):
                    own[node.name] = value.value
    for _depth in range(4):
        for name, above in bases.items():
            known = [own[base] for base in above if base in own]
            if known and name not in own:
                own[name] = known[0]
    return own


def _made(tree: ast.Module, statuses: dict[str, int]) -> Iterator[tuple[str, int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            inherited = next((statuses[_name(base)] for base in node.bases if _name(base) in statuses), None)
            for call in (each for each in ast.walk(node) if isinstance(each, ast.Call)):
                if ast.unparse(call.func) == "super().__init__" and inherited:
                    yield from _said(call.args, statuses.get(node.name, inherited))
        if isinstance(node, ast.Call):
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, int):
                yield from _said(node.args[1:], first.value, plain=True)
            elif status := statuses.get(_name(node.func), 422 if _name(node.func) == "Unprocessable" else 0):
                yield from _said(node.args, status)


def _said(args: list[ast.expr], status: int, *, plain: bool = False) -> Iterator[tuple[str, int, str]]:
    """A code with the sentence before or behind it."""
    for one, other in zip(args, args[1:], strict=False):
        for code, said in ((one, other), (other, one)):
            text = _text(said) or (_constant(said) if plain and " " in (_constant(said) or "") else None)
            if text and CODE.fullmatch(_constant(code) or ""):
                yield str(_constant(code)), status, text


def _text(node: ast.expr) -> str | None:
    marked = isinstance(node, ast.Call) and _name(node.func) in MARKS and node.args
    return (_constant(node.args[0]) or _text(node.args[0])) if isinstance(node, ast.Call) and marked else None


def _constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _name(node: ast.expr) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))


def text() -> str:
    return json.dumps(codes(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    KEPT.write_text(text(), encoding="utf-8")
