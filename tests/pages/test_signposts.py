"""What stands at fixed addresses for programs that come by: nothing of it is private, and all of it leads somewhere."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.test import Client
from PIL import Image
from pytest_django import Settings

from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import announced
from tournaments.site import signposts

pytestmark = pytest.mark.django_db
ADDRESS = re.compile(r"<loc>http://testserver(/[^<]*)</loc>")


@pytest.fixture(autouse=True)
def _nothing_kept_of_lists() -> None:
    cache.clear()


def listed(client: Client, name: str) -> list[str]:
    return ADDRESS.findall(client.get(f"/sitemap-{name}.xml").content.decode())


def test_the_sitemap_names_its_parts_and_each_address_is_there(client: Client) -> None:
    parts = ADDRESS.findall(client.get("/sitemap.xml").content.decode())
    assert parts == [f"/sitemap-{name}.xml" for name in signposts.SITEMAPS]
    for address in (*listed(client, "pages"), *listed(client, "games")):
        assert client.get(address).status_code == 200, address


def test_only_what_everybody_may_know_of_is_in_the_lists(client: Client, ann: User, bob: User) -> None:
    public = founded(bob)
    private = founded(bob, slug="quiet", visibility="private", join="invitation")
    open_to_all, of_members = announced(ann.pk), announced(bob.pk, club=private)
    clubs, tournaments = listed(client, "clubs"), listed(client, "tournaments")
    assert [client.get(each).status_code for each in clubs] == [200]
    assert tournaments == [f"/tournaments/{open_to_all}"]
    assert public != private
    assert of_members not in "".join(tournaments)


def test_robots_are_kept_from_what_is_private_and_led_to_the_sitemap(client: Client, settings: Settings) -> None:
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /account/" in text
    assert text.endswith(f"Sitemap: {settings.SITE_URL}/sitemap.xml\n")
    assert "Disallow: /\n" not in text


def test_a_hole_is_told_to_somebody_or_the_address_is_not_there(client: Client, settings: Settings) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "safe@example.org"
    text = client.get("/.well-known/security.txt").content.decode()
    assert "Contact: mailto:safe@example.org\n" in text
    assert re.search(r"^Expires: \d{4}-\d\d-\d\dT00:00:00Z$", text, re.MULTILINE)
    settings.SECURITY_CONTACT = "https://example.org/safe"
    assert "Contact: https://example.org/safe\n" in client.get("/.well-known/security.txt").content.decode()


def test_the_site_can_be_installed_and_its_icons_have_the_size_they_say(client: Client) -> None:
    assert 'rel="manifest" href="/site.webmanifest"' in client.get("/").content.decode()
    answer = client.get("/site.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    pictures = [icon for icon in answer.json()["icons"] if icon["type"] == "image/png"]
    assert {icon["purpose"] for icon in pictures} == {"any", "maskable"}
    for icon in pictures:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(found, str)
        with Image.open(BytesIO(Path(found).read_bytes())) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]
