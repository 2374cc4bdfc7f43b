"""The picture of the rooms in ``README.md``, drawn from their imports: ``python -m tests.rooms`` writes it.

An arrow means "imports". What a room reaches through another one is not drawn again. A web that asks the ``read`` of a
room above it is not drawn: no room imports a web, so no circle can come of it.
"""

from pathlib import Path

import grimp

README = Path(__file__).parent.parent / "README.md"
BEGIN, END = "```mermaid\n", "```\n"


def arrows() -> dict[str, set[str]]:
    """For each room those that it imports, without what it reaches through them."""
    graph = grimp.build_graph("tournaments", "accounts", "engine", cache_dir=None)
    for module in [each for each in graph.modules if each.startswith("tournaments.") and each.endswith(".read")]:
        for importer in graph.find_modules_that_directly_import(module):
            if ".web." in importer and importer.split(".")[1] != module.split(".")[1]:
                graph.remove_import(importer=importer, imported=module)
    rooms = [*sorted(graph.find_children("tournaments")), "accounts", "engine"]
    for room in rooms:
        graph.squash_module(room)
    direct = {room: graph.find_modules_directly_imported_by(room) & set(rooms) for room in rooms}
    return {room: found - _through(found, direct) for room, found in direct.items()}


def _through(found: set[str], direct: dict[str, set[str]]) -> set[str]:
    """What is reached through *found*."""
    reached: set[str] = set()
    waiting = [further for one in found for further in direct[one]]
    while waiting:
        if (one := waiting.pop()) not in reached:
            reached.add(one)
            waiting += direct[one]
    return reached


def picture() -> str:
    lines = [
        f"    {room.removeprefix('tournaments.')} --> {imported.removeprefix('tournaments.')}\n"
        for room, found in sorted(arrows().items())
        for imported in sorted(found)
    ]
    return f"{BEGIN}flowchart TD\n{''.join(lines)}{END}"


def drawn() -> str:
    """The README with the picture as it is now."""
    before, _begin, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    return before + picture() + rest.partition(END)[2]


if __name__ == "__main__":
    README.write_text(drawn(), encoding="utf-8")
