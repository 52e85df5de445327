"""What is shown is run."""

import re
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def test_the_readme_runs():
    program = re.search(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(), re.S).group(1)
    shown = subprocess.run([sys.executable, "-"], input=program, capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("triangle 0 at t = 1.0\n") and "of 1000 rays hit" in shown.stdout


def test_the_example_runs():
    example = PACKAGE.parent / "examples" / "ray.py"
    shown = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True)
    assert shown.stdout == "triangle 0 at t = 1.0\n"
