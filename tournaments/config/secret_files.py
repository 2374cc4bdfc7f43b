"""Secrets that stand in files, as containers hand them over: ``SECRET_KEY_FILE=/run/secrets/secret_key``.

Anybody who can inspect a container can read its environment; a file can be read only inside of it.
"""

from collections.abc import MutableMapping
from pathlib import Path

from tournaments.config.variables import RULES, Wrong


def read(environment: MutableMapping[str, str]) -> None:
    """Set each secret variable whose ``..._FILE`` names a file to what is in it. Both at once is a mistake."""
    for name in (name for name, rule in RULES.items() if rule.secret):
        if not (path := environment.get(f"{name}_FILE")):
            continue
        if environment.get(name):
            raise Wrong(f"{name} and {name}_FILE are both set: leave one of them out.")
        environment[name] = _content(f"{name}_FILE", Path(path))
        del environment[f"{name}_FILE"]


def _content(name: str, path: Path) -> str:
    try:
        content = path.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Wrong(f"{name} must name a file that this process may read, not {str(path)!r}.") from error
    if not content:
        raise Wrong(f"{name} names a file in which nothing stands: {str(path)!r}.")
    return content
