"""The codes of refusals, as the source has them.

A refusal is made with its code and its sentence beside it, and its class, or a number, says its status.
"""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from rest_framework import exceptions
from rest_framework.exceptions import APIException

from tournaments.kit import problems

ROOT: Final = Path(__file__).parents[2]
CODE: Final = re.compile(r"[a-z][a-z0-9_]{2,40}")
MARKS: Final = ("_", "gettext", "gettext_noop", "Text")
REFUSING: Final = ("already_", "bad_", "no_", "not_", "too_", "wrong_")
"""What codes begin with, where nothing else tells them from other words."""
STATUS: Final = {"Rejected": 422, "BadNotation": 422, "TooOften": 429, "PermissionDenied": 403, "Unprocessable": 422}
"""Errors that no room makes."""

Found = dict[str, dict[str, Any]]


def codes() -> Found:
    """By code: the statuses that it comes with, and its sentences."""
    trees = [_Named(ast.parse(file.read_text(encoding="utf-8"))).tree for file in _files()]
    statuses = STATUS | _statuses(trees)
    found: Found = {}
    made = [*_of_framework(), *(each for tree in trees for each in _made(tree, statuses))]
    for code, status, said in made:
        entry = found.setdefault(code, {"statuses": [], "said": []})
        entry["statuses"] = sorted({*entry["statuses"], status} - {0})
        entry["said"] = sorted({*entry["said"], said})
    return dict(sorted(found.items()))


class _Named(ast.NodeTransformer):
    """A module with each sentence where the name of a constant stands for it."""

    def __init__(self, tree: ast.Module) -> None:
        self._said: dict[str, ast.expr] = {}
        for line in tree.body:
            value = line.value if isinstance(line, ast.Assign | ast.AnnAssign) else None
            if value is not None and _text(value):
                self._said[ast.unparse(line).partition(":")[0].partition(" =")[0]] = value
        self.tree: ast.Module = self.visit(tree)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._said.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


def _files() -> Iterator[Path]:
    for package in ("accounts", "engine", "tournaments"):
        yield from sorted(file for file in (ROOT / package).rglob("*.py") if "migrations" not in file.parts)


def _of_framework() -> Iterator[tuple[str, int, str]]:
    """Of Django REST Framework, and those of ours that are made of them."""
    for each in (*vars(exceptions).values(), *vars(problems).values()):
        if isinstance(each, type) and issubclass(each, APIException) and "default_detail" in vars(each):
            yield str(each.default_code), int(each.status_code), str(each.default_detail)


def _statuses(trees: list[ast.Module]) -> dict[str, int]:
    """The classes of errors by name, each with the status that it, or what it is made of, says."""
    own: dict[str, int] = {}
    bases: dict[str, list[str]] = {}
    for node in (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        bases[node.name] = [_name(base) for base in node.bases]
        for line in node.body:
            value = line.value if isinstance(line, ast.Assign | ast.AnnAssign) else None
            says = value is not None and ast.unparse(line).startswith(("status =", "status:"))
            if says and isinstance(value, ast.Constant) and isinstance(value.value, int):
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
                    stale = [ast.Constant("stale")] if node.name == "Stale" else []
                    yield from _said([*stale, *call.args], statuses.get(node.name, inherited))
        if isinstance(node, ast.Call):
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, int):
                yield from _said(node.args[1:], first.value, plain=True)
            else:
                status = statuses.get(_name(node.func), 0)
                yield from _said(node.args, status) if status else _listed(node.args)
        if isinstance(node, ast.Tuple):
            yield from _listed(node.elts)
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                yield from _listed([key, value] if key is not None else [])


def _listed(parts: list[ast.expr]) -> Iterator[tuple[str, int, str]]:
    """What stands in a table of refusals."""
    codes = [code for code in map(_constant, parts) if code and CODE.fullmatch(code) and code.startswith(REFUSING)]
    said = [text for text in map(_text, parts) if text and text.endswith(".")]
    yield from ((code, 0, text) for code in codes[:1] for text in said[:1])


def _said(args: list[ast.expr], status: int, *, plain: bool = False) -> Iterator[tuple[str, int, str]]:
    """A code with the sentence before or behind it."""
    for one, other in pairwise(args):
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
