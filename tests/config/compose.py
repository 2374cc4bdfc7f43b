"""The compose files as Docker reads them: profiles are laid over the first file, services extend others."""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from tournaments.config.supervisor.home import ROOT

DOCKER: Final = ROOT / "docker"
SMALL: Final = "compose.yml"
PROFILES: Final = {
    "small": [SMALL],
    "nodes": [SMALL, "compose.nodes.yml"],
    "rabbitmq": [SMALL, "compose.rabbitmq.yml"],
    "nodes and rabbitmq": [SMALL, "compose.nodes.yml", "compose.rabbitmq.yml"],
    "citus": [SMALL, "compose.citus.yml"],
    "another machine": ["compose.node.yml"],
}
FILES: Final = sorted({name for names in PROFILES.values() for name in names})
OURS: Final = {"migrate", "web", "streams", "bots", "clocks", "director", "analysis", "metrics"}
REPLACED: Final = ("command", "entrypoint", "test")
"""Lists that a later file replaces; all others it adds to."""


class Override(list[Any]):
    """``!override``: in place of what was there."""


class Loader(yaml.SafeLoader):
    pass


def _override(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    assert isinstance(node, yaml.SequenceNode)
    return Override(loader.construct_sequence(node, deep=True))


Loader.add_constructor("!override", _override)
Loader.add_constructor("!reset", lambda _loader, _node: Override())


@cache
def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load((DOCKER / name).read_text(), Loader)  # noqa: S506  # it is a SafeLoader
    return found


def merged(base: Any, over: Any, key: str = "") -> Any:
    if isinstance(base, dict) and isinstance(over, dict):
        return {name: merged(base.get(name), over.get(name, base.get(name)), name) for name in {**base, **over}}
    if isinstance(base, list) and isinstance(over, list) and base is not over:
        replaced = isinstance(over, Override) or key in REPLACED
        return list(over) if replaced else base + [one for one in over if one not in base]
    return over


def services(profile: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in PROFILES[profile]:
        found = merged(found, {service: _extended(given) for service, given in read(name)["services"].items()})
    return found


def _extended(given: dict[str, Any]) -> dict[str, Any]:
    if "extends" not in given:
        return given
    own = {name: value for name, value in given.items() if name != "extends"}
    extended: dict[str, Any] = merged(read(given["extends"]["file"])["services"][given["extends"]["service"]], own)
    return extended


def asked_for(name: str) -> set[str]:
    """The variables that a file takes from .env."""
    return set(re.findall(r"(?<!\$)\$\{(\w+)", (DOCKER / name).read_text()))


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))
