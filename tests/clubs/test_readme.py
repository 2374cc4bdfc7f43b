"""The README's examples run as they stand."""

import doctest
from pathlib import Path

import tournaments.clubs
from tournaments.clubs.decisions import offices


def test_the_examples_of_the_readme():
    readme = Path(tournaments.clubs.__file__).parent / "README.md"
    assert doctest.testfile(str(readme), module_relative=False).failed == 0
    assert doctest.testmod(offices).failed == 0
