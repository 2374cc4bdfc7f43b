"""Who comes to edit a study is told, and of nobody's words."""

import pytest

from accounts import privacy
from accounts.models import User
from tests.notices.conftest import Follow, told
from tournaments.learning.studies import services
from tournaments.notices import selectors
from tournaments.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def test_a_new_editor_is_told_until_they_are_none_any_more(ann: User, bob: User, follow: Follow) -> None:
    privacy.choose(user=bob, choices={"invitations": "anyone"})
    study = services.create(user=ann, name="A name that insults")
    services.add_editor(user=ann, study_id=study, name=bob.username)
    follow()
    assert (told(ann), told(bob)) == ([], ["study_editor"])
    line = selectors.inbox(bob)[0]
    assert line.text == f"{ann.username} lets you edit a study"
    services.remove_editor(user=ann, study_id=study, name=bob.username)
    follow()
    assert Notice.objects.get(user=bob).over_at is not None


def test_with_the_study_its_notices_are_over(ann: User, bob: User, follow: Follow) -> None:
    privacy.choose(user=bob, choices={"invitations": "anyone"})
    study = services.create(user=ann, name="Endings")
    services.add_editor(user=ann, study_id=study, name=bob.username)
    follow()
    services.delete(user=ann, study_id=study)
    follow()
    assert Notice.objects.get(user=bob).over_at is not None
