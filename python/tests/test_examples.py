"""What is shown is run."""

import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]


def run(program: Path) -> str:
    return subprocess.run([sys.executable, program], capture_output=True, text=True, check=True).stdout


def block(page: str, language: str, number: int = 0) -> str:
    """A block that a page shows."""
    return re.findall(rf"```{language}\n(.*?)```", (PROJECT / page).read_text(), re.S)[number]


def test_the_readme_runs(tmp_path):
    program = tmp_path / "readme.py"
    program.write_text(block("python/README.md", "python"))
    shown = run(program)
    assert shown.startswith("triangle 0 at t = 1.0\n") and "of 1000 rays hit" in shown


def test_the_first_program_runs():
    assert run(PROJECT / "examples/ray.py") == "triangle 0 at t = 1.0\n"


def test_the_book_shows_what_programs_print():
    assert run(PROJECT / "examples/book/start/start.py") == block("docs/book/src/start/python.md", "text")
    run(PROJECT / "examples/book/trimesh_backend.py")
