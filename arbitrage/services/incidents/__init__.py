"""The acts of a director on an incident, from the call to the ruling. Each function is one transaction.

A function locks the incident's stream, reads the stored rows, appends events and updates the rows, so that two tablets
never overwrite each other. It returns the rows as they are stored then.

Read `call` first, then `inquiry` and `duties`; these use `facts` and `consequences`.
"""

from arbitrage.services.incidents.board_facts import board_facts
from arbitrage.services.incidents.call import (
    answer_call,
    attend,
    leave_to_another,
    open_incident,
    place_incident,
    say_who_called,
    withdraw_incident,
)
from arbitrage.services.incidents.consequences import outcome, same_substance, substance
from arbitrage.services.incidents.disputed_facts import rule_on_disputed_facts
from arbitrage.services.incidents.duties import close_duty, open_duty_inquiry, reach_moment, take_back_moment
from arbitrage.services.incidents.facts import (
    BOARD_FACTS,
    RESULT_FACTS,
    add_words,
    complete_facts,
    dispute_facts,
    told_otherwise,
    write_note,
)
from arbitrage.services.incidents.inquiry import (
    Outcome,
    begin_inquiry,
    drop_inquiry,
    follow_signpost,
    known_at,
    open_inquiry,
    open_linked_inquiry,
    record_answer,
    record_answers,
)
from arbitrage.services.incidents.locking import OVER, fresh, locked, reused, writable
from arbitrage.services.incidents.notes import LONGEST_WORDS, note_of, words_typed
from arbitrage.services.incidents.several_options import SEVERAL, record_ticked
from arbitrage.services.incidents.sharing import say
from arbitrage.services.incidents.stages import stage_of
from arbitrage.services.incidents.statements import names_of_polled_wanted, note_statements, statements
from arbitrage.services.incidents.table import log_of, origins, table_for, table_of

__all__ = [
    "BOARD_FACTS",
    "LONGEST_WORDS",
    "OVER",
    "RESULT_FACTS",
    "SEVERAL",
    "Outcome",
    "add_words",
    "answer_call",
    "attend",
    "begin_inquiry",
    "board_facts",
    "close_duty",
    "complete_facts",
    "dispute_facts",
    "drop_inquiry",
    "follow_signpost",
    "fresh",
    "known_at",
    "locked",
    "leave_to_another",
    "log_of",
    "names_of_polled_wanted",
    "note_of",
    "note_statements",
    "open_duty_inquiry",
    "open_incident",
    "open_inquiry",
    "open_linked_inquiry",
    "origins",
    "outcome",
    "place_incident",
    "reach_moment",
    "record_answer",
    "record_answers",
    "record_ticked",
    "reused",
    "rule_on_disputed_facts",
    "say",
    "say_who_called",
    "stage_of",
    "statements",
    "same_substance",
    "substance",
    "table_for",
    "table_of",
    "take_back_moment",
    "told_otherwise",
    "withdraw_incident",
    "write_note",
    "words_typed",
    "writable",
]
