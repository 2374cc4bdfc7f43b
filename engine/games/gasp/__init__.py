"""The Gasp! family: tricks with two-suited cards, and tokens that change hands."""

from engine.games.gasp.standard import Gasp

__all__ = ["Gasp"]
