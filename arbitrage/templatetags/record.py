"""Template tags about decisions: unanswered questions to the user, and numbers of similar cases."""

from collections.abc import Iterable
from typing import Any

from django import template

from arbitrage.models import Inquiry
from arbitrage.pages.decisions.casebook import similar_count
from arbitrage.pages.decisions.review import asked_of
from arbitrage.pages.decisions.worked_cases import worked_count

register = template.Library()


@register.simple_tag(takes_context=True)
def questions_for_me(context: template.Context) -> Iterable[dict[str, Any]]:
    """List the unanswered questions of reviewers to the user; on a shared tablet, those about its evening."""
    request = context.get("request")
    user = getattr(request, "user", None)
    return asked_of(user, request.here.tournaments) if request and user is not None and user.is_authenticated else ()


@register.simple_tag(takes_context=True)
def similar_to(context: template.Context, inquiry: Inquiry) -> int:
    """Count the club's cases of the same law that the user may read."""
    user = getattr(context.get("request"), "user", None)
    return similar_count(inquiry, user) if user is not None and user.is_authenticated else 0


@register.simple_tag
def worked_like(inquiry: Inquiry) -> int:
    """Count the worked cases of the same law that come with the program."""
    return worked_count(inquiry)
