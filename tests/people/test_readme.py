"""The README's examples run as they stand."""

import doctest
from pathlib import Path

import tournaments.people
from accounts import privacy
from tournaments.people import policy


def test_the_examples_of_the_readme() -> None:
    readme = Path(tournaments.people.__file__).parent / "README.md"
    assert doctest.testfile(str(readme), module_relative=False).failed == 0
    for module in (policy, privacy):
        assert doctest.testmod(module).failed == 0
