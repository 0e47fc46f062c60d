"""Docstrings in plain English, by the rule of CONTRIBUTING.md: a function's begins with a verb, a class's and a
module's with a noun."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

VERBS = set(
    re.findall(
        r"\w+",
        """
        Accept Adapt Add Adjust Adopt Allow Alter Annotate Answer Append Apply Arrange Ask Assign Attach Award Back
        Begin Bid Bind Bring Build Cache Call Cancel Chain Change Charge Check Choose Claim Classify Clear Close Collect
        Colour Combine Compare Compile Complain Compose Compress Compute Configure Confirm Connect Continue Convert Copy
        Correct Count Create Cut Damage Deal Decide Decode Decorate Deduce Define Delete Derive Describe Detect
        Determine Digest Direct Disable Discard Distribute Divide Do Draw Drop Enable Encode End Enter Erase Escape
        Estimate Exchange Exclude Expand Expect Explain Export Extract Fetch Fill Filter Find Finish Fold Follow Forbid
        Forget Format Found Free Freeze Generate Give Go Grant Group Grow Guess Hand Hash Have Hide Hold Identify Ignore
        Import Include Index Insert Install Invert Invite Issue Join Judge Keep Kill Label Lay Lead Leave Let Link List
        Load Lock Log Look Make Map Mark Match Measure Mend Merge Migrate Mount Move Name Narrow Normalise Note Notify
        Number Offer Open Order Pair Parse Pass Penalise Place Plan Play Poll Prefetch Prepare Press Prevent Preview
        Print Project Propose Protect Prove Publish Put Quote Raise Rank Read Rebuild Recognise Recompute Record
        Redirect Reduce Refuse Reject Release Remember Remind Remove Rename Render Repeat Replace Replay Report Request
        Require Reserve Reset Resolve Restore Resume Return Reverse Review Roll Round Route Rule Run Save Say Scale
        Score Seal Search Seat See Send Serve Set Share Shift Shorten Show Sign Simulate Skip Sort Spell Split Stamp
        Stand Start Stop Store Strip Subtract Sum Suspend Swap Switch Take Tap Tell Throw Tie Toggle Touch Trace
        Translate Trim Try Turn Type Undo Uninstall Unlock Unpack Unseat Update Use Validate Verify Wait Walk Warn Watch
        Weigh Withdraw Witness Wrap Write Yield
        """,
    )
)
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
QUESTIONS = set(re.findall(r"\w+", "Are Can Could Did Do Does Had Has Have Is May Might Must Was Were Will Would"))

RIDDLES = set(
    re.findall(
        r"\w+",
        """
        What Whatever Who Whoever Whom Whose Where Wherever When Whenever How Why Which Whichever Whether That It And So
        Somebody Something Everyone Everything Those
        Adopts Checks Computes Draws Finds Gives Keeps Makes Measures Prints Reads Runs Says Shows Stores Takes Tells
        Tries Turns Walks Writes
        """,
    )
)
"""Words that begin a description with a subordinate clause, and verbs whose subject the reader would have to guess."""


def test_the_docstring_of_a_function_begins_with_what_it_does():
    documented_functions = list(docstrings())
    assert len(documented_functions) > 2700
    wrong = [f"{place}: {text.splitlines()[0]}" for place, text in documented_functions if not begins_with_a_verb(text)]
    assert wrong == [], (
        "Begin with the verb of what the function does, in its plain form: “Return …”, “Tell whether …”, “List …”, or "
        "ask what it answers: “Is it higher …?”. Say who acts, with the word of the field; CONTRIBUTING.md has five "
        "pairs. A docstring that adds nothing to the name goes. A verb that is missing here joins VERBS."
    )


def test_the_docstring_of_a_class_a_module_or_a_property_begins_with_what_it_is():
    described = list(descriptions())
    assert len(described) > 1700
    first = re.compile(r"\w*")
    wrong = [f"{place}: {text.splitlines()[0]}" for place, text in described if first.match(text).group() in RIDDLES]
    assert wrong == [], (
        "Begin with the noun of what it is: “Values of a line”, not “What a line says”; “Import of a file”, not “Reads "
        "a file”. A property that answers yes or no may ask: “Is it open?”; a test or a module of tests may promise: "
        "“A lost act is sent again.”. A fixture is what it gives. A docstring that adds nothing to the name goes; "
        "CONTRIBUTING.md has the pairs."
    )


def test_a_docstring_says_nothing_twice():
    twice = []
    for place, _node, text in documented("arbitrage", "rulings", "tests"):
        sentences = [" ".join(part.split()) for part in re.split(r"(?<=[.;:])\s+", text) if len(part) > 40]
        if len(set(sentences)) < len(sentences):
            twice.append(place)
    assert twice == [], "A sentence stands twice in these docstrings: take one of them out."


STRUCK = {
    r"[Ss]ays? otherwise|otherwise than": "differs, or name the difference",
    r"[Ss](aying|aid) (it|so) twice": "A repetition changes nothing.",
    r"is something else's": "is used for something else",
    r"gives? back the same": "restores an equal one",
}
"""Turns of the private English, each with plain words for it."""

FEWER = {
    r":raises \w+: (it|they|he) (is|are|was|were) (not|none|no)\b": 0,
    r"(has|have|had) yet to": 0,
    r"\b(counts?|holds?) no more": 0,
    r"\bis none\b": 42,
    r"\bof which\b": 11,
    r"\bwhoever\b|\bwhatever\b|\bwhichever\b": 25,
    r"\bso many\b": 1,
    r"\bwhat (is|was|were|has|had|he|it|they|a|the|nobody|somebody)\b": 43,
    r"\bnobody\b": 34,
    r"\bhow many\b": 4,
}
"""Turns that often need a second reading, and the number of docstrings that may still have them: it only falls."""

VAGUE = {"one", "found", "said", "it", "what", "that"}
ROOMS = {"arbitrage": 48, "rulings": 23, "tests": 1050}
"""Number of variables in each room that may still have such a name: it only falls."""


def test_a_docstring_uses_plain_words():
    wrong = [
        f"{place}: “{match.group()}” – {plain}"
        for place, _node, text in documented("arbitrage", "rulings", "tests")
        for turn, plain in STRUCK.items()
        if (match := re.search(turn, " ".join(text.split())))
    ]
    assert wrong == []


def test_fewer_docstrings_need_a_second_reading():
    texts = [" ".join(text.split()) for _place, _node, text in documented("arbitrage", "rulings", "tests")]
    counted = {turn: sum(re.search(turn, text) is not None for text in texts) for turn in FEWER}
    more = {turn: f"{count} docstrings, {FEWER[turn]} before" for turn, count in counted.items() if count > FEWER[turn]}
    assert more == {}, (
        "Name the thing: “the result”, not “what is made of it”. A number that has fallen is lowered here."
    )


@pytest.mark.parametrize(("room", "most"), ROOMS.items())
def test_fewer_variables_have_a_name_that_says_nothing(room, most):
    """A variable is the noun of what it is: `card`, `line`, `ruling`, `missing`, `sentence`."""
    count = sum(
        (node.id if isinstance(node, ast.Name) else node.arg) in VAGUE
        for path in (ROOT / room).rglob("*.py")
        if "migrations" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    )
    assert count <= most, "Call it by its noun. A number that has fallen is lowered in ROOMS."


def descriptions() -> Iterator[tuple[str, str]]:
    """Yield the docstrings of all modules, classes, properties, fixtures and tests, by their place."""
    for place, node, text in documented("arbitrage", "rulings", "tests"):
        if not isinstance(node, FUNCTION) or is_described(node):
            yield place, text


def begins_with_a_verb(text: str) -> bool:
    word = re.match(r"\w*", text).group()
    return word in VERBS or (word in QUESTIONS and "?" in text)


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the docstrings of all other functions, by their place."""
    for place, node, text in documented("arbitrage", "rulings", "requirements", "tests"):
        if isinstance(node, FUNCTION) and not is_described(node):
            yield place, text


def documented(*folders: str) -> Iterator[tuple[str, ast.AST, str]]:
    return (entry for folder in folders for entry in in_folder(folder))


@cache
def in_folder(folder: str) -> list[tuple[str, ast.AST, str]]:
    """List everything below a folder that has a docstring, with its place, node and text; migrations are left out."""
    return [
        (f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)} {getattr(node, 'name', '')}", node, text)
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef | FUNCTION) and (text := ast.get_docstring(node))
    ]


def is_described(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Is it a property, a fixture or a test, whose docstring need not begin with a verb?"""
    decorators = " ".join(ast.unparse(decorator) for decorator in function.decorator_list)
    return "property" in decorators or "fixture" in decorators or function.name.startswith("test_")
