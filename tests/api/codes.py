"""The codes of refusals, as the source has them.

A refusal is made with its code and its sentence beside it, and its class, or a number, says its status.
"""

import ast
import re
from collections.abc import Iterable, Iterator
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
STATUS: Final = {
    **dict.fromkeys(("Rejected", "BadNotation", "Unprocessable", "ValidationError"), 422),
    **dict.fromkeys(("PermissionDenied", "Verdict"), 403),
    "NotFound": 404,
    "TooOften": 429,
}
"""Errors that no room makes."""
OF_FORMS: Final = ("invalid", "max_length", "min_length")
"""What Django's forms say of a field, where an operation asks them."""

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
        entry["said"] = sorted({*entry["said"], said} - {""})
    return dict(sorted(found.items()))


class _Named(ast.NodeTransformer):
    """A module with each sentence where a name stands for it, of the module or of the function."""

    def __init__(self, tree: ast.Module) -> None:
        self._said = _sentences(tree.body)
        self.tree: ast.Module = self.visit(tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        outside, self._said = self._said, self._said | _sentences(ast.walk(node))
        self.generic_visit(node)
        self._said = outside
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._said.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


def _sentences(lines: Iterable[ast.AST]) -> dict[str, ast.expr]:
    """What is assigned in *lines* and is a sentence, by name."""
    assigned = (line for line in lines if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None)
    named = {ast.unparse(line).partition(":")[0].partition(" =")[0]: line.value for line in assigned}
    said = {name: _text(value) for name, value in named.items() if value is not None}
    return {name: _marked(text) for name, text in said.items() if text}


def _marked(text: str) -> ast.expr:
    return ast.Call(ast.Name("_", ast.Load()), [ast.Constant(text)], [])


def _files() -> Iterator[Path]:
    for package in ("accounts", "engine", "tournaments"):
        yield from sorted(file for file in (ROOT / package).rglob("*.py") if "migrations" not in file.parts)


def _of_framework() -> Iterator[tuple[str, int, str]]:
    """Of Django REST Framework, and those of ours that are made of them."""
    for each in (*vars(exceptions).values(), *vars(problems).values()):
        if isinstance(each, type) and issubclass(each, APIException) and "default_detail" in vars(each):
            yield str(each.default_code), int(each.status_code), str(each.default_detail)
    yield from ((code, 422, "") for code in OF_FORMS)


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
            yield from _of_class(node, statuses.get(node.name, 0))
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
                given = [*node.args, *(each.value for each in node.keywords if each.arg == "code")]
                yield from _said(given, status) if status else _listed(node.args)
        if isinstance(node, ast.Tuple):
            yield from _listed(node.elts)
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                yield from _listed([key, value] if key is not None else [])


def _of_class(node: ast.ClassDef, status: int) -> Iterator[tuple[str, int, str]]:
    """An error whose class says its code, with the first sentence in it."""
    for line in node.body:
        if (
            status
            and isinstance(line, ast.Assign | ast.AnnAssign)
            and ast.unparse(line).startswith(("code =", "code:"))
        ):
            texts = [_text(each) for each in ast.walk(node) if isinstance(each, ast.expr)]
            yield from _said([line.value or ast.Constant(""), *map(_marked, filter(None, texts))], status)


def _listed(parts: list[ast.expr]) -> Iterator[tuple[str, int, str]]:
    """What stands in a table of refusals."""
    codes = [code for code in map(_constant, parts) if code and CODE.fullmatch(code) and code.startswith(REFUSING)]
    said = [text for text in map(_text, parts) if text and text.endswith(".")]
    yield from ((code, 0, text) for code in codes[:1] for text in said[:1])


def _said(args: list[ast.expr], status: int, *, plain: bool = False) -> Iterator[tuple[str, int, str]]:
    """A code with the sentence before or behind it, or alone where its sentence is made elsewhere."""
    codes = [code for code in map(_constant, args[:2]) if code and CODE.fullmatch(code)]
    codes += [code for code in map(_constant, args[2:]) if code and code.startswith(REFUSING)]
    texts = (_text(each) or (_constant(each) if plain and " " in (_constant(each) or "") else None) for each in args)
    said = next((text for text in texts if text and text.endswith(".")), "")
    if codes and (said or not plain):
        yield codes[0], status, said


def _text(node: ast.expr) -> str | None:
    marked = isinstance(node, ast.Call) and _name(node.func) in MARKS and node.args
    return (_constant(node.args[0]) or _text(node.args[0])) if isinstance(node, ast.Call) and marked else None


def _constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _name(node: ast.expr) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))
