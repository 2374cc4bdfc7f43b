"""The rows of this room, each kept beside what writes it."""

from tournaments.learning.lessons.models import LessonProgress

__all__ = ["LessonProgress"]
