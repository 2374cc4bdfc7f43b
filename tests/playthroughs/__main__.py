"""``python -m tests.playthroughs``: play every playthrough again and write it down, and make one for a game without.

For another variant write a file that holds the first line alone, then run this.
"""

from engine.registry import GAMES
from tests.playthroughs import FOLDER, PROMPT, command_of, missing, played, recorded


def main() -> None:
    for key in missing(GAMES):
        (FOLDER / f"{key}-usual.txt").write_text(f"{PROMPT}{key} --seed playthrough --bots greedy\n")
    for name, path in recorded().items():
        before = path.read_text()
        after = played(command_of(before))
        path.write_text(after)
        print(f"{name}: {'as before' if after == before else 'written'}")


if __name__ == "__main__":
    main()
