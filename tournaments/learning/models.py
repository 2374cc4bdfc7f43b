"""The rows of this room, from its folders."""

from tournaments.learning.puzzles.models import Answer, Mined, Solver

__all__ = ["Answer", "Mined", "Solver"]
