"""The addresses of what is learned from games."""

from django.urls import path

from tournaments.learning.web.views import analysis, lessons

urlpatterns = [
    path("tables/<slug:table_id>/analysis", analysis.analysis, name="table-analysis"),
    path("tables/<slug:table_id>/analysis/ask", analysis.ask, name="table-analysis-ask"),
    path("tables/<slug:table_id>/analysis/delete", analysis.drop, name="table-analysis-delete"),
    path("learn", lessons.lessons, name="learn"),
    path("learn/forget", lessons.forget, name="learn-forget"),
    path("learn/<slug:key>", lessons.lesson, name="lesson"),
    path("learn/<slug:key>/<int:number>", lessons.step, name="lesson-step"),
    path("learn/<slug:key>/done", lessons.done, name="lesson-done"),
]
