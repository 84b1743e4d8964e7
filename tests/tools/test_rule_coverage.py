from __future__ import annotations

from pathlib import Path

import pytest

from tools.rule_coverage import coverage, marks

TEST = """
import pytest

@pytest.mark.rules("CHS-1", "W01")
def test_a_pawn_moves_forward(): ...

class TestCastling:
    @pytest.mark.parametrize("side", [
        pytest.param("king", marks=pytest.mark.rules("CHS-2")),
    ])
    async def test_it_moves_two_pieces(self, side): ...
"""


def folder_with(folder: Path, source: str, examples: str = "") -> Path:
    (folder / "test_moves.py").write_text(source)
    if examples:
        (folder / "worked_examples.toml").write_text(examples)
    return folder


def test_rules_with_a_test_each_have_no_fault(tmp_path: Path) -> None:
    result = coverage("chess", ("CHS-1", "CHS-2"), folder_with(tmp_path, TEST))
    assert (result.rules, result.marks, result.faults) == (2, 2, ())


def test_a_rule_without_a_test_is_a_fault(tmp_path: Path) -> None:
    result = coverage("chess", ("CHS-1", "CHS-2", "CHS-3"), folder_with(tmp_path, TEST))
    assert result.faults == ("CHS-3 has no test",)


def test_a_mark_with_an_unknown_rule_is_a_fault(tmp_path: Path) -> None:
    result = coverage("chess", ("CHS-1",), folder_with(tmp_path, TEST))
    assert result.faults == ("test_moves.py:9: CHS-2 is no rule of chess",)


def test_required_examples_are_proved_by_their_parts(tmp_path: Path) -> None:
    source = '@pytest.mark.rules("W02b")\ndef test_b(): ...\n'
    folder = folder_with(tmp_path, source, 'required = ["W01", "W02"]')
    assert coverage("chess", (), folder).faults == ("worked example W01 has no test",)


def test_examples_may_have_a_longer_name(tmp_path: Path) -> None:
    source = '@pytest.mark.rules("WE-02b")\ndef test_b(): ...\n'
    folder = folder_with(tmp_path, source, 'required = ["WE-01", "WE-03"]')
    assert coverage("chess", (), folder).faults == (
        "worked example WE-01 has no test",
        "worked example WE-03 has no test",
    )


def test_examples_left_for_later_need_no_test(tmp_path: Path) -> None:
    source = '@pytest.mark.rules("W-01", "W-04a")\ndef test_both(): ...\n'
    listed = 'required = ["W-01", "W-05"]\nlater = ["W-02", "W-05"]'
    result = coverage("chess", (), folder_with(tmp_path, source, listed))
    assert (result.examples, result.faults) == (3, ("worked example W-03 has no test",))


@pytest.mark.parametrize(
    "source",
    [
        '@pytest.mark.rules("CHS-1")\ndef check_a_pawn(): ...\n',
        '@pytest.mark.rules("CHS-1")\n@pytest.mark.skip\ndef test_a_pawn(): ...\n',
        '@pytest.mark.xfail(reason="")\n@pytest.mark.rules("CHS-1")\ndef test_a_pawn(): ...\n',
        'class Pawns:\n    @pytest.mark.rules("CHS-1")\n    def test_a_pawn(self): ...\n',
    ],
)
def test_a_mark_on_something_that_does_not_run_proves_nothing(tmp_path: Path, source: str) -> None:
    assert coverage("chess", ("CHS-1",), folder_with(tmp_path, source)).faults == (
        "CHS-1 has no test",
    )


@pytest.mark.parametrize("call", ["rules(*ALL)", "rules(NAME)", "rules()", 'rules("A", x=1)'])
def test_a_mark_that_is_not_written_out_is_a_fault(call: str) -> None:
    (mark,) = marks(f"@pytest.mark.{call}\ndef test_a(): ...\n", "test_a.py")
    assert mark.ids is None


def test_a_mark_of_the_whole_module_counts() -> None:
    (mark,) = marks('pytestmark = pytest.mark.rules("CHS-1")\n', "test_a.py")
    assert mark.ids == ("CHS-1",)


def test_cases_prove_rules_too(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, TEST)
    (folder / "cases").mkdir()
    said = '[positions.usual]\nround = 2\n\n["it moves"]\nrules = "CHS-3 W02"\n\n["it stands"]\n'
    (folder / "cases" / "moves.toml").write_text(said)
    assert coverage("chess", ("CHS-1", "CHS-2", "CHS-3", "CHS-4"), folder).faults == (
        "cases/moves.toml: it stands: write the IDs of the rules out",
        "CHS-4 has no test",
    )
