"""Why two players did not meet in a round."""

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.sessions import count_reader
from tournaments.director import selectors
from tournaments.director.display import prices, reviews
from tournaments.director.selectors import Detail
from tournaments.kit.words import sentence
from tournaments.tables.errors import RoomError


class PairForm(forms.Form):
    """Two players of the tournament."""

    one = forms.TypedChoiceField(label=_("Player"), coerce=int)
    two = forms.TypedChoiceField(label=_("Another player"), coerce=int)

    def __init__(self, *args: object, detail: Detail, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choices = [(entry.number, entry.name) for entry in sorted(detail.entries, key=lambda each: each.name.lower())]
        for field in self.fields.values():
            assert isinstance(field, forms.ChoiceField)  # noqa: S101
            field.choices = choices


@require_safe
def why_not(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    """Two are chosen; the answer is their price, rule by rule."""
    detail = selectors.detail(tournament_id)
    if not 1 <= number <= len(detail.rounds):
        raise Http404
    asked = request.GET if "one" in request.GET else None
    form = PairForm(asked, detail=detail)
    found = None
    if asked is not None and form.is_valid():
        count_reader(request.user, "checks")
        try:
            found = reviews.why_not(tournament_id, number, form.cleaned_data["one"], form.cleaned_data["two"])
        except RoomError as refused:
            form.add_error("two", sentence(refused.reason))
    rules = [(prices.title(charge), charge) for charge in found.charges] if found else []
    context = {"area": "tournaments", "t": detail, "number": number, "form": form, "found": found, "rules": rules}
    return render(request, "tournaments/why_not.html", context, status=422 if form.errors else 200)
