"""The addresses of what is learned from games."""

from django.urls import URLPattern, path

from tournaments.learning.web.views import lessons

urlpatterns: list[URLPattern] = [
    path("learn", lessons.lessons, name="learn"),
    path("learn/forget", lessons.forget, name="learn-forget"),
    path("learn/<slug:key>", lessons.lesson, name="lesson"),
    path("learn/<slug:key>/<int:number>", lessons.step, name="lesson-step"),
    path("learn/<slug:key>/done", lessons.done, name="lesson-done"),
]
