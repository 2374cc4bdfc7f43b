"""The examples of the room's README."""

import doctest
from pathlib import Path

from tournaments import leagues

README = Path(leagues.__file__).with_name("README.md")


def test_every_example_of_the_readme_is_true():
    tried = doctest.testfile(str(README), module_relative=False, verbose=False)
    assert tried.attempted > 20
    assert tried.failed == 0
