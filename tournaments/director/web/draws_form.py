"""Whether the rounds to come are held, as the desk asks it while a tournament runs."""

from typing import Any

from django import forms

from tournaments.director.state.announced import USUAL_PAUSE, Settings
from tournaments.director.web import setting_fields


class DrawsForm(forms.Form):
    """The settings of the same names."""

    def __init__(self, data: Any = None, *, settings: Settings | None = None) -> None:
        initial = {name: getattr(settings, name) for name in ("draws", "pause_minutes")} if settings else {}
        super().__init__(data, initial=initial, auto_id="next-%s")
        fields = setting_fields.fields()
        self.fields |= {name: fields[name] for name in ("draws", "pause_minutes")}
        self.fields["draws"].required = True

    def chosen(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return {"draws": chosen["draws"], "minutes": chosen["pause_minutes"] or USUAL_PAUSE}
