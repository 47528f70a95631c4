"""Writes random JSON trees as YAML with PyYAML and ruamel.yaml, in the styles that they have.

Each line of the output is an object of `writer`, `yaml` and `json`. The argument is the number of texts of each writer.
"""

import io
import json
import random
import signal
import sys

import ruamel.yaml
import yaml
from ruamel.yaml.scalarstring import (
    DoubleQuotedScalarString,
    FoldedScalarString,
    LiteralScalarString,
    SingleQuotedScalarString,
)

# Nothing here may outlive the test that started it.
signal.alarm(100)

# Not among them are texts that YAML 1.1 reads as a string and YAML 1.2 as a number (1e3, 0o17), and the line breaks that
# only YAML 1.1 has (U+0085, U+2028): PyYAML writes YAML 1.1.
TEXTS = [
    "", " ", "a", "tea", "green tea", "two\nlines", "ends\n", "ends twice\n\n", "\nstarts", " led", "trail ", "\ttab", "a\tb",
    "yes", "No", "on", "null", "Null", "~", "true", "False", "1", "-1", "+1", "1.5", ".5", "1.", "0x1F", "017",
    "1_000", ".inf", "-.INF", ".nan", "12:30", "12:30:45", "2001-01-01", "2001-12-14t21:59:43.10-05:00", "- a", "-", "--",
    "---", "...", "--- a", "... a", "# no", "a # b", "a #b", "a: b", "a:b", ":", "a:", ": a", "?", "? a", "?a", "{", "}", "[",
    "]", ",", "a, b", "&a", "*a", "!t", "!!str", "|", ">", "|-", "'", '"', "it's", 'say "tea"', "%", "%YAML 1.2", "@a", "`a",
    "<<", "=", "\\", "C:\\tea", "#/components/schemas/Tea", "https://a.test/b?c=d#e", "application/json", "緑茶", "🍵 tea",
    "é", "e\u0301", "\u00a0", "\ufeff", "\x07", "\x1b[0m", "\r\n", "a\rb", "$ref", "x-a", "200", "4XX",
    "a long text that is wrapped, because it has more words than a narrow page has room for: " * 2,
    "  indented\nthan the rest\n   and more\n", "one\n\n\ntwo\n", "x" * 130, "- a\n- b\n", "a: 1\nb: 2\n", "\n", "\n\n", " \n a",
]


class Trees:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.shared = []

    def text(self):
        if self.random.random() < 0.7:
            return self.random.choice(TEXTS)
        return " ".join(self.random.choice(TEXTS) for _ in range(self.random.randint(1, 6)))

    def scalar(self):
        return self.random.choice([
            lambda: None,
            lambda: self.random.random() < 0.5,
            lambda: self.random.randint(-(10 ** 6), 10 ** 6),
            lambda: self.random.choice([0, -0.0, 1e20, 1.5e-7, 10 ** 18, -2.25, 1e300, 3.0]),
            self.text, self.text, self.text, self.text,
        ])()

    def tree(self, depth=0):
        kind = self.random.random()
        if depth > 0 and self.shared and kind < 0.06:
            return self.random.choice(self.shared)
        if depth > 4 or (depth > 0 and kind < 0.45):
            return self.scalar()
        count = self.random.choice([0, 1, 2, 3, 3, 5])
        if kind < 0.7:
            value = [self.tree(depth + 1) for _ in range(count)]
        else:
            value = {self.text(): self.tree(depth + 1) for _ in range(count)}
        if depth > 0:
            self.shared.append(value)
        return value


def by_pyyaml(tree, choice):
    return yaml.dump(
        tree, Dumper=yaml.SafeDumper, default_style=choice([None, None, None, '"', "'", "|", ">"]),
        default_flow_style=choice([True, False, False, None]), canonical=choice([None, None, None, True]),
        indent=choice([None, 2, 3, 4, 8]), width=choice([10, 40, 80, 1000]), allow_unicode=choice([True, False]),
        line_break=choice(["\n", "\n", "\r\n", "\r"]), explicit_start=choice([None, True]),
        explicit_end=choice([None, True]), version=choice([None, None, (1, 2)]), sort_keys=choice([True, False]))


def styled(value, choice, known):
    """Returns the value with styles for its strings; shared parts stay shared."""
    if isinstance(value, str):
        styles = [str, str, str, SingleQuotedScalarString, DoubleQuotedScalarString]
        # The others can't hold these characters, and ruamel.yaml writes them all the same.
        if value.isprintable() or value.replace("\n", "").isprintable():
            styles += [LiteralScalarString] if value.strip(" \n") and not value.startswith((" ", "\n")) else []
            styles += [FoldedScalarString] if "\n" not in value and value.strip() == value and value else []
        return choice(styles)(value)
    if isinstance(value, (list, dict)) and id(value) in known:
        return known[id(value)]
    if isinstance(value, list):
        known[id(value)] = result = []
        result.extend(styled(element, choice, known) for element in value)
        return result
    if isinstance(value, dict):
        known[id(value)] = result = {}
        result.update((name, styled(member, choice, known)) for name, member in value.items())
        return result
    return value


def by_ruamel(tree, choice):
    writer = ruamel.yaml.YAML(typ=choice(["rt", "rt", "safe"]), pure=True)
    if writer.typ == ["rt"]:
        tree = styled(tree, choice, {})
    writer.default_flow_style = choice([True, False, False, None])
    writer.width = choice([10, 40, 80, 1000])
    writer.allow_unicode = choice([True, False])
    writer.explicit_start = choice([None, True])
    writer.explicit_end = choice([None, True])
    indent = choice([2, 4, 6])
    writer.indent(mapping=choice([2, 3, 4, 8]), sequence=indent, offset=choice([0, indent - 2]))
    output = io.StringIO()
    writer.dump(tree, output)
    return output.getvalue()


def is_same(left, right):
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_same(left[name], right[name]) for name in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_same, left, right))
    numbers = [isinstance(value, (int, float)) and not isinstance(value, bool) for value in [left, right]]
    return left == right and (all(numbers) or type(left) is type(right))


def is_read(text, tree):
    """Returns whether one of the libraries reads the text as the tree.

    ruamel.yaml writes strings such as `---` at the beginning of a line, where they end the document, and those such as
    `? a` and `: a` as keys without quotes. Both write a second backslash where they fold a quoted text before a space.
    """
    for read in [yaml.safe_load, ruamel.yaml.YAML(typ="safe", pure=True).load]:
        try:
            if is_same(read(text), tree):
                return True
        except yaml.YAMLError:
            pass
        except ruamel.yaml.error.YAMLError:
            pass
    return False


for write in [by_pyyaml, by_ruamel]:
    seed, written = 0, 0
    while written < int(sys.argv[1]):
        tree = Trees(seed).tree()
        text = write(tree, random.Random(seed).choice)
        if is_read(text, tree):
            print(json.dumps({"writer": f"{write.__name__} {seed}", "yaml": text, "json": json.dumps(tree)}))
            written += 1
        seed += 1
    print(f"{write.__name__}: {seed - written} of {seed} texts aren't read by their own writer", file=sys.stderr)
