"""The players of a pair or of a team (four to six), and how their rows are kept when names are typed again."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from arbitrage.exchange.records import PlayerRecord
from arbitrage.models import Contestant, LineUp, Player, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files.imports import player_of

Names = Sequence[Sequence[str]]
MOST_IN_A_TEAM = 6


def check_teams(teams: Sequence[str], names: Names) -> None:
    """Check that no team has more than six players; *teams* are the team names of the pairs, "" for none.

    :raises Refused: a team has more than six players.
    """
    counts: Counter[str] = Counter()
    for team, of_pair in zip(teams, names, strict=False):
        counts[team] += len(of_pair)
    del counts[""]
    if max(counts.values(), default=0) > MOST_IN_A_TEAM:
        raise Refused(_("A team has six players at most. Take names away."), "names")


def store_renamed(tournament: Tournament, everybody: Sequence[Contestant], names: Names) -> None:
    """Store the players by their new *names*, pair by pair. A player who keeps his name, or his place in his pair,
    keeps his id, to which line-ups refer.

    :raises Refused: a team has more than six players, or a player of a line-up is missing.
    """
    new, gone = _renamed(everybody, names)
    _keep_who_sits(tournament, gone)
    changed = {player.contestant_id for player in (*new, *gone)}
    Player.objects.filter(contestant__in=changed).delete()
    Player.objects.bulk_create(new, batch_size=500)


def _renamed(everybody: Sequence[Contestant], names: Names) -> tuple[list[Player], list[Player]]:
    """Return the players of the pairs or teams whose names change, by their new *names* in order, and the players to
    remove.

    :raises Refused: a team has more than six players.
    """
    check_teams([contestant.team for contestant in everybody], names)
    groups: dict[object, list[tuple[Contestant, list[str]]]] = defaultdict(list)
    for contestant, typed in zip(everybody, [*names, *([()] * (len(everybody) - len(names)))], strict=True):
        of_pair = [name for name in (" ".join(name.split()) for name in typed) if name]
        groups[contestant.team or contestant.pk].append((contestant, of_pair))
    new: list[Player] = []
    gone: list[Player] = []
    for group in groups.values():
        if any([player.name for player in pair.players.all()] != of_pair for pair, of_pair in group):
            named, left = _named(group)
            new, gone = [*new, *named], [*gone, *left]
    return new, gone


def _named(group: Sequence[tuple[Contestant, list[str]]]) -> tuple[list[Player], list[Player]]:
    """Return the players of a pair, or of both pairs of a team, by their new names, and the players to remove.

    A player whose name is still in the team keeps his id; otherwise the new player at his place takes it over.
    """
    present = [player for contestant, _names in group for player in contestant.players.all()]
    wanted = [(contestant, order, name) for contestant, names in group for order, name in enumerate(names, 1)]
    rows: dict[int, Player] = {}
    for same in (
        lambda player, contestant, order, name: player.name == name and player.contestant_id == contestant.pk,
        lambda player, contestant, order, name: player.name == name,
        lambda player, contestant, order, name: (player.contestant_id, player.order) == (contestant.pk, order),
    ):
        for at, (contestant, order, name) in enumerate(wanted):
            left = [player for player in present if player not in rows.values()]
            if at not in rows and (
                row := next((row_left for row_left in left if same(row_left, contestant, order, name)), None)
            ):
                rows[at] = row
    named = []
    for at, (contestant, order, name) in enumerate(wanted):
        licence = rows[at].licence if at in rows and rows[at].name == name else ""
        player = player_of(contestant, order, PlayerRecord(name=name, licence=licence))
        player.pk = rows[at].pk if at in rows else player.pk
        named.append(player)
    return named, [player for player in present if player not in rows.values()]


def _keep_who_sits(tournament: Tournament, gone: Sequence[Player]) -> None:
    """Check that no player to remove is in a line-up.

    :raises Refused: a player to remove is in a line-up.
    """
    lists = LineUp.objects.filter(contestant__section__tournament=tournament).values_list("players", flat=True)
    sitting = {key for players in lists for key in players} if gone else set()
    if name := next((player.name for player in gone if str(player.pk) in sitting), ""):
        raise Refused(_("%(name)s sits in a line-up: change the line-up first.") % {"name": name}, "names")
