"""``python -m rulings``: the commands for other programs, tests and the curious. Standard library only; output is JSON.

    python -m rulings laws
    python -m rulings ask 64 '{"revoker": "defender"}'
    python -m rulings tree 64
    python -m rulings compiled
    python -m rulings table < happened.json
    python -m rulings ask 54 '{"wrong_leader": "E"}' --table happened.json
    python -m rulings score 3NT+3 --declarer S --vul NS
    python -m rulings matchpoints < board.json
    python -m rulings imps < board.json

For bad input it prints one clear line on standard error, and exits with 2.
"""

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any, NoReturn

from rulings.commands import laws as law_commands
from rulings.commands import scores as score_commands
from rulings.commands import table as table_commands
from rulings.commands.scores import CommandError


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise CommandError("usage", message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m rulings", description="Rulings and scores by the 2017 Laws of Duplicate Bridge.")
    parser.add_argument("--lang", choices=("en", "fr"), default="en", help="the language of the words")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    # --lang is read before or after the command
    shared = _Parser(add_help=False)
    shared.add_argument("--lang", choices=("en", "fr"), default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    commands.add_parser("laws", parents=[shared], help="every law and entry point")
    ask = commands.add_parser("ask", parents=[shared], help="the next question, or the ruling")
    ask.add_argument("law", help="the id of an entry point, such as 64")
    ask.add_argument("answers", nargs="?", default="{}", help="facts and answers by id, a JSON object; - reads it")
    ask.add_argument("--table", default="", metavar="FILE", help="what happened at the table before, as for table")
    commands.add_parser("table", parents=[shared], help="what lies on a table after all that happened, from JSON")
    tree = commands.add_parser("tree", parents=[shared], help="every path of a law")
    tree.add_argument("law", help="the id of an entry point, such as 64")
    commands.add_parser("compiled", parents=[shared], help="all laws as one document for a program without Python")
    score = commands.add_parser("score", parents=[shared], help="a result's points from North-South's side")
    score.add_argument("result", nargs="+", help="3NT+3, 3SA+3, 4♠x-2, 6C=, passed out")
    score.add_argument("--declarer", default="", help="N, E, S or W")
    score.add_argument("--vul", default="None", help="None, NS, EW or All")
    commands.add_parser("matchpoints", parents=[shared], help="a board's matchpoints, from JSON on standard input")
    commands.add_parser("imps", parents=[shared], help="a board's IMPs, from JSON on standard input")
    return parser


def _json(text: str, name: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise CommandError(
            name, f"not a JSON document: {error.msg} at line {error.lineno}, column {error.colno}."
        ) from None
    except RecursionError:
        raise CommandError(name, "not a JSON document: nested too deeply.") from None
    except ValueError:
        raise CommandError(name, "not a JSON document: a number is too long.") from None


def _file(name: str) -> str:
    try:
        return Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError("table", f"{name} cannot be read: {error.strerror}.") from None


def _protect_margins(arguments: list[str]) -> list[str]:
    """Join the margin of a result typed as two words (``4♠x -2``), which is not an option of the command."""
    return [
        "\u2212" + argument[1:] if argument[:1] == "-" and argument[1:].isdigit() else argument
        for argument in arguments
    ]


def run(arguments: list[str]) -> Any:
    """Return the output of the command: plain data, or a number.

    :raises CommandError: the request cannot be answered; its text is one line.
    """
    given = _parser().parse_args(_protect_margins(arguments))
    words = law_commands.words_in(given.lang)
    match given.command:
        case "laws":
            return law_commands.laws(words)
        case "ask":
            text = sys.stdin.read() if given.answers == "-" else given.answers
            before = table_commands.after(_json(_file(given.table), "table")).facts() if given.table else {}
            return law_commands.ask(given.law, _json(text, "answers"), words, before)
        case "table":
            return table_commands.table(_json(sys.stdin.read(), "table"))
        case "tree":
            return law_commands.tree(given.law, words)
        case "compiled":
            return law_commands.compiled(words, given.lang)
        case "score":
            result = " ".join(given.result).replace("\u2212", "-")
            return score_commands.score(result, declarer=given.declarer, vul=given.vul, lang=given.lang)
        case "matchpoints":
            return score_commands.matchpoints(_json(sys.stdin.read(), "document"))
        case _:
            return score_commands.imps(_json(sys.stdin.read(), "document"))


def main() -> int:
    """Answer the command line; return 0, or 2 with one line on standard error."""
    try:
        answer = run(sys.argv[1:])
    except CommandError as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    except UnicodeDecodeError:
        print("document: not UTF-8 text.", file=sys.stderr)
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
