"""First lessons, by the rules: every step, every move that may be made there."""

import re
from collections import Counter

import pytest
from django.utils import translation
from django.utils.translation import gettext

from engine.registry import GAMES
from tournaments.learning.lessons import script
from tournaments.learning.lessons.lesson import Lesson, Step
from tournaments.learning.lessons.registry import LESSONS
from tournaments.learning.web import lesson_page
from tournaments.log.errors import Refused
from tournaments.tables.frames import pauses

STEPS = [(game, number) for game, lesson in LESSONS.items() for number in range(1, len(lesson.steps) + 1)]
CHOICES = [(game, number) for game, number in STEPS if LESSONS[game].steps[number - 1].move]


def step_of(game: str, number: int) -> tuple[Lesson, Step]:
    return LESSONS[game], LESSONS[game].steps[number - 1]


def legal_at(game: str, number: int) -> list[str]:
    """The moves that the pupil may make at a step."""
    lesson = LESSONS[game]
    table = script.leading(lesson, number)[-1][1]
    return [table.game.move_text(move) for move in table.game.legal(table.state, lesson.seat)]


def test_every_game_has_a_lesson_of_about_ten_steps() -> None:
    assert LESSONS.keys() == GAMES.keys()
    for lesson in LESSONS.values():
        assert 8 <= len(lesson.steps) <= 12
        assert sum(bool(step.move) for step in lesson.steps) >= 4, "a pupil plays"
        titles = Counter(step.title for step in lesson.steps)
        assert max(titles.values()) == 1


@pytest.mark.parametrize("game", LESSONS)
def test_the_script_is_played_to_its_end_by_the_rules(game: str) -> None:
    lesson = LESSONS[game]
    played = script.moments(game)
    assert len(played) == 1 + len(lesson.notation.turns)
    assert script.scene(lesson, len(lesson.steps)).end == len(played) - 1


@pytest.mark.parametrize(("game", "number"), CHOICES)
def test_the_pupil_is_to_act_and_may_make_the_move_of_the_step(game: str, number: int) -> None:
    _lesson, step = step_of(game, number)
    legal = legal_at(game, number)
    assert step.move in legal
    assert step.others.keys() <= set(legal) - {step.move}
    assert len(legal) == 1 or step.otherwise or step.others.keys() == set(legal) - {step.move}, "the coach has no word"


@pytest.mark.parametrize(("game", "number"), CHOICES)
def test_the_right_answer_is_met_with_words(game: str, number: int) -> None:
    lesson, step = step_of(game, number)
    assert lesson_page.answered(lesson, number, step.move).says


def test_a_card_that_is_no_trump_is_not_called_too_high() -> None:
    lesson, step = step_of("german-whist", 5)
    said = {move: script.answer(lesson, 5, move).text for move in legal_at("german-whist", 5) if move != step.move}
    high = "Your lowest trump is enough: keep the high ones."
    assert {move for move, text in said.items() if text == high} == {"7H", "QH", "KH"}
    assert all(said.values())


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", ["german-whist", "duck-soup", "galapagos", "dracula"])
def test_the_name_of_a_french_card_has_its_article(game: str, language: str) -> None:
    with translation.override(language):
        said = [
            gettext(text) for step in LESSONS[game].steps for text in (step.says, step.done, step.otherwise) if text
        ]
    before = [word for text in said for word in re.findall(r"(\S*) ?\{\w\w\}", re.sub(r"\{s\d\}", "", text))]
    assert before
    assert {word.lower() for word in before} <= {"en": {"the", "your"}, "es": {"el", "la", "tu"}}[language]


@pytest.mark.parametrize(("game", "number"), CHOICES)
def test_every_other_move_is_played_in_a_line_until_something_is_decided(game: str, number: int) -> None:
    lesson, step = step_of(game, number)
    before = script.scene(lesson, number).start
    for move in legal_at(game, number):
        found = script.answer(lesson, number, move)
        assert found.kind == ("made" if move == step.move else "tried")
        assert found.moments[0] is script.moments(game)[before]
        assert len(found.moments) > 1
        if move != step.move:
            start, now, _, commit = found.moments[-1]
            assert pauses(start, commit) or lesson.seat in now.to_act or now.result, move


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_a_move_that_the_rules_forbid_is_refused_with_their_reason(game: str, number: int) -> None:
    lesson, step = step_of(game, number)
    for move in ("", "nonsense", "x" * 5000):
        with pytest.raises(Refused) as refused:
            script.answer(lesson, number, move)
        assert refused.value.code == ("unknown_move" if step.move else "nothing_asked")


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_the_coach_points_at_what_lies_there(game: str, number: int) -> None:
    lesson, step = step_of(game, number)
    now = script.leading(lesson, number)[-1][1]
    picture = now.game.picture(now.game.view(now.state, lesson.seat))
    cards = {spot.card for zone in picture.zones for spot in zone.spots}
    places = {zone.key for zone in picture.zones} | {f"seat-{plate.seat + 1}" for plate in picture.plates}
    assert set(step.points) <= cards | places


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_the_coach_names_cards_of_the_game_and_players_of_the_table(game: str, number: int) -> None:
    lesson, step = step_of(game, number)
    said = [step.says, step.done, step.otherwise, *step.others.values(), lesson.end]
    holes = {hole for text in said for hole in re.findall(r"\{(\w+)\}", text)}
    seats = {f"s{seat + 1}" for seat in range(len(lesson.names)) if seat != lesson.pupil}
    assert holes <= seats | GAMES[game].deck.card.keys()


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_the_coach_is_brief(game: str, number: int) -> None:
    lesson, step = step_of(game, number)
    for text in (step.says, step.done, step.otherwise, *step.others.values()):
        assert len(text) <= 230, text
        assert text.count(". ") <= 3, text
    assert len(step.title) <= 40
    assert not step.title.endswith(".")
    assert lesson.end.endswith(".")


@pytest.mark.parametrize(("game", "number"), STEPS)
def test_a_step_that_shows_what_was_decided_has_something_to_show(game: str, number: int) -> None:
    lesson, step = step_of(game, number)
    commits = [pauses(before, commit) for before, _, _, commit in script.leading(lesson, number)[1:]]
    assert any(commits) or not step.held


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_the_coach_speaks_spanish_too(lesson: Lesson) -> None:
    said = {lesson.end}
    for step in lesson.steps:
        said |= {step.title, step.says, step.done, step.otherwise, *step.others.values()}
    with translation.override("es"):
        assert [text for text in said if text and gettext(text) == text] == []
