"""A law drawn as text: every question, option and ruling once, so that a changed rule is a readable difference."""

from typing import Any

from rulings.inquiry import Law, compile_tree
from rulings.text import plain, translator


def draw(law: Law) -> str:
    """The whole law as an indented outline; a part reached from several places is written once and named ``#n``."""
    tree = compile_tree(law)
    return "\n".join([f"Law {law.id}: {law.title} ({law.edition})", "", *_Outline(tree).lines(tree["root"], 0)]) + "\n"


class _Outline:
    def __init__(self, tree: dict[str, Any]) -> None:
        self.nodes = tree["nodes"]
        self.questions = tree["questions"]
        self.names: dict[int, int] = {}
        self.uses: dict[int, int] = {}
        for node in self.nodes:
            following = node.get("next", [])
            for one in following.values() if isinstance(following, dict) else [following] if following != [] else []:
                self.uses[one] = self.uses.get(one, 0) + 1

    def lines(self, index: int, depth: int) -> list[str]:
        node, indent = self.nodes[index], "  " * depth
        if index in self.names:
            return [f"{indent}see #{self.names[index]}"]
        name = ""
        if self.uses.get(index, 0) > 1 and "ruling" not in node:
            self.names[index] = len(self.names) + 1
            name = f"#{self.names[index]} "
        if "fact" in node:
            question = self.questions[node["fact"]]
            text = f"{indent}{name}({question['id']} {question['law']}) {_words(question['text'])}"
            return [text, *self.lines(node["next"], depth)]
        if "ask" in node:
            return self._ask(node, name, depth)
        ruling = _ruling(node["ruling"])
        if "wait" in node:
            return [f"{indent}{name}wait for {node['wait']}; meanwhile {ruling}", *self.lines(node["next"], depth)]
        return [f"{indent}= {ruling}"]

    def _ask(self, node: dict[str, Any], name: str, depth: int) -> list[str]:
        indent, question = "  " * depth, self.questions[node["ask"]]
        given = f" given {', '.join(node['given']['facts'])}" if "given" in node else ""
        chooser = f" [{question['chooser']} chooses]" if "chooser" in question else ""
        lines = [f"{indent}{name}{question['id']} {question['law']}{given}{chooser}: {_words(question['text'])}"]
        for option in question["options"]:
            following = self.lines(node["next"][option["value"]], depth + 2)
            label = f"{indent}  - {option['value']}"
            if len(following) == 1:
                lines.append(f"{label}: {following[0].strip()}")
            else:
                lines += [label, *following]
        return lines


def _ruling(ruling: dict[str, Any]) -> str:
    effects = [
        " ".join(
            [one["effect"], one["law"]]
            + [f"{name}={value}" for name, value in one.items() if name not in ("effect", "law", "text", "no_consult")]
        )
        for one in ruling["rectifications"]
    ]
    duties = [f"DUTY {one['law']} {one['when']}" for one in ruling["duties"]]
    return f"{ruling['law']} {_words(ruling['text'])}" + "".join(f" | {part}" for part in effects + duties)


def _words(text: str) -> str:
    return plain(text, {}, translator("en"))
