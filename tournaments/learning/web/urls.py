"""The addresses of what is learned from games."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
