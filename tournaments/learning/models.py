"""What is kept of what is learned from games. Nothing of it is in the log: it can be made again."""

from tournaments.learning.analysis.models import Analysis

__all__ = ["Analysis"]
