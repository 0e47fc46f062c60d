"""Start of the program at login of the machine's user, switched on or off on a page."""

from django.utils.translation import gettext_lazy as _

from arbitrage.server import start_item
from arbitrage.services.errors import Refused


def with_session() -> bool:
    """Does the system start the program at login?"""
    return start_item.of_this_system().path.exists()


def choose(*, with_session: bool) -> None:
    """Switch the start at login on or off. The running program is not affected. A repetition changes nothing.

    :raises Refused: the system refuses, or the file cannot be written.
    """
    item = start_item.of_this_system()
    try:
        if with_session:
            start_item.install(item, at_once=False)
        else:
            start_item.uninstall(item, at_once=False)
    except start_item.StartItemError as error:
        raise Refused(_("Nothing was kept. %(reason)s") % {"reason": error}, "start_item") from error
