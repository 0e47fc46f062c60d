"""The sentences that the offline scripts show, in the reader's language. `%(name)s` marks a number or a name to fill
in."""

from functools import cache

from django.utils.translation import get_language, override, pgettext
from django.utils.translation import gettext as _


def said() -> dict[str, str]:
    """Translate the sentences of the offline screens, by their names in static/js/offline."""
    return _said(get_language() or "")


@cache
def _said(language: str) -> dict[str, str]:
    with override(language or None):
        return _of_the_pages() | _of_the_device()


def _of_the_pages() -> dict[str, str]:
    """Translate the sentences that the server's pages have too."""
    return {
        "back": _("Back"),
        "room": _("The room"),
        "happened": _("What happened?"),
        "which_case": _("%(tile)s: which case is it?"),
        "something_else": _("Something else"),
        "search": _("Search a law, a word"),
        "search_for": _("Search: 64, revoke, discard…"),
        "nothing_found": _("Nothing by that word. Try the number of the Law, or another word for what happened."),
        "why": _("Why this question?"),
        "first_say": _("To be read aloud first"),
        "aloud": _("To be read aloud, in full, %(to_chooser)s"),
        "no_to_all": _("No to all of these: to be read aloud, in full, %(to_chooser)s"),
        "none_chosen": _("None of these has happened, and %(who)s has chosen:"),
        "ask_first": _("Ask first:"),
        "one_of_these": _("Yes, one of these"),
        "records_both": _("Touching an answer records both: the fact above, and the answer."),
        "possibilities": _(
            "“You have %(possibilities)s possibilities. I read them all, then you choose <b>without consultation</b>.”"
        ),
        "asked_possibilities": _(
            "“%(asked)s You have %(possibilities)s possibilities. I read them all, then you choose "
            "<b>without consultation</b>.”"
        ),
        "you_may": _("You may:"),
        "has_chosen": _("%(who)s has chosen:"),
        "nobody_remembers": _("Nobody remembers which"),
        "not_known": _("not known"),
        "unknown": pgettext("answer", "not known"),
        "go_on": _("Continue"),
        "may_be_empty": _("It may stay empty if there is nothing to note."),
        "by_declarer": _("by %(declarer)s"),
        "penalty_card": _("penalty card"),
        "claims": pgettext("role", "claims or concedes"),
        "these_suits": _("These suits"),
        "none_of_these": _("None of these"),
        "yes_to_touched": _("Yes to those touched"),
        "touch_true": _("Touch what is true, or “None of these”."),
        "doubts": _("Is one of these true of the claim?"),
        "said_by_each": _("What did each of them say?"),
        "tricks_claimed": _("Tricks claimed"),
        "all_tricks": pgettext("tricks", "all"),
        "left_empty": _("Left empty: nothing to say. What the claimer adds now is not his statement."),
        "doubled": _("Doubled"),
        "redoubled": _("Redoubled"),
        "now": _("Say and do, in this order"),
        "reasons": pgettext("ruling", "Why?"),
        "who_may": _("Who may use the information?"),
        "what": pgettext("information", "What"),
        "may": _("May use it"),
        "may_not": _("May not"),
        "law": _("Law"),
        "provisional": _("Provisional: the inquiry goes on when the moment has come."),
        "so_far": _("The inquiry so far"),
        "change": _("Change"),
        "undo": _("Take back: %(answer)s"),
        "quotation": pgettext("quotation", "“{}”"),
        "another": _("Another irregularity"),
        "other_acts": _("Other acts"),
        "keep": _("Keep, back to the room"),
        "stayed": _("Done: back to the room"),
        "note": _("A note for the report"),
        "add_note": _("Add a note for the report"),
        "keep_note": _("Keep this note"),
        "note_typed": _("Being written…"),
        "note_waits": _("Kept on this device; it waits to be sent."),
        "note_saved": _("Saved on the server."),
        "table": _("Table %(table)s"),
        "no_table": _("Table not known"),
        "later": _("Judge later, when I have played it"),
        "director": _("Director!"),
        "code": _("The Code"),
        "saved": _("Everything is saved"),
        "offline": _("Offline"),
        "clock": _("%(hour)s:%(minute)s"),
        "not_so": _("That is not so"),
        "is_the_table_wrong": _("The table has answered. Is the table wrong?"),
        "or_here": _("Or answer here: it counts for this inquiry only."),
        "supposed": _("supposed"),
        "nothing_noted": _("supposed: nothing of the kind is noted at this table"),
        "known": _("known: %(what)s"),
        "on_the_table": _("On the table"),
        "empty": pgettext("answer", "nothing to note"),
        "no_cards": pgettext("cards left", "not known"),
        "passed_out": _("Passed out"),
        "show_players": _("Show it to the players"),
        "what_call": _("What do you call?"),
        "considered": _("What else did you seriously consider?"),
        "otherwise_before": _("I would have called otherwise before"),
        "heard": _("I have played this board, or heard of it"),
        "keep_answer": _("Keep this answer"),
        "yes": pgettext("answer", "yes"),
        "no": pgettext("answer", "no"),
    }


def _of_the_device() -> dict[str, str]:
    """Translate the sentences that only an offline device shows."""
    return {
        "as_seen": _(
            "The room as it was seen at %(time)s. What you do here is kept on this device and sent by itself."
        ),
        "never_seen": _("No room was opened on this device. A call can be noted all the same."),
        "on_this_device": _("On this device"),
        "waits_for_server": pgettext("entry", "waits to be sent"),
        "on_the_server": pgettext("entry", "on the server"),
        "asking": _("a question is open"),
        "ruled": pgettext("inquiry", "ruled"),
        "to_come_back": _("to come back to"),
        "open": _("Open"),
        "yet_to_play": _("This table plays boards that you have yet to play."),
        "yet_to_play_in": _("In round %(rounds)s it plays boards that you have yet to play then."),
        "who_judges": _("Who may judge in your place: %(who)s."),
        "judge_later": _(
            "No other director can judge: let the table play on, and judge when you have played the board."
        ),
        "nobody": _("Nobody is signed in on this device. Sign in as soon as the network is back."),
        "sign_in": _("Sign in"),
        "no_evidence": _("Without a network there is no evidence; the decision remains possible."),
        "answer_aloud": _("An answer given aloud"),
        "one_aloud": _("1 answer given aloud waits to be sent."),
        "several_aloud": _("%(count)s answers given aloud wait to be sent."),
        "aloud_before": _(
            "Show the player the hand and the calls before his, and nothing else. Without a network the poll is not "
            "seen here: what you note is added to it once."
        ),
        "touch_call": _("Choose the call that you would make."),
        "act_polled": pgettext("entry", "Player asked: %(answer)s"),
        "needs_network": _("This page needs the network. What can be done without it is below."),
        "online": _("Go on online"),
        "touch_player": _(
            "Touch the player, then the cards that he still held. A card of the trick in progress still counts as his."
        ),
        "count_of": _("%(count)s of %(all)s"),
        "cards_of": _("Cards: %(count)s of %(all)s"),
        "cards_more": _("%(player)s: %(count)s more"),
        "clear_player": _("Clear %(player)s"),
        "dashed_card": _("A dashed card is another player’s: touching it moves it."),
        "card_unknown": _("A card is unknown: go on so"),
        "kept_later": _(
            "Somebody answered before you: %(by)s, %(theirs)s at %(at)s. Your answer, %(mine)s, is in the history."
        ),
        "otherwise": _("The server rules otherwise than this device did. Look at the decision online."),
        "waiting_title": _("What waits to be sent"),
        "waiting_none": _("Nothing waits: everything is on the server."),
        "waiting_one": _("1 waiting"),
        "waiting_many": _("%(count)s waiting"),
        "differs": _("Answered otherwise: look"),
        "not_kept": _(
            "This device could not keep that: its storage is full or closed. It is noted nowhere: write it on paper, "
            "and go on with another device."
        ),
        "unkept": _("Nothing is kept on this device"),
        "refused_one": _("1 not taken"),
        "refused_many": _("%(count)s not taken"),
        "refused_title": _("Not taken by the server"),
        "refused_unknown": _("The server does not have what this belongs to."),
        "send_again": _("Send again"),
        "read": _("I have read it: take it off this device"),
        "of_others": _("%(count)s of %(name)s, who has to sign in here to send them"),
        "login": _("Your sign-in has ended. Sign in again: what waits is sent then."),
        "try_now": _("Try now"),
        "act_open": _("Director called"),
        "act_law": pgettext("entry", "Law chosen: %(law)s"),
        "act_answer": pgettext("entry", "Answer: %(question)s %(answer)s"),
        "act_words": pgettext("entry", "Note: “%(words)s”"),
        "act_ruled": _("Decision read out"),
        "act_say": pgettext("entry", "On the table: %(words)s"),
        "take_back": _("Undo"),
        "consulted": _("Consulted only: nothing is kept."),
        "without_score": _("The score is counted when the network is back."),
        "chosen_from_code": _("Touch a law to walk through it. To keep the answers, begin with a call."),
        "print": _("Print this list"),
        "practise": pgettext("school", "Practise"),
        "no_situations": _("The situations are not on this device yet. Open “Practise” once with the network."),
        "no_laws": _("The laws are not on this device yet. Open a page once with the network."),
    }
