"""Studies in the browser: a moment of a replay is kept, said something of, marked, and read on a phone and a laptop."""

import re
from itertools import cycle

from playwright.sync_api import Page, ViewportSize, expect

from accounts import privacy
from accounts.models import User
from tests.browser.conftest import Opener, forgive, log_in, person
from tests.browser.looks import Scheme, faults, narrow
from tests.browser.pages import finished
from tests.browser.test_replay import at, here
from tests.covering import DEEP
from tournaments.learning.studies import contents, keeping, selectors, services
from tournaments.learning.studies.chapters import Source

SCREENS: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 740},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 1366, "height": 625},
)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def kept(user: User) -> tuple[str, str]:
    """A public study with a chapter of a game that was played to its end, and a comment with marks on it."""
    table = finished("german-whist").split("/")[2]
    source = Source(table=table, move=2)
    study, chapter = keeping.keep(user=user, study=None, name="Endings", title="The first trick", source=source)
    seq = selectors.seen(study, user).part(chapter).seq
    contents.save_comment(
        user=user,
        study_id=study,
        chapter=chapter,
        seq=seq,
        text="Why **not** lower?",
        rings=("@1",),
        arrows=(("@1", "@2"),),
    )
    services.set_reach(user=user, study_id=study, to="public")
    return study, chapter


def position(page: Page) -> int:
    return int(str(page.locator("#viewer").get_attribute("data-move")))


def test_a_moment_is_kept_and_said_something_of(open_page: Opener) -> None:
    page = open_page(viewport={"width": 1366, "height": 625})
    log_in(page, person("ann"))
    page.goto(finished("german-whist"))
    here(page)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.locator("#replay-menu summary").click()
    page.get_by_role("link", name="Keep in a study").click()
    page.get_by_label("Title of the chapter").fill("The first card")
    page.get_by_label("Name of the new study").fill("Whist")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_role("heading", name="The first card")).to_be_visible()
    here(page)
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.get_by_role("button", name="Mark cards").click()
    page.locator("#felt .card:not(.back)").last.click()
    expect(page.locator(".marks-drawn rect")).not_to_have_count(0)
    page.get_by_label("Comment at this move").fill("A *low* one is enough.")
    page.get_by_role("button", name="Save").click()
    here(page)
    at(page, 2)
    remark = page.locator(".remark.here")
    expect(remark.locator("em")).to_have_text("low")
    expect(remark).to_contain_text("Marked:")
    expect(page.locator(".marks-drawn rect")).not_to_have_count(0)
    page.keyboard.press("Home")
    expect(page.locator(".remark.here")).to_have_count(0)
    page.locator(".remark .at").click()
    at(page, 2)


def test_two_who_edit_the_same_comment_are_shown_each_others_words(open_page: Opener, faults: list[str]) -> None:
    ann, ben = person("ann"), person("ben")
    study, chapter = kept(ann)
    pages = []
    for user in (ann, ben):
        page = open_page()
        log_in(page, user)
        pages.append(page)
    edited_by_both(study, ann, ben)
    for page in pages:
        page.goto(f"/studies/{study}/chapters/{chapter}")
        page.locator(".remark").get_by_role("link", name="Edit").click()
        expect(page.get_by_label("Edit this comment")).to_have_value("Why **not** lower?")
    first, second = pages
    first.get_by_label("Edit this comment").fill("By ann.")
    first.get_by_role("button", name="Save").click()
    expect(first.locator(".remark")).to_contain_text("By ann.")
    second.get_by_label("Edit this comment").fill("By ben.")
    second.get_by_role("button", name="Save").click()
    expect(second.get_by_role("alert").filter(has_text="By ann.")).to_be_visible()
    expect(second.get_by_label("Edit this comment")).to_have_value("By ben.")
    second.get_by_role("button", name="Save").click()
    expect(second.locator(".remark")).to_contain_text("By ben.")
    forgive(faults, "409")


def edited_by_both(study: str, owner: User, other: User) -> None:
    privacy.choose(user=other, choices={"invitations": "anyone"})
    services.add_editor(user=owner, study_id=study, name=other.username)


def test_axe_finds_nothing_and_nothing_is_too_wide(open_page: Opener) -> None:
    """Each page on every screen; by axe both light and dark, on one screen each as they go round."""
    ann = person("ann")
    study, chapter = kept(ann)
    page = open_page()
    found = []
    log_in(page, ann)
    edited = selectors.seen(study, ann).part(chapter).comments[0].id
    where = (
        "/studies",
        f"/studies/{study}",
        f"/studies/{study}/edit",
        f"/studies/{study}/chapters/{chapter}",
        f"/studies/{study}/chapters/{chapter}?edit={edited}",
    )
    looked = cycle(SCREENS)
    for path in where:
        page.goto(path)
        for screen in SCREENS:
            page.set_viewport_size(screen)
            assert narrow(page), (path, screen)
            expect_the_whole_felt(page, screen)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            for screen in SCREENS if DEEP else (next(looked),):
                page.set_viewport_size(screen)
                found += faults(page)
    assert not found, "\n".join(found)


def expect_the_whole_felt(page: Page, screen: ViewportSize) -> None:
    """Where there is a position, all of it is on the first screen."""
    if page.locator("#felt").count():
        felt = page.locator("#felt").bounding_box()
        assert felt
        assert felt["y"] + felt["height"] <= screen["height"] + 1, screen


def test_a_stranger_without_a_script_reads_it_and_goes_from_comment_to_comment(open_page: Opener) -> None:
    study, chapter = kept(person("ann"))
    page = open_page("/studies", java_script_enabled=False)
    page.get_by_role("link", name="Endings").first.click()
    page.get_by_role("link", name="The first trick").click()
    expect(page).to_have_url(re.compile(f"/studies/{study}/chapters/{chapter}$"))
    expect(page.locator(".remark strong")).to_have_text("not")
    opened = position(page)
    page.get_by_role("link", name="Last", exact=True).click()
    assert position(page) > opened
    page.locator(".remark .at").click()
    assert position(page) == opened
    expect(page.get_by_label("Comment at this move")).to_have_count(0)
