"""The examples of the room's README."""

import doctest
from pathlib import Path

from tournaments import ratings

README = Path(ratings.__file__).parent / "README.md"


def test_the_readme_says_what_the_functions_do():
    tried = doctest.testfile(str(README), module_relative=False, verbose=False)
    assert (tried.failed, tried.attempted > 10) == (0, True)
