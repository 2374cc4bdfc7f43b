"""What is counted, for Prometheus. Each room declares its own counters, by the classes that stand here.

Many processes count. Where ``PROMETHEUS_MULTIPROC_DIR`` names a folder, each keeps its numbers in files of its own
there, and one process adds them up (``tournaments/config/telemetry/exporter.py``); else nobody asks for them. A label's
value comes from a short list: no id, no name, nothing that a request brings along.
"""

import os
import socket
from typing import Final

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
if not os.environ.get(FOLDER):
    os.environ.pop(FOLDER, None)  # an empty variable is not set, and prometheus_client thinks that it is

from prometheus_client import Counter, Gauge, Histogram, values  # noqa: E402  # it reads the variable

__all__ = ["FOLDER", "HOST", "SECONDS", "Counter", "Gauge", "Histogram", "owner"]

HOST: Final = socket.gethostname().replace("_", "-")
SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The bounds of every duration."""


def owner() -> str:
    """Whose files these are. Processes of several containers share a folder, and each container has a process 1."""
    return f"{HOST}-{os.getpid()}"


if FOLDER in os.environ:
    values.ValueClass = values.MultiProcessValue(owner)
