"""The solver: every card known, also the hidden ones."""

from yukon_env.solver.hint import Hint, hint
from yukon_env.solver.solution import Solution, draw_winnable, solve

__all__ = ["Hint", "Solution", "draw_winnable", "hint", "solve"]
