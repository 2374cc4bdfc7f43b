"""The addresses of what is learned from games."""

from django.urls import path

from tournaments.learning.web.views import analysis

urlpatterns = [
    path("tables/<slug:table_id>/analysis", analysis.analysis, name="table-analysis"),
    path("tables/<slug:table_id>/analysis/ask", analysis.ask, name="table-analysis-ask"),
    path("tables/<slug:table_id>/analysis/delete", analysis.drop, name="table-analysis-delete"),
]
