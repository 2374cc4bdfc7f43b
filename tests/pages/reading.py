"""What a page refers to, and what it must not hold."""

from html.parser import HTMLParser

NOT_PAGES = ("/api/", "/static/")
ELSEWHERE = ("alternate", "manifest")
"""What a page names for programs, and does not ask for."""


class Reader(HTMLParser):
    """What a page refers to, and what it must not hold."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.assets: set[str] = set()
        self.ids: list[str] = []
        self.faults: list[str] = []
        self.lang = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.lang = found.get("lang", "")
        if tag == "a" and found.get("href"):
            self.links.add(found["href"])
        if found.get("rel") in ELSEWHERE:
            return
        if tag in ("link", "script", "use") and (source := found.get("src") or found.get("href")):
            self.assets.add(source.partition("#")[0])
        if "id" in found:
            self.ids.append(found["id"])
        self.faults += [f"{tag} {name}" for name in found if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and not found.get("src")):
            self.faults.append(f"inline {tag}")
