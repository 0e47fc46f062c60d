"""`manage.py adopt_history`: record rows of an earlier version, which have no events yet, in the chains; rebuild the
search index."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.management import base
from arbitrage.services.proof import checkpoints
from arbitrage.services.proof.adopting import adopt_everything
from arbitrage.services.record import incident_index


class Command(base.Command):
    help = gettext_lazy(
        "Take rows, free words and entries of an earlier version into the chains; “start” does it by itself."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        taken = adopt_everything()
        checkpoints.catch_up()
        incident_index.refresh_all()  # this version may index other words
        sentence = _(
            "Taken into the chains. Clubs: %(clubs)s, tournaments: %(tournaments)s, incidents with words: %(words)s, "
            "cards on the table: %(cards)s."
        )
        self.stdout.write(sentence % vars(taken) if taken else _("Everything is in the chains already."))
