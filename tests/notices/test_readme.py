"""The README's examples run as they stand, and those of the pure modules."""

import doctest
from pathlib import Path

import pytest

import tournaments.notices
from tournaments.notices import outside, policy, told, webhook_types, words


def test_the_examples_of_the_readme() -> None:
    readme = Path(tournaments.notices.__file__).parent / "README.md"
    assert doctest.testfile(str(readme), module_relative=False).failed == 0


@pytest.mark.parametrize("module", [outside, policy, told, webhook_types, words], ids=lambda module: module.__name__)
def test_the_examples_of_a_module(module: object) -> None:
    done = doctest.testmod(module)  # type: ignore[arg-type]
    assert (done.failed, done.attempted > 0) == (0, True)
