"""The form for a file of names: chosen, or pasted in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.director.imports import LONGEST


class ImportForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("Kind of file"),
        choices=[
            ("csv", _("CSV with a column “name”")),
            ("trf", _("FIDE report (TRF), which also orders the seeds")),
        ],
        widget=forms.RadioSelect,
        initial="csv",
    )
    file = forms.FileField(label=_("File"), required=False, help_text=_("In UTF-8."))
    text = forms.CharField(
        label=_("Or write or paste it here"),
        help_text=_("One name per line is enough."),
        required=False,
        strip=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """The text is the file's, if one was chosen."""
        given = super().clean() or self.cleaned_data
        file = given.get("file")
        if file is not None:
            try:
                given["text"] = file.read(LONGEST * 4).decode()
            except UnicodeDecodeError:
                self.add_error("file", forms.ValidationError(_("This file is not in UTF-8.")))
        elif not given.get("text") and "text" not in self.errors:
            self.add_error("text", forms.ValidationError(_("Choose a file, or paste its text.")))
        return given


class ApartForm(forms.Form):
    """Groups of players: a line each, names with commas between."""

    forbidden = forms.CharField(
        label=_("Never meet"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=LONGEST,
        help_text=_("One group per line, with names separated by commas: no two of a group are paired."),
    )
    mates = forms.CharField(
        label=_("Club-mates"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=LONGEST,
        help_text=_("They are kept apart in the first rounds of a Swiss, unless that would cause a rematch."),
    )

    def groups(self, name: str) -> list[list[str]]:
        lines = (line.split(",") for line in self.cleaned_data[name].splitlines())
        return [names for line in lines if (names := [part.strip() for part in line if part.strip()])]
