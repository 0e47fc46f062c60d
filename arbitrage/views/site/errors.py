"""Answers to requests that cannot be accepted."""

from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer that a request was not understood, or is larger than a form may be."""
    if isinstance(exception, RequestDataTooBig):
        return render(request, "site/too_large.html", status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)
