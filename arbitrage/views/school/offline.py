"""The school on a device without a network: the situations that it stores, and the exercises that it sends
afterwards."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language

from arbitrage.forms.school import BroughtForm
from arbitrage.pages.school import kit as pages
from arbitrage.services import school as services
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members
from rulings.school.situations import by_id


@for_members("GET")
def kit(request: HttpRequest) -> HttpResponse:
    """Send the situations in the language of the URL; nothing if "have" is their current version."""
    version, content = pages.compressed(get_language() or "fr")
    if request.GET.get("have") == version:
        return HttpResponse(status=204)
    headers = {"Content-Encoding": "gzip", "Cache-Control": "no-store"}
    return HttpResponse(content, content_type="application/json", headers=headers)


@for_members("POST")
def brought(request: MemberRequest) -> HttpResponse:
    """Store an exercise that was ended offline. The response tells whether it was right, or why it is refused."""
    form = BroughtForm(request.body)
    if not form.is_valid():
        return _answer({"status": "refused", "message": form.problem}, 422)
    sent = form.cleaned_data
    if sent["user"] != request.user.pk:
        return _answer({"error": "other"}, 409)
    told = {name: sent[name] for name in ("id", "law", "answers", "decision")}
    try:
        done = services.bring(**told, situation=by_id()[sent["situation"]], ended_at=form.ended_at, by=request.user)
    except Refused as refused:
        return _answer({"status": "refused", "message": form.in_words(refused)}, 422)
    return _answer({"status": "accepted", "right": bool(done.right)}, 200)


def _answer(data: dict[str, object], status: int) -> JsonResponse:
    return JsonResponse(data, status=status, headers={"Cache-Control": "no-store"})
