"""What is kept of what is learned from games. Nothing of it is in the log: analyses can be made again."""

from tournaments.learning.analysis.models import Analysis
from tournaments.learning.lessons.models import LessonProgress

__all__ = ["Analysis", "LessonProgress"]
