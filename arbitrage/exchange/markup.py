"""Safe XML parser: it expands no entity of the file, fetches nothing, limits size and depth, and repairs unescaped
ampersands.

Every reader of an XML format uses it.
"""

import re
from dataclasses import dataclass, field
from html.entities import html5
from xml.parsers import expat
from xml.sax.saxutils import escape

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import Notes, at_line, decode
from arbitrage.exchange.records import Unreadable

MAX_ELEMENTS = 400_000
MAX_DEPTH = 32


@dataclass(slots=True)
class Element:
    """An element of the file: its name, attributes, text, children, and the line it starts on."""

    name: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    children: "list[Element]" = field(default_factory=list)

    def all(self, name: str) -> "list[Element]":
        return [child for child in self.children if child.name == name]

    def first(self, *names: str) -> str:
        """Return the text of the first child that has one of these names and any text, by the order of the names; "" if
        there is none."""
        for name in names:
            for child in self.children:
                if child.name == name and child.text:
                    return child.text
        return ""


_ROOT = re.compile(
    rb"(?:\s+|<[?][^<>]{0,2000}>|<!(?!--)[^<>]{0,2000}>|<!--.{0,2000}?-->)*+<([A-Za-z]\w{0,40})", re.DOTALL
)
"""Pattern of the root element, with possessive quantifiers ("*+"), so that it never backtracks and takes linear
time."""


def root_name(start: bytes) -> str:
    """Return the name of the root element of an XML text, in capitals; "" if there is none."""
    root = _ROOT.match(start)
    return root[1].decode("ascii", "replace").upper() if root else ""


_DECLARATION = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"'>]{1,40})["']""")
_REFERENCE = re.compile(r"&(#[0-9]{1,7};|#x[0-9A-Fa-f]{1,6};|[A-Za-z][A-Za-z0-9]{0,30};)?")
_XML_ENTITIES = frozenset(("&lt;", "&gt;", "&amp;", "&apos;", "&quot;"))

_TRUNCATED = frozenset(
    (
        expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
        expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
        expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
        expat.errors.codes[expat.errors.XML_ERROR_PARTIAL_CHAR],
    )
)
_MISMATCH = expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]


def parse_xml(data: bytes, notes: Notes) -> tuple[Element, str]:
    """Parse XML into the root element and the encoding it was read with.

    :raises Unreadable: the data is not XML, is cut short, declares entities, or is larger or deeper than a results
    file.
    """
    declaration = _DECLARATION.match(data[:400].removeprefix(b"\xef\xbb\xbf"))
    declared = declaration[1].decode("ascii", "replace") if declaration else ""
    text, encoding = decode(data, declared, notes, default="utf-8")
    # XML may not begin with an empty line; some files do.
    document = text.lstrip("\ufeff \t\r\n")
    skipped = text.count("\n", 0, len(text) - len(document))

    root: list[Element] = []
    open_elements: list[Element] = []
    count = 0
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True

    def here() -> str:
        return at_line(parser.CurrentLineNumber + skipped)

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MAX_ELEMENTS:
            raise Unreadable(here(), _("The file is larger than any tournament’s."))
        if len(open_elements) >= MAX_DEPTH:
            raise Unreadable(here(), _("Elements are nested deeper than in any results file."))
        element = Element(name.upper(), parser.CurrentLineNumber + skipped, attributes)
        (open_elements[-1].children if open_elements else root).append(element)
        open_elements.append(element)

    def end(_name: str) -> None:
        element = open_elements.pop()
        element.text = element.text.strip()

    def text_of(characters: str) -> None:
        # Long texts are the auction and play of every table, from which only the deal is taken.
        element = open_elements[-1]
        if len(element.text) < 2000:
            element.text += characters[:2000]

    def doctype(_name: str, _system: str | None, _public: str | None, has_internal_subset: int) -> None:
        if has_internal_subset:
            reason = _("The file declares entities of its own, which no results file needs: it is refused as unsafe.")
            raise Unreadable(here(), reason)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text_of
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(_mend_references(document, notes).encode(), True)
    except expat.ExpatError as error:
        raise Unreadable(at_line(error.lineno + skipped), _xml_reason(error)) from None
    return root[0], encoding


def _xml_reason(error: expat.ExpatError) -> str:
    if error.code in _TRUNCATED:
        return _("The file stops before its end, as if it had been cut short. Export the results again.")
    if error.code == _MISMATCH:
        return _("An element is not closed where it should be: the file is damaged. Export the results again.")
    return _("The XML of the file is damaged here. Export the results again.")


def _mend_references(document: str, notes: Notes) -> str:
    """Replace "&eacute;" and the like by their letters, and escape an "&" that begins no reference. A document with
    CDATA is returned unchanged."""
    if "<![CDATA[" in document:
        return document
    if document.count("&") > MAX_ELEMENTS:
        raise Unreadable("", _("The file is larger than any tournament’s."))
    bare = False

    def mend(match: re.Match[str]) -> str:
        nonlocal bare
        reference, name = match[0], match[1] or ""
        if reference in _XML_ENTITIES or name.startswith("#"):
            return reference
        if name in html5:
            return escape(html5[name], {'"': "&quot;"})
        bare = True
        return "&amp;" + name

    mended = _REFERENCE.sub(mend, document)
    if bare:
        notes.add("", _("A sign “&” is written without its code, which XML forbids; it was kept as it is."))
    return mended
