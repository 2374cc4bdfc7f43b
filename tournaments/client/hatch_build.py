"""Makes ``cardroom/models.py`` and ``cardroom/operations.py`` of the OpenAPI document, whenever a wheel is built.

    python tournaments/client/hatch_build.py

The models are msgspec structs, by datamodel-code-generator; the operations are methods, by this module.
"""

import json
import keyword
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

Schema: TypeAlias = dict[str, Any]

HERE: Final = Path(__file__).parent
PACKAGE: Final = HERE / "cardroom"
DOCUMENT: Final = HERE.parents[1] / "tests" / "api" / "openapi.json"
MADE: Final = (PACKAGE / "models.py", PACKAGE / "operations.py")
LIMITS: Final = frozenset({"maximum", "minimum", "maxLength", "minLength", "maxItems", "minItems", "pattern"})
CLOSED: Final = "additionalProperties"
KINDS: Final = {"string": "str", "integer": "int", "boolean": "bool", "number": "float"}
KEY: Final = "Idempotency-Key"
PLACE: Final = "Last-Event-ID"
HEAD: Final = '"""Made of the OpenAPI document: nothing here is written by hand."""\n'


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    """Makes the two modules before they are packed. A source distribution has them already."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if DOCUMENT.exists():
            make()


def make() -> None:
    """Write both modules, unless they are younger than what they are made of. Others may read them meanwhile."""
    latest = max(path.stat().st_mtime for path in (DOCUMENT, Path(__file__), HERE / "pyproject.toml"))
    if all(path.exists() and path.stat().st_mtime >= latest for path in MADE):
        return
    document = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(dir=HERE, prefix=".making-") as folder:
        models, operations = (Path(folder) / path.name for path in MADE)
        write_models(lenient(document), models)
        operations.write_text(methods(document), encoding="utf-8")
        for path in MADE:
            (Path(folder) / path.name).replace(path)


# -- models


def write_models(document: Schema, target: Path) -> None:
    """Raises ``ValueError`` if a struct had to be given another name: the operations would not find it."""
    given = target.with_name("openapi.json")
    given.write_text(json.dumps(document), encoding="utf-8")
    names = ["--input", str(given), "--output", str(target), "--custom-file-header", HEAD]
    subprocess.run([sys.executable, "-m", "datamodel_code_generator", *names], cwd=HERE, check=True)  # noqa: S603
    made = set(re.findall(r"^class (\w+)", target.read_text(encoding="utf-8"), re.MULTILINE))
    structs = {name for name, schema in document["components"]["schemas"].items() if "properties" in schema}
    if lost := structs - made:
        raise ValueError(f"Under another name: {', '.join(sorted(lost))}")


def lenient(document: Schema) -> Schema:
    """*document* with what an older client needs in order to read a newer server's answers: words that may become more
    are any words, limits are the server's to hold, unknown fields are passed over. What is only sent keeps words."""
    answered = reached(document, answers(document))
    given = document["components"]["schemas"]
    views = {f"#/components/schemas/{name}" for name, schema in given.items() if _untagged(schema)}
    schemas = {name: loosened(schema, views, words=name in answered) for name, schema in given.items()}
    return document | {"components": document["components"] | {"schemas": schemas}}


def answers(document: Schema) -> Iterator[Schema]:
    """The schemas of all answers and lines of streams, and of what webhooks send."""
    for _path, _method, operation in every(document):
        yield from (
            content.get("schema", {}) for answer in operation["responses"].values() for content in shown(answer)
        )
    for hook in document.get("webhooks", {}).values():
        yield from (content["schema"] for content in shown(hook["post"]["requestBody"]))


def reached(document: Schema, begun: Iterable[Schema]) -> set[str]:
    """The names of the schemas that *begun* are made of."""
    found: set[str] = set()
    waiting = list(begun)
    while waiting:
        for name in set(re.findall(r'schemas/(\w+)"', json.dumps(waiting.pop()))) - found:
            found.add(name)
            waiting.append(document["components"]["schemas"][name])
    return found


def loosened(schema: Any, views: set[str], *, words: bool) -> Any:
    """*schema* without limits, with any object where it refers to *views*; where *words*, with any word where there is
    a choice of words."""
    if isinstance(schema, list):
        return [loosened(each, views, words=words) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if _mixed(schema):
        return {}
    if schema.get("$ref") in views:
        return {"type": "object"}
    left = {word: said for word, said in schema.items() if word not in LIMITS and (word, said) != (CLOSED, False)}
    if words and len(schema.get("enum", ())) > 1:
        del left["enum"]
    if "properties" in left:
        fields = {name: loosened(field, views, words=words) for name, field in left.pop("properties").items()}
        return loosened(left, views, words=words) | {"properties": fields}
    return {word: loosened(said, views, words=words) for word, said in left.items()}


def _mixed(schema: Schema) -> bool:
    """Words and structs in one place (holes of texts): anything, as msgspec tells structs from structs alone."""
    return any("discriminator" in one for one in schema.get("anyOf", ()))


def _untagged(schema: Schema) -> bool:
    """One of several structs, and nothing in it says which: the views of games. Its reader knows the game."""
    return "discriminator" not in schema and len([one for one in schema.get("anyOf", ()) if "$ref" in one]) > 1


# -- operations


def methods(document: Schema) -> str:
    """The module of all operations."""
    made = [method(path, verb, operation) for path, verb, operation in every(document)]
    text = "\n".join(made)
    names = sorted(set(re.findall(r"\bmodels\.(\w+)", text)))
    imports = "from cardroom.models import (\n" + "".join(f"    {name},\n" for name in names) + ")\n"
    return (
        f"{HEAD}\nfrom collections.abc import Iterator\nfrom typing import Any, Literal\n\n"
        f"from cardroom.asking import Asking, quoted\n{imports}\n\n"
        f'class Operations(Asking):\n    """Every operation of the API, by its name in the document."""\n\n'
        + text.replace("models.", "")
    )


def every(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            yield path, verb.upper(), operation


def shown(said: Schema) -> list[Schema]:
    """What an answer or a body is, by media type."""
    return list(said.get("content", {}).values())


def method(path: str, verb: str, operation: Schema) -> str:
    """One operation: the parts of its path by position, then its body; the rest by name."""
    given = [each for each in operation.get("parameters", ()) if each["name"] not in (KEY, PLACE)]
    order = re.findall(r"{(\w+)}", path)
    inner = [f"{snake(name)}: {annotation(_one(given, name)['schema'])}" for name in order]
    body = next(iter(shown(operation.get("requestBody", {}))), None)
    if body:
        needed = operation["requestBody"].get("required", False)
        inner.append(f"body: {annotation(body['schema'])}" + ("" if needed else " | None = None"))
    queries = [each for each in given if each["in"] == "query"]
    named = [query(each) for each in sorted(queries, key=lambda each: not each.get("required"))]
    repeats = any(each["name"] == KEY for each in operation.get("parameters", ()))
    named += ["idempotency_key: str | None = None"] * repeats
    head = ", ".join(["self", *inner, *(["*", *named] if named else [])])
    shape, call = answer(verb, path, operation, bool(body), queries, repeats)
    said = sentence(operation, queries)
    return f"    def {snake(operation['operationId'])}({head}) -> {shape}:\n{said}        return {call}\n"


def answer(
    verb: str, path: str, operation: Schema, body: bool, queries: list[Schema], repeats: bool
) -> tuple[str, str]:
    """What the operation gives, and the call that asks for it."""
    address = re.sub(r"{(\w+)}", lambda match: "{quoted(" + snake(match[1]) + ")}", path)
    address = f'f"{address}"' if "{" in path else f'"{address}"'
    asked = "{" + ", ".join(f'"{each["name"]}": {snake(each["name"])}' for each in queries) + "}"
    good = next(said for status, said in operation["responses"].items() if status < "300")
    schema = next(iter(shown(good)))["schema"]
    if "contentSchema" in schema:
        shapes = [annotation(each) for each in schema["contentSchema"].get("anyOf", [schema["contentSchema"]])]
        listed = ", ".join(shapes) + ("," if len(shapes) == 1 else "")
        return f"Iterator[{' | '.join(shapes)}]", f"self.follow({address}, ({listed}), {asked})"
    shape = annotation(schema)
    words = [f'"{verb}"', address, shape]
    words += [f"query={asked}"] * bool(queries) + ["body=body"] * body + ["key=idempotency_key"] * repeats
    return shape, f"self.ask({', '.join(words)})"


def query(each: Schema) -> str:
    kind = annotation(each["schema"])
    return f"{snake(each['name'])}: {kind}" if each.get("required") else f"{snake(each['name'])}: {kind} | None = None"


def annotation(schema: Schema) -> str:
    if "$ref" in schema:
        return "models." + str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(word) for word in schema['enum'])}]"
    return KINDS.get(schema["type"], "dict[str, Any]")


def sentence(operation: Schema, queries: list[Schema]) -> str:
    """The docstring."""
    more = operation.get("description", "").strip()
    lines = [operation["summary"] + ".", ""]
    lines += [] if more.startswith(lines[0]) else [*more.splitlines(), ""]
    lines += [f"{snake(each['name'])}: {each['description']}" for each in queries if each.get("description")]
    text = "\n".join(lines).strip().replace("\\", "\\\\").replace('"""', "'''")
    text = f'"""{text}\n"""' if "\n" in text else f'"""{text}"""'
    return "".join(f"        {line}".rstrip() + "\n" for line in text.splitlines())


def snake(name: str) -> str:
    made = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|-", "_", name).lower()
    return made + "_" if keyword.iskeyword(made) else made


def _one(given: list[Schema], name: str) -> Schema:
    return next(each for each in given if each["name"] == name)


if __name__ == "__main__":
    make()
