"""The addresses of what is learned from games."""

from django.urls import path

from tournaments.learning.web.views import (
    analysis,
    lessons,
    own,
    puzzles,
    statistics,
    studies,
    study_acts,
    study_edit,
)

urlpatterns = [
    path("tables/<slug:table_id>/analysis", analysis.analysis, name="table-analysis"),
    path("tables/<slug:table_id>/analysis/beside", analysis.beside, name="table-analysis-beside"),
    path("tables/<slug:table_id>/analysis/ask", analysis.ask, name="table-analysis-ask"),
    path("tables/<slug:table_id>/analysis/delete", analysis.drop, name="table-analysis-delete"),
    path("games/<slug:key>/statistics", statistics.statistics, name="game-statistics"),
    path("analysed", own.analysed, name="analysed-games"),
    path("puzzles", puzzles.puzzles, name="puzzles"),
    path("puzzles/<slug:key>/next", puzzles.another, name="puzzle-next"),
    path("puzzles/<slug:key>/today", puzzles.of_day, {"day": "today"}, name="puzzle-today"),
    path("puzzles/<slug:key>/day/<slug:day>", puzzles.of_day, name="puzzle-of-day"),
    path("puzzles/<slug:puzzle_id>", puzzles.puzzle, name="puzzle"),
    path("puzzles/<slug:puzzle_id>/answer", puzzles.answer, name="puzzle-answer"),
    path("learn", lessons.lessons, name="learn"),
    path("learn/forget", lessons.forget, name="learn-forget"),
    path("learn/<slug:key>", lessons.lesson, name="lesson"),
    path("learn/<slug:key>/<int:number>", lessons.step, name="lesson-step"),
    path("learn/<slug:key>/done", lessons.done, name="lesson-done"),
    path("studies", studies.studies, name="studies"),
    path("studies/new", studies.new, name="study-new"),
    path("studies/<slug:study_id>", studies.study, name="study"),
    path("studies/<slug:study_id>/edit", study_edit.edit, name="study-edit"),
    path("studies/<slug:study_id>/add", study_edit.add, name="study-add"),
    path("studies/<slug:study_id>/file", studies.as_file, name="study-file"),
    *(
        path(
            f"studies/<slug:study_id>/{verb}",
            study_acts.by_staff if verb in study_acts.OF_STAFF else study_acts.act,
            {"verb": verb},
            name=f"study-{verb}",
        )
        for verb in study_acts.ACTS
    ),
    path("studies/<slug:study_id>/chapters/<slug:chapter_id>", studies.chapter, name="study-chapter"),
    path("studies/<slug:study_id>/chapters/<slug:chapter_id>/positions", studies.positions, name="study-positions"),
    path("studies/<slug:study_id>/chapters/<slug:chapter_id>/study", study_edit.keep_line, name="study-line"),
    path("studies/<slug:study_id>/chapters/<slug:chapter_id>/comment", study_acts.comment, name="study-comment"),
    path(
        "studies/<slug:study_id>/chapters/<slug:chapter_id>/uncomment",
        study_acts.comment_remove,
        name="study-comment-remove",
    ),
    path("tables/<slug:table_id>/replay/study", study_edit.keep_table, name="table-study"),
    path("replay/<slug:code>/study", study_edit.keep_game, name="game-study"),
]
