"""A line of a traveller, corrected or added by hand: its form, the preview of its effect, the confirmation."""

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_htmx.http import push_url

from arbitrage.forms.board import LineForm, Places, ResultForm
from arbitrage.models import Board, Incident, Result
from arbitrage.pages.board.corrections import LATE, touched_of
from arbitrage.pages.board.line_entry import entry_effect, entry_page, forms_page, typing_page, written
from arbitrage.pages.wording.lines import FORM_LETTERS, line_words, table_of
from arbitrage.pages.wording.sentences import listed
from arbitrage.services import undoing
from arbitrage.services.errors import Refused
from arbitrage.services.results import entering
from arbitrage.services.results.entering import Corrected
from arbitrage.views import MemberRequest, for_members, go, page, to_change
from arbitrage.views.incident.undo import offer

# The pages


@for_members("GET", "POST")
def result(request: MemberRequest, result_id: UUID) -> HttpResponse:
    """Correct a line of a traveller in three steps: keypad, preview of the effect, confirmation."""
    rows = Result.objects.with_pairs().select_related("board__tournament__club")
    line = to_change(rows, request.user, result_id)
    places, sent = Places.of(line.board.tournament, line), _sent(request)
    if not sent.get("kind"):  # the keypad, with the keys touched so far
        return _form_page(request, line.board, places, touched_of(line, places) | sent, line)
    form = LineForm(sent, places)
    if not form.is_valid():
        return _form_page(request, line.board, places, sent, line, error=form.problem)
    try:
        if request.method == "GET":
            return _effect_page(request, line, form)
        _say(request, _correct(request, line, form), _("Corrected, table %(table)s: %(now)s."), undo=True)
        return go(request, line.board, whole=True)
    except Refused as refused:
        if request.method == "GET" or refused.code not in ("changed", LATE):
            return _form_page(request, line.board, places, sent, line, error=str(refused))
        return _effect_page(request, rows.get(pk=line.pk), form, error=refused)


@for_members("GET", "POST")
def type_result(request: MemberRequest, result_id: UUID) -> HttpResponse:
    """Write the result of a line that has none yet, then redirect to the next such line of the table or the board."""
    rows = Result.objects.with_pairs().select_related("board__tournament__club")
    line = to_change(rows, request.user, result_id)
    places, sent = Places.of(line.board.tournament, line), _sent(request)
    touched = {**touched_of(line, places), **sent}
    down = "board" if sent.get("down") == "board" else "table"
    if line.kind != Result.Kind.NOT_PLAYED:  # somebody else entered a result first: this entry may be a correction
        return go(request, f"{reverse('result', args=[line.pk])}?{urlencode(_typed(sent))}", whole=True)
    if request.method == "GET":
        return _typing_page(request, line, places, touched, down)
    form = LineForm(touched, places)
    if not form.is_valid():
        return _typing_page(request, line, places, touched, down, error=form.problem)
    try:
        entering.correct_result(result=line, by=request.user, entry=form.entry(), seen=entering.seen_of(line))
    except Refused as refused:
        return _typing_page(request, line, places, touched, down, error=str(refused))
    return _after_typing(request, rows.get(pk=line.pk), down)


def _after_typing(request: MemberRequest, line: Result, down: str) -> HttpResponse:
    """Redirect to the next line without a result, *down* the table or the board; after the last, to the room (*down*
    "table") or to the board."""
    after = entering.waiting_after(line, down)
    if after is not None:
        to = f"{reverse('type_result', args=[after.pk])}?down={down}"
        return _next_keypad(request, after.pk, down, to) if request.htmx else go(request, to)
    words = _("Board %(board)s is written: %(words)s.") % {
        "board": line.board.number,
        "words": line_words(entering.says(line)),
    }
    offer(request, line.board.tournament, words)
    return go(request, line.board if down == "board" else line.board.tournament, whole=True)


def _next_keypad(request: MemberRequest, result_id: UUID, down: str, to: str) -> HttpResponse:
    """Return the keypad of the next line as a fragment, and have htmx set its address."""
    line = Result.objects.with_pairs().select_related("board__tournament__club").get(pk=result_id)
    places = Places.of(line.board.tournament, line)
    return push_url(_typing_page(request, line, places, touched_of(line, places), down), to)


def _typing_page(
    request: MemberRequest, line: Result, places: Places, touched: dict[str, str], down: str, *, error: str = ""
) -> HttpResponse:
    context = typing_page(line, places, touched, down, error)
    context["written"] = written(undoing.last_of(line.board.tournament, request.user))
    response = render(request, page(request, "board/type.html"), context, status=422 if error else 200)
    return push_url(response, False) if error else response


def _typed(sent: dict[str, str]) -> dict[str, str]:
    """Convert the touched keys to the parameters of the page of a correction."""
    return {name: value for name, value in sent.items() if name in ResultForm.base_fields and value}


def _correct(request: MemberRequest, line: Result, form: LineForm) -> Corrected:
    return entering.correct_result(
        result=line,
        by=request.user,
        entry=form.entry(),
        seen=request.POST.get("seen", ""),
        reason=form.cleaned_data["reason"],
        agreed="agreed" in request.POST,
    )


@for_members("GET", "POST")
def add(request: MemberRequest, board_id: UUID) -> HttpResponse:
    """Add a line to the traveller, for a table that the file lacks."""
    board = to_change(Board.objects.select_related("tournament__club"), request.user, board_id)
    places, sent = Places.of(board.tournament, None), _sent(request)
    if not sent.get("kind"):
        return _form_page(request, board, places, sent)
    form = LineForm(sent, places)
    if not form.is_valid():
        return _form_page(request, board, places, sent, error=form.problem)
    try:
        line = form.new_line(board)
        if request.method == "GET":
            return _effect_page(request, line, form)
        _say(request, _add(request, line, form), _("Added, table %(table)s: %(now)s."))
        return go(request, board, whole=True)
    except Refused as refused:
        if request.method == "POST" and refused.code == LATE:
            return _effect_page(request, line, form, error=refused)
        return _form_page(request, board, places, sent, error=str(refused))


def _add(request: MemberRequest, line: Result, form: LineForm) -> Corrected:
    return entering.add_result(
        board=line.board,
        section=line.section,
        by=request.user,
        entry=form.entry(),
        table=line.table,
        agreed="agreed" in request.POST,
        id=form.cleaned_data["id"],
    )


def _sent(request: MemberRequest) -> dict[str, str]:
    return (request.POST if request.method == "POST" else request.GET).dict()


def _form_page(
    request: MemberRequest,
    board: Board,
    places: Places,
    touched: dict[str, str],
    line: Result | None = None,
    *,
    error: str = "",
) -> HttpResponse:
    context = entry_page(board, places, touched, line, error)
    return render(request, page(request, "board/result.html"), context, status=422 if error else 200)


def _effect_page(request: MemberRequest, line: Result, form: LineForm, *, error: Refused | None = None) -> HttpResponse:
    context = entry_effect(line, form, form.entry(), _sent(request), request.path, error)
    return render(request, page(request, "board/effect.html"), context, status=409 if error else 200)


def _say(request: MemberRequest, done: Corrected, words: str, *, undo: bool = False) -> None:
    sentence = words % {"table": table_of(done.line), "now": line_words(entering.says(done.line))}
    if undo and done.changed:
        offer(request, done.line.board.tournament, sentence)
    else:
        messages.success(request, sentence)
    if done.followed:
        names = listed(followed.reference for followed in done.followed)
        messages.info(
            request,
            ngettext(
                "The inquiry of %(incidents)s goes on from this result; no answer was changed.",
                "The inquiries of %(incidents)s go on from this result; no answer was changed.",
                len(done.followed),
            )
            % {"incidents": names},
        )


@for_members("POST")
def take_over(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Have the inquiries of an incident continue from the corrected result of its table."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    try:
        entering.take_over(incident=incident, by=request.user)
        messages.success(request, _("The inquiry goes on from the corrected result. Look at its decision again."))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, incident, whole=True)


# The forms of a fouled board (Law 87)


@for_members("GET", "POST")
def board_forms(request: MemberRequest, board_id: UUID) -> HttpResponse:
    """Ask for each line in which form of the fouled board it was played."""
    board = to_change(Board.objects.select_related("tournament__club"), request.user, board_id)
    error = ""
    if request.method == "POST":
        touched = {line.pk: request.POST.get(f"form-{line.pk}", "") for line in board.results.all()}
        forms = {key: int(form) for key, form in touched.items() if form in map(str, FORM_LETTERS)}
        try:
            entering.set_forms(board=board, by=request.user, forms=forms, seen=request.POST.get("seen", ""))
            return go(request, board, whole=True)
        except Refused as refused:
            error = str(refused)
    return render(request, page(request, "board/forms.html"), forms_page(board, error), status=409 if error else 200)
