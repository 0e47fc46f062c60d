"""Tournaments while they run and afterwards: rounds, evenings without a file, late tables, line-ups, draws, playing
directors.

The functions of `running` are exported here, for example as `tournaments.begin_round`.
"""

from arbitrage.services.tournaments.running import (
    LONGEST,
    Correction,
    RoundClock,
    adopt_method,
    begin_round,
    correction_state,
    law_of_correction,
    method_event,
    method_is_proposed,
    pause_clock,
    propose_method,
    proposed_method,
    publish_scores,
    resume_clock,
    round_at,
    round_clock,
    sayings,
    set_method,
    set_round_minutes,
    withdraw_publication,
)

__all__ = [
    "LONGEST",
    "adopt_method",
    "begin_round",
    "Correction",
    "correction_state",
    "law_of_correction",
    "method_event",
    "method_is_proposed",
    "pause_clock",
    "propose_method",
    "proposed_method",
    "publish_scores",
    "resume_clock",
    "round_at",
    "round_clock",
    "RoundClock",
    "sayings",
    "set_method",
    "set_round_minutes",
    "withdraw_publication",
]
