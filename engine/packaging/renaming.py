"""What the wheel holds: every module and page of the engine, with its own imports as ``cardroom_engine``.

Read by hatchling while it builds; no part of the engine.
"""

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "cardroom_engine"
SHIPPED = {".py", ".md", ".typed"}


class Renaming(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            raise ValueError("cardroom-engine cannot be installed editable: its modules are renamed when it is built")
        self.renamed = Path(tempfile.mkdtemp(prefix=f"{PACKAGE}-"))
        write(Path(self.root), self.renamed)
        build_data["force_include"][str(self.renamed)] = PACKAGE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.renamed)


def write(tree: Path, to: Path) -> None:
    """The engine of *tree*, renamed, as a package in the folder *to*. Every line keeps its number."""
    named = "|".join(sorted(path.stem for path in tree.iterdir() if path.suffix == ".py" or path.is_dir()))
    # all imports are absolute, so a module's name stands after "engine." or in "from engine import"
    ours = re.compile(rf"\bengine(?=\.(?:{named})\b| import )|(?<=-m )engine\b")
    for path in sorted(tree.rglob("*")):
        part = path.relative_to(tree)
        if path.suffix in SHIPPED and part.parts[0] != "packaging":
            text = path.read_text(encoding="utf-8")
            copy = to / part
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(ours.sub(PACKAGE, text) if path.suffix == ".py" else text, encoding="utf-8")
