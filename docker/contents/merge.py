"""Adds the base's packages to the bill of materials of ours: ``dpkg-query ... | merge.py FILE VERSION``."""

import json
import platform
import sys
from pathlib import Path
from typing import Any


def main(path: Path, version: str) -> None:
    """The lines read are ``NAME VERSION ARCHITECTURE`` of Debian's packages."""
    bill: dict[str, Any] = json.loads(path.read_text())
    bill["metadata"]["component"] = {"type": "container", "bom-ref": "cardroom", "name": "cardroom", "version": version}
    bill["components"] += [interpreter(), *(debian(*line.split()) for line in sys.stdin)]
    bill["dependencies"].append({"ref": "cardroom", "dependsOn": sorted(one["bom-ref"] for one in bill["components"])})
    path.write_text(json.dumps(bill, indent=1))


def interpreter() -> dict[str, str]:
    version = platform.python_version()
    return component("application", "python", version, f"pkg:generic/python@{version}")


def debian(name: str, version: str, architecture: str) -> dict[str, str]:
    return component("library", name, version, f"pkg:deb/debian/{name}@{version}?arch={architecture}")


def component(kind: str, name: str, version: str, purl: str) -> dict[str, str]:
    return {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl}


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
