"""A QR code drawn on the page."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(text: str) -> SafeString:
    """Draw a text as a QR code, dark on light in every theme, as inline SVG."""
    drawing: str = segno.make(text, error="m").svg_inline(scale=8, light="#fff", dark="#000", omitsize=True)
    return mark_safe(drawing)  # noqa: S308  our own drawing
