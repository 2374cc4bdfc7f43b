"""Every page, for everybody: it answers, keeps to the policy, and leads nowhere that is not there."""

import re
from datetime import timedelta
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from tests.clubs.making import facts
from tests.factories import announced, give_up, open_for, started
from tests.notices.samples import FACTS
from tests.pages.conftest import MARKUP
from tests.pages.reading import NOT_PAGES, Reader
from tournaments.clubs import services as clubs
from tournaments.director.state.stage_settings import Stage
from tournaments.learning.studies import contents, keeping
from tournaments.learning.studies import selectors as studies
from tournaments.learning.studies import services as study_services
from tournaments.learning.studies.chapters import Source
from tournaments.log import sources
from tournaments.notices import inserting
from tournaments.notices.sending import unsubscribing
from tournaments.notices.told import Told
from tournaments.pairing.qualification import Top
from tournaments.tables import services as tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages(ann: User, ben: User, robot: User) -> list[str]:
    """The address of every kind of page, in every state that looks different."""
    nasty = User.objects.create(username=MARKUP)
    for number, (kind, samples) in enumerate(FACTS.items()):
        facts = samples[0] | {"by": nasty.pk, "user": nasty.pk, "title": samples[0].get("title", "") and MARKUP}
        told = Told(kind=kind, users=(ann.pk, ben.pk), subject=str(number), facts=facts)
        inserting.write(told, stream="club:x", seq=number, at=1_795_400_000_000)
    bots = [accounts.make_bot(f"bot{i}", "greedy") for i in range(3)]
    waiting, playing = open_for(ben, None), open_for(nasty, robot)
    gasp = open_for(nasty, robot, *bots, game="gasp")
    pairs, duel = open_for(nasty, ben, *bots[:2], game="gasp-pairs"), open_for(ben, robot, game="gasp-duel")
    over, off = open_for(ben, nasty, rated=True), open_for(ben, None)
    give_up(table_id=over, user_id=ben.pk)
    tables.abort(table_id=off, user_id=ben.pk)
    shown = {"name": f"Club night {MARKUP}", "description": f"Bring {MARKUP}", "format": "round-robin"}
    coming, running = (make(ben.pk, [bot.pk for bot in bots], **shown) for make in (announced, started))
    single = started(ben.pk, [bot.pk for bot in bots], **shown | {"format": "knock-out"})
    pods = started(
        ben.pk, [bot.pk for bot in bots], **shown | {"format": "pod-knock-out", "game": "gasp", "rated": False}
    )
    final = Stage(format="knock-out", takes=(Top(2),))
    staged = started(ben.pk, [bot.pk for bot in bots], **shown | {"groups": 1, "stages": (final,)})
    double = started(ben.pk, [nasty.pk, ben.pk], **shown | {"format": "double-elimination"})
    source, title = Source(table=over), f"Title {MARKUP}"
    study, chapter = keeping.keep(user=ben, study=None, name=f"Study {MARKUP}", title=title, source=source)
    seq = studies.seen(study, ben).part(chapter).seq
    said = f"A comment **of** {MARKUP}"
    contents.save_comment(user=ben, study_id=study, chapter=chapter, seq=seq, text=said, rings=("KS", "@2"))
    study_services.set_reach(user=ben, study_id=study, to="public")
    on_tables = [f"/tables/{table}" for table in (waiting, playing, gasp, pairs, duel, over, off)]
    return [
        *(
            "/",
            "/now",
            "/games",
            "/games/duck-soup",
            "/games/gasp",
            "/games/gasp/rules",
            "/games/gasp-pairs",
            "/learn",
            "/learn/gasp",
            "/learn/gasp/2",
            "/learn/gasp/2?move=CS",
            "/learn/gasp/2?move=AL",
            "/learn/gasp/done",
            "/tables",
            "/tables?player=ben&page=2",
            "/tournaments?name=club&game=duck-soup",
            "/players",
            "/players?name=b",
        ),
        "/studies",
        f"/studies/{study}",
        f"/studies/{study}/chapters/{chapter}",
        f"/studies/{study}/chapters/{chapter}?move=1&seat=0",
        f"/tables/{over}/replay/study?move=0&seat=all",
        *on_tables,
        *(f"{table}/board" for table in on_tables),
        *(f"{table}/replay" for table in on_tables),
        *(f"/tables/{over}/replay?move=0&seat={seat}" for seat in ("0", "1", "all", "public", "9", "x")),
        *(f"/tables/{waiting}/abort", f"/tables/{playing}/resign"),
        *("/tournaments", f"/tournaments/{coming}", f"/tournaments/{running}"),
        *(f"/tournaments/{running}/{tab}" for tab in ("rounds", "standings", "crosstable", "rulings")),
        f"/tournaments/{running}?as_of=2",
        *(f"/tournaments/{each}{tab}" for each in (single, double) for tab in ("", "/bracket", "/standings")),
        f"/tournaments/{double}/bracket?as_of=4",
        *(f"/tournaments/{pods}{tab}" for tab in ("", "/bracket", "/standings")),
        *(
            f"/tournaments/{staged}{tab}"
            for tab in ("", "/bracket", "/rounds", "/standings", "/crosstable", "/projector")
        ),
        *(f"/tournaments/{each}/projector" for each in (coming, running, single, pods)),
        *(f"/tournaments/{each}/poster" for each in (coming, running)),
        *clubs_of(ben, nasty),
        *("/ladders/duck-soup", "/ladders/gasp", "/players/ann", "/players/Robot", "/players/%3Ci%3E%26amp%3Bx"),
        *(
            f"/settings{page}"
            for page in ("", "/notices", "/security", "/privacy", "/vacation", "/tokens", "/bots", "/data")
        ),
        *("/notices", "/notices?show=answer", "/notices?show=clubs&from=50"),
        f"/notices/unsubscribe/{unsubscribing.token(ben.pk, 'news')}",
        "/account/email/",
        *("/friends", "/reports", f"/tables/{playing}/chat", f"/tables/{over}/chat"),
        *(f"/about/{page}" for page in ("fair-deals", "ratings", "bots", "privacy", "codes", "codes/stale")),
        *("/account/login/", "/account/signup/", "/account/password/reset/", "/account/password/reset/done/"),
    ]


def clubs_of(owner: User, member: User) -> list[str]:
    """The pages of a club with everything in it that is shown; those that are not for everybody lead to others."""
    User.objects.filter(pk__in=[owner.pk, member.pk]).update(date_joined=timezone.now() - timedelta(days=9))
    said = f"### {MARKUP}\n\n{MARKUP}"
    club = clubs.found(by=owner.pk, facts=facts(join="open"), description=said)
    clubs.join(club_id=club, by=member.pk)
    clubs.post_news(club_id=club, by=owner.pk, title=MARKUP, text=said)
    token = clubs.invite(club_id=club, by=owner.pk, expires_at=sources.now_ms() + 1_000_000)
    open_for(owner, member)
    lists = ("/clubs", "/clubs?name=harbour&language=en", f"/clubs/invitations/{token}", "/clubs/new")
    return [*lists, *(f"/clubs/harbour-street{part}" for part in ("", "/members", "/poster"))]


@pytest.fixture(params=["anonymous", "guest", "user", "organiser"])
def reader(request: pytest.FixtureRequest, ann: User, ben: User) -> Client:
    client = Client()
    users = {"guest": accounts.create_guest(), "user": ann, "organiser": ben}
    if request.param in users:
        client.force_login(users[request.param], backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_every_page_answers_keeps_to_the_policy_and_shows_markup_as_text(reader: Client, pages: list[str]) -> None:
    for page in pages:
        answer = reader.get(page, follow=True)
        assert answer.status_code == 200, page
        assert "default-src 'self'" in answer["Content-Security-Policy"].split("; ")
        assert "unsafe" not in answer["Content-Security-Policy"]
        seen = Reader(text := answer.content.decode())
        assert not seen.faults, page
        assert not re.search(r'\s<span class="vh">[,.:;]', text), f"{page}: a space before what goes on a word"
        assert MARKUP not in text, page
        assert len(seen.ids) == len(set(seen.ids)), (page, [i for i in seen.ids if seen.ids.count(i) > 1])


def test_no_link_of_any_page_is_dead(as_ann: Client, pages: list[str]) -> None:
    links: set[str] = set()
    for page in pages:
        seen = Reader(as_ann.get(page, follow=True).content.decode())
        links |= {urljoin(page, link) for link in seen.links}
    inside = {link.partition("#")[0] for link in links if not urlsplit(link).netloc}
    for link in sorted(inside - {""}):
        if link.startswith(NOT_PAGES) and "record" not in link:
            continue
        assert as_ann.get(link, follow=True).status_code == 200, link


def test_every_file_that_a_page_asks_for_is_there(client: Client, pages: list[str]) -> None:
    assets = {asset for page in pages for asset in Reader(client.get(page, follow=True).content.decode()).assets}
    assert assets
    for asset in assets:
        assert finders.find(asset.removeprefix("/static/")), asset


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/nothing/", "/tables/nothing", "/games/nothing", "/players/nobody", "/about/nothing"],
)
def test_what_is_not_there_is_404_in_the_sites_look(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Page not found" in answer.content.decode() or "There is no such" in answer.content.decode()


@pytest.mark.parametrize("path", ["/tournaments", "/games/gasp"])
def test_an_address_with_a_slash_too_many_leads_to_the_page(client: Client, path: str) -> None:
    answer = client.get(f"{path}/")
    assert (answer.status_code, answer["Location"]) == (301, path)


@pytest.mark.parametrize("path", ["/tournaments/nothing", "/tournaments/nothing/rounds", "/ladders/nothing"])
def test_what_the_rooms_below_do_not_know_is_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_pages_speak_the_readers_language(client: Client) -> None:
    answer = client.get("/", headers={"Accept-Language": "es"})
    assert Reader(answer.content.decode()).lang == "es"


def test_the_language_is_switched_by_the_readers_choice(client: Client) -> None:
    answer = client.post("/setlang/", {"language": "es", "next": "/games"}, follow=True)
    assert Reader(answer.content.decode()).lang == "es"
