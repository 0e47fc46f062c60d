"""The cases of a tile of several laws, in players' words: at most five, the commonest first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from arbitrage.forms import number_in
from rulings.engine.inquiry import Law


@dataclass(frozen=True)
class Case:
    """One case of a tile: the law that rules it, and the *answers* that it implies before anything is asked.

    *picto* is its picture, "" for none; *small* is a player's words, or how the case differs from its neighbours.
    """

    law: str
    picto: str
    title: Any
    small: Any
    answers: tuple[tuple[str, str], ...] = ()
    of_teams: bool = False
    """Does the case occur only in matches of teams? It must then be the last of its tile, so that hiding it leaves the
    other keys unchanged."""


CASES: Mapping[str, tuple[Case, ...]] = {
    "enchere-insuffisante": (
        Case("27", "insufficient-bid", gettext_lazy("A bid that is too low"), gettext_lazy("“1♥ over 1♠.”")),
        Case(
            "36",
            "",
            gettext_lazy("A double or redouble that is not allowed"),
            gettext_lazy("“He doubled his partner.”"),
        ),
    ),
    "declaration-hors-tour": (
        Case(
            "29",
            "call-out-of-turn",
            gettext_lazy("A player called before his turn"),
            gettext_lazy("“It was for me to speak.”"),
        ),
        Case(
            "25",
            "",
            gettext_lazy("A player has changed his call, or wishes to"),
            gettext_lazy("“That is not the card that I meant to take out.”"),
        ),
        Case(
            "33", "", gettext_lazy("Two players called at the same time"), gettext_lazy("Both cards are on the table")
        ),
        Case(
            "37",
            "",
            gettext_lazy("A player called who had to pass"),
            gettext_lazy("He was silenced by an earlier ruling"),
        ),
        Case(
            "34",
            "",
            gettext_lazy("Three passes, and one player never had his turn"),
            gettext_lazy("One of the passes was out of turn"),
        ),
    ),
    "carte-vue": (
        Case(
            "49",
            "case-dropped",
            gettext_lazy("A card fell, was shown or was named"),
            gettext_lazy("During the play, by a defender"),
            (("what", "play"),),
        ),
        Case(
            "24",
            "case-seen-in-auction",
            gettext_lazy("A card was seen during the auction"),
            gettext_lazy("Dropped, or led too soon"),
        ),
        Case(
            "50-table",
            "case-penalty-lead",
            gettext_lazy("A penalty card is there: who is about to lead?"),
            gettext_lazy("His partner, or he himself"),
        ),
        Case(
            "52",
            "case-penalty-not-played",
            gettext_lazy("The penalty card was not played"),
            gettext_lazy("“He had to play it to this trick.”"),
        ),
        Case(
            "48",
            "case-declarer-showed",
            gettext_lazy("Declarer showed or dropped cards"),
            gettext_lazy("“He put his hand down.”"),
        ),
    ),
    "carte-trop-tot": (
        Case(
            "56",
            "case-defender-led",
            gettext_lazy("A defender led when it was not his turn"),
            gettext_lazy("The opening lead is made, dummy is down."),
        ),
        Case(
            "55",
            "case-declarer-wrong-hand",
            gettext_lazy("Declarer led from the wrong hand"),
            gettext_lazy("“The lead was in dummy.”"),
        ),
        Case(
            "57",
            "case-before-partner",
            gettext_lazy("A player played before his partner"),
            gettext_lazy("“He played fourth before the third had played.”"),
        ),
        Case(
            "58",
            "case-two-cards",
            gettext_lazy("A player played two cards together"),
            gettext_lazy("The second one was seen."),
        ),
        Case("54", "opening-lead", gettext_lazy("It was the opening lead"), gettext_lazy("Dummy is not down.")),
    ),
    "hesitation-explication": (
        Case(
            "16B",
            "case-tempo",
            gettext_lazy("A player hesitated, or played too fast"),
            gettext_lazy("“He thought, and his partner made use of it.”"),
            (("event", "tempo"),),
        ),
        Case(
            "21",
            "case-wrong-explanation",
            gettext_lazy("Wrong explanation, alert forgotten or late"),
            gettext_lazy("“I was told natural, it was something else.”"),
        ),
        Case(
            "16B",
            "case-partner-informed",
            gettext_lazy("A question, an alert or a gesture told partner something"),
            gettext_lazy("“She asked, then he led that.”"),
        ),
        Case(
            "75",
            "case-partner-misexplained",
            gettext_lazy("His partner explained wrongly: who speaks, and when?"),
            gettext_lazy("“That is not what we play.”"),
        ),
        Case(
            "73",
            "case-deceived",
            gettext_lazy("An opponent deceived me by hesitating"),
            gettext_lazy("“He hesitated with a singleton.”"),
        ),
    ),
    "reclamation": (
        Case(
            "70",
            "claim",
            gettext_lazy("A claim is contested: how many tricks?"),
            gettext_lazy("“I do not agree, there is a trick for us.”"),
        ),
        Case(
            "68",
            "",
            gettext_lazy("Was it a claim, and does play go on?"),
            gettext_lazy("“He showed his cards.”"),
        ),
        Case(
            "69",
            "",
            gettext_lazy("We agreed to a claim, and regret it"),
            gettext_lazy("“We had one more trick.”"),
        ),
        Case(
            "71",
            "",
            gettext_lazy("I conceded a trick, and regret it"),
            gettext_lazy("“I could not lose it.”"),
        ),
    ),
    "jeu-etui": (
        Case(
            "13",
            "case-not-thirteen",
            gettext_lazy("Somebody has not thirteen cards"),
            gettext_lazy("Twelve, fourteen, a card on the floor"),
        ),
        Case(
            "15",
            "case-other-board",
            gettext_lazy("A player took the cards of another board"),
            gettext_lazy("“I still have the hand of 16.”"),
        ),
        Case(
            "15B",
            "deck-board",
            gettext_lazy("This board was not to be played now"),
            gettext_lazy("Played before, or against others"),
        ),
        Case(
            "7",
            "wrong-hand",
            gettext_lazy("A hand was taken wrongly, or the hands were mixed"),
            gettext_lazy("“I took East’s hand.”"),
        ),
        Case(
            "87",
            "case-not-same-board",
            gettext_lazy("The board is not the same as at the other tables"),
            gettext_lazy("Board turned, cards exchanged"),
        ),
    ),
    "resultat-faux": (
        Case(
            "79C",
            "wrong-result",
            gettext_lazy("A score was entered or computed wrongly"),
            gettext_lazy("“We made ten tricks, not nine.”"),
        ),
        Case(
            "79",
            "",
            gettext_lazy("The players do not agree on the number of tricks"),
            gettext_lazy("Their cards do not lie the same way"),
        ),
    ),
    "donne-injouable": (
        Case(
            "88",
            "no-result",
            gettext_lazy("The board could not be played"),
            gettext_lazy("No time, or no result possible: averages"),
        ),
        Case(
            "87",
            "case-not-same-board",
            gettext_lazy("The board is not the same as at the other tables"),
            gettext_lazy("Board turned, cards exchanged"),
        ),
        Case(
            "6",
            "deck-board",
            gettext_lazy("It was wrongly dealt, or not shuffled"),
            gettext_lazy("“We played these hands last week.”"),
        ),
        Case(
            "86",
            "case-not-same-board",
            gettext_lazy("In a match: a board that cannot be compared"),
            gettext_lazy("Played at one table only, or otherwise at each"),
            of_teams=True,
        ),
    ),
    "mauvaise-main": (
        Case(
            "7",
            "wrong-hand",
            gettext_lazy("A hand was taken wrongly, or the hands were mixed"),
            gettext_lazy("“I took East’s hand.”"),
        ),
        Case(
            "15",
            "case-other-board",
            gettext_lazy("A player took the cards of another board"),
            gettext_lazy("“I still have the hand of 16.”"),
        ),
        Case(
            "15B",
            "deck-board",
            gettext_lazy("This board was not to be played now"),
            gettext_lazy("Played before, or against others"),
        ),
    ),
}
"""The cases of each tile that stands for several laws, by the key of the tile."""

OTHER: Mapping[str, tuple[Any, tuple[str, ...]]] = {
    "enchere-insuffisante": (gettext_lazy("A bid above seven, a call that is no call"), ("38", "35")),
    "declaration-hors-tour": (gettext_lazy("A call after the auction, a call that is no call"), ("39", "35")),
    "carte-vue": (gettext_lazy("A glimpse of an opponent’s card, a card seen the round before"), ("16D",)),
    "carte-trop-tot": (
        gettext_lazy("A card taken back, a fifth card to the trick, dummy’s card misnamed"),
        ("47", "45E", "46", "53"),
    ),
    "hesitation-explication": (
        gettext_lazy("A question on the auction, an agreement, a result overheard"),
        ("20", "40", "16D"),
    ),
    "reclamation": (gettext_lazy("A trick turned wrongly, a trick with a card too many"), ("65", "67")),
    "jeu-etui": (
        gettext_lazy("The deal, the number of tricks, a board that could not be played"),
        ("6", "79", "88", "14"),
    ),
    "resultat-faux": (gettext_lazy("A penalty, a board not comparable"), ("90", "86")),
    "donne-injouable": (gettext_lazy("A wrong board, a late table"), ("15", "90")),
    "mauvaise-main": (gettext_lazy("A wrong number of cards, a wrong deal"), ("13", "6")),
}
"""By tile, what its key *Something else* can mean, in words, and the laws for it."""


def cases(laws: Mapping[str, Law], tile: str) -> list[Case]:
    """List the cases of a tile, without those whose law is not among *laws*."""
    return [case for case in CASES.get(tile, ()) if case.law in laws]


def case_at(laws: Mapping[str, Law], touched: str) -> Case | None:
    """Find a case by its key: the tile and the index of the case there, "carte-vue:1"."""
    tile, _colon, place = touched.partition(":")
    of_tile, number = cases(laws, tile), number_in(place)
    return of_tile[number] if number is not None and number < len(of_tile) else None
