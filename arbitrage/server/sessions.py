"""Sessions in the database, as Django has them, read by a prepared query."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import CharField, DateTimeField
from django.utils import timezone

from arbitrage.database.prepared import Prepared

_IN_FORCE = Prepared(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now), key=CharField(), now=DateTimeField()
)


class SessionStore(db.SessionStore):
    """The session of one browser."""

    def _get_session_from_db(self) -> Any:
        session = _IN_FORCE.first(key=self.session_key, now=timezone.now())
        if session is None:
            self._session_key = None
        return session
