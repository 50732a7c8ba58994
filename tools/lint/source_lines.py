"""Splits C++ and Python sources into lines of code and lines of comments."""

import io
import re
import tokenize
from typing import Dict, FrozenSet, Iterator, List, NamedTuple

CXX = (".h", ".cc", ".cu", ".cuh")

# Directives and imports look alike in any two files without being copies.
DIRECTIVE = re.compile(r"\s*(#|import\b|from\b.*\bimport\b)")

CXX_TOKEN = re.compile(r"""
    (?P<space>\s+)
  | (?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)
  | (?P<literal>R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)"
      | "(?:\\.|[^"\\\n])*"
      | '(?:\\.|[^'\\\n])*'
      | \.?[0-9](?:'?[0-9a-zA-Z_.]|(?<=[eEpP])[+-])*)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<mark>::|->|<<|&&|\|\||[-+*/%&|^=!<>]=|\+\+|--|.)
""", re.S | re.X)

CXX_KEYWORDS = frozenset("""
    alignas auto bool break case catch char class const constexpr continue
    decltype default delete do double else enum explicit extern false float for
    friend if inline int mutable namespace new noexcept nullptr operator
    override private protected public return sizeof static static_assert
    static_cast struct switch template this throw true try typedef typename
    union unsigned using virtual void volatile while""".split())

PYTHON_KEYWORDS = frozenset("""
    False None True and as assert break class continue def del elif else except
    finally for from global if import in is lambda nonlocal not or pass raise
    return try while with yield""".split())

# Tokens for layout, which Python's tokenizer adds.
PYTHON_LAYOUT = frozenset([
    tokenize.NEWLINE, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER,
    tokenize.INDENT, tokenize.DEDENT])

PYTHON_KINDS = {tokenize.COMMENT: "comment", tokenize.NUMBER: "literal",
                tokenize.STRING: "literal", tokenize.NAME: "name"}


class Token(NamedTuple):
    """A piece of a source file, which may go on over several lines."""
    kind: str  # "comment" (or a docstring), "literal", "name" or "mark".
    text: str
    line: int  # The first, from 1.


class Lines(NamedTuple):
    """The lines of one file, numbered from 1; empty ones are neither."""
    shapes: Dict[int, str]  # Names and literals made alike.
    code: int  # Lines with code, directives too.
    comments: int  # Lines with a comment and no code.


def cxx_tokens(text: str) -> Iterator[Token]:
    line = 1
    for match in CXX_TOKEN.finditer(text):
        kind = "literal" if match.lastgroup == "raw" else match.lastgroup
        if kind != "space":
            yield Token(kind, match.group(), line)
        line += match.group().count("\n")


def python_tokens(text: str) -> Iterator[Token]:
    """Tokens of Python or Starlark; docstrings are comments."""
    statement_begins = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in PYTHON_LAYOUT:
            statement_begins |= token.type in (tokenize.NEWLINE,
                                               tokenize.INDENT)
            continue
        kind = PYTHON_KINDS.get(token.type, "mark")
        if kind == "literal" and statement_begins:
            kind = "comment"
        statement_begins &= kind == "comment"
        yield Token(kind, token.string, token.start[0])


def tokens(path: str, text: str) -> Iterator[Token]:
    return cxx_tokens(text) if path.endswith(CXX) else python_tokens(text)


def shape(token: Token, keywords: FrozenSet[str]) -> str:
    if token.kind == "literal":
        return "0"
    named = token.kind == "name" and token.text not in keywords
    return "a" if named else token.text


def split(path: str, text: str) -> Lines:
    """Counts the lines of a file; the suffix of its path says the language."""
    keywords = CXX_KEYWORDS if path.endswith(CXX) else PYTHON_KEYWORDS
    code: Dict[int, List[str]] = {}
    comments = set()
    for token in tokens(path, text):
        lines = range(token.line, token.line + token.text.count("\n") + 1)
        if token.kind == "comment":
            comments.update(lines)
            continue
        for line in lines:
            code.setdefault(line, []).append(shape(token, keywords))
    source = text.split("\n")
    shapes = {line: " ".join(code[line]) for line in sorted(code)
              if not DIRECTIVE.match(source[line - 1])}
    telling = {line: shape for line, shape in shapes.items()
               if re.search(r"\w", shape)}
    return Lines(telling, len(code), len(comments - set(code)))
