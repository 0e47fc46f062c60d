"""Invented players for the demonstration club."""

import random
from typing import NamedTuple

CLUB = "Bridge Club des Tilleuls"
CITY = "Saint-Aubin-sur-Loire"

STAFF = (
    ("Bernard", "Castel", "director"),
    ("Claire", "Aubry", "director"),
    ("Agnès", "Tourneur", "reviewer"),
)
"""Users of the demonstration club: first name, last name, role."""
WORDS = (
    "atout", "carreau", "chicane", "coeur", "contre", "dame", "donne", "entame",
    "etui", "levee", "mort", "pique", "relais", "roi", "table", "trefle",
)  # fmt: skip
"""Words for the passwords."""


class Person(NamedTuple):
    """A player: the name as a scoring program prints it, and a licence number that was never issued."""

    name: str
    licence: str


Pair = tuple[Person, Person]

_WOMEN = """
    Hélène Monique Jacqueline Françoise Nicole Danielle Michèle Christiane Annie Chantal Odile Colette Brigitte
    Geneviève Josette Arlette Simone Martine Éliane Bernadette Yvette Claudine Solange Marie-Thérèse Paulette
    Ginette Nadine Véronique Régine
"""
_MEN = """
    Jean-Luc Gérard Michel Bernard Alain Claude Daniel Jean-Pierre Jacques Roger Christian Robert Yves Maurice
    Gilbert Serge Raymond Guy Marcel Étienne Lucien André Henri Jean-Claude Roland Edmond Patrice
"""
_SURNAMES = """
    Marchand Perrin Faure Lefèvre Vasseur Collin Berthelot Charpentier Delorme Ferrand Gaillard Hamelin Imbault
    Jourdan Kerouanton Lacombe Maillard Navarre Ollivier Pasquier Quéméner Rivoire Sabatier Tessier Urvoy Valade
    Wagnier Ybert Aubertin Bonnefoy Cazaux Desmoulins Estève Fabre Grandjean Huguenin Joubert Lagarde Mercadier
    Noblet Ozanne Pelletan Renaudin Sauvage Thibaudeau Vauquelin Belloc Castaing Dufresne Escoffier Gaubert Malherbe
    Rousselin Verdier
"""

FOUR = (("Hélène Marchand", "Jean-Luc Perrin"), ("Monique Faure", "Gérard Lefèvre"))
"""Two pairs with fixed names, for the first worked case: North-South, then East-West."""
COUPLES = 5
"""Number of married couples, the pairs after `FOUR`."""


def regulars(rng: random.Random, pairs: int = 27) -> list[Pair]:
    """List the club's usual partnerships, 27 at most, beginning with the two of `FOUR`. No player occurs twice, and
    only couples share a surname."""
    women, men, surnames = _WOMEN.split()[2:], _MEN.split()[2:], _SURNAMES.split()[4:]
    for names in (women, men, surnames):
        rng.shuffle(names)
    together = list(FOUR)
    while len(together) < pairs:
        # as in most clubs, some pairs are two women, and some two men
        kinds = [(women, men)] if len(together) < 2 + COUPLES else [(women, men), (women, women), (men, men)]
        kinds = [kind for kind in kinds if all(len(names) >= kind.count(names) for names in kind)]
        ours = rng.choice(kinds)
        first, other = ours[0].pop(), ours[1].pop()
        surname = surnames.pop()
        partner = surname if len(together) < 2 + COUPLES else surnames.pop()
        together.append((f"{first} {surname}", f"{other} {partner}"))
    licences = iter(rng.sample(range(10_000), 2 * pairs))
    return [
        (Person(first, f"9900{next(licences):04}"), Person(other, f"9900{next(licences):04}"))
        for first, other in together
    ]
