"""What is kept of what is learned from games. Nothing of it is in the log."""

from tournaments.learning.analysis.models import Analysis
from tournaments.learning.puzzles.models import Answer, Mined, Solver

__all__ = ["Analysis", "Answer", "Mined", "Solver"]
