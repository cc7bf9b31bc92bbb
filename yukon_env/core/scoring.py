"""The two scoring systems, as the rule pages of the app and of skill.games state them.

===========================  =====================  ==========================================
what happens                 ``app``                ``skill``
===========================  =====================  ==========================================
a card goes up               +10                    +10
a hidden card is turned      +5                     0
a win                        0                      + 600 000 / seconds played, rounded down
each full 30 s               0                      -30, never below 0 (``kernels.tick``)
===========================  =====================  ==========================================

Undo takes back what the move earned (``kernels.undo``). A win counts at least one second.
"""

from yukon_env.core.compiled import inlined

APP, SKILL = range(2)
WIN_POINTS_MS = 600_000_000


UP_POINTS = 10
"""Points for a card that goes up to its foundation, each time it does."""
FLIP_POINTS = (5, 0)
"""Points for a hidden card turned face up, by scoring system."""


@inlined
def win_points(scoring, clock):
    """Points for a win after ``clock`` milliseconds."""
    return 0 if scoring == APP else WIN_POINTS_MS // (clock if clock > 1000 else 1000)
