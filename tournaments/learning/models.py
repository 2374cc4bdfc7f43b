"""What is kept of what is learned from games, each beside what writes it. Of all this studies alone are in the log."""

from tournaments.learning.analysis.models import Analysis, SeatAnalysis
from tournaments.learning.lessons.models import LessonProgress
from tournaments.learning.puzzles.models import Answer, Mined, Solver
from tournaments.learning.statistics.models import BidCount, BidsCounted
from tournaments.learning.studies.models import Study, StudyReport

__all__ = [
    "Analysis",
    "Answer",
    "BidCount",
    "BidsCounted",
    "LessonProgress",
    "Mined",
    "SeatAnalysis",
    "Solver",
    "Study",
    "StudyReport",
]
