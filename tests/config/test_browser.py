"""The first page in a real browser, through the real processes."""

import pytest
from playwright.sync_api import ConsoleMessage, Page

from tests.processes import Processes

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_the_first_page_opens_without_a_complaint_of_the_browser(processes: Processes, page: Page) -> None:
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    answer = page.goto(processes.url)
    assert answer is not None
    assert answer.status == 200
    page.wait_for_load_state("networkidle")
    assert complaints == []
