"""The settings that a browser keeps: how pages and tables look and sound."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.people.web import display


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """For everybody: it needs no account."""
    posted = request.method == "POST"
    form = display.DisplayForm(request.POST if posted else None, initial=display.chosen(request))
    if posted and form.is_valid():
        messages.success(request, gettext("This browser keeps your settings."))
        response = redirect("settings-display")
        display.keep(response, form.cleaned_data)
        return response
    context = {"area": "me", "part": "display", "form": form}
    return render(request, "people/display.html", context, status=422 if form.errors else 200)
