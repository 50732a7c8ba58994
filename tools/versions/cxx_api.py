"""The declarations of a C++ header (or .proto file) that others can use.

declarations(text) gives them one a line, in a form in which comments, white
space, include lines, function bodies, private members and namespaces called
"internal" make no difference. A reader of style-guide C++, not a compiler.
"""

import re
from typing import List, NamedTuple

# A raw string, a string, a character, a name or number, or punctuation.
_TOKEN = re.compile(
    r'R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)"|"(?:\\.|[^"\\\n])*"|'
    r"'(?:\\.|[^'\\\n])*'|[A-Za-z0-9_](?:[A-Za-z0-9_.]|'(?=[0-9a-fA-F]))*|"
    r"::|->|\.\.\.|##|&&|\|\||<<|[=!<>+*/|&^%-]=|\S", re.S)
_COMMENT_OR_LITERAL = re.compile(
    r'R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)"|(?P<comment>//[^\n]*|/\*.*?\*/)|'
    r'"(?:\\.|[^"\\\n])*"|(?<![0-9a-zA-Z_])\'(?:\\.|[^\'\\\n])*\'', re.S)
_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)[ \t]*(.*)$", re.M)

_CLASS = ("class", "struct", "union", "message", "oneof")
TYPE_WORDS = _CLASS + ("enum",)
_C = 'extern "C"'
_ACCESS = ("public", "protected", "private")
_NONE_BEFORE = (",", ";", ")", "]", ">", "(", "[", "<", "::", "->", ".", "*",
                "&", "&&", "...")
_NONE_BEHIND = ("(", "[", "<", "~", "!", "::", "->", ".")
_CLOSING = {"(": ")", "{": "}", "[": "]"}


class Scope(NamedTuple):
    kind: str  # "namespace", "class" or "enum"
    name: str
    hidden: bool


def without_comments(text: str) -> str:
    return _COMMENT_OR_LITERAL.sub(
        lambda m: " " if m.group("comment") else m.group(), text)


def tokens_of(text: str) -> List[str]:
    return [match.group() for match in _TOKEN.finditer(text)]


def written(tokens: List[str]) -> str:
    """The tokens as one line, readable and always the same."""
    text, last = "", "("
    for token in tokens:
        tight = last in _NONE_BEHIND or token in _NONE_BEFORE
        text += token if tight else " " + token
        last = token
    return text


def _macros(text: str) -> List[str]:
    """A macro with parameters, or with its value; those in X_ are private."""
    found = []
    for kind, rest in _DIRECTIVE.findall(text):
        head = re.match(r"(\w+)(\([^)]*\))?", rest)
        if kind == "define" and head and not head.group(1).endswith("_"):
            shown = head.group() if head.group(2) else rest
            found.append("#define " + written(tokens_of(shown)))
    return found


def without_template(head: List[str]) -> List[str]:
    """Returns what follows template <...>, attributes and alignas(...)."""
    while head:
        if head[0] == "template" and len(head) > 1:
            depth, at = 0, 1
            while at < len(head):
                depth += (head[at] == "<") - (head[at] == ">")
                at += 1
                if depth == 0:
                    break
            head = head[at:]
        elif head[0] == "[":
            head = head[end_of(head, 0):]
        else:
            break
    if "alignas" in head:
        at = head.index("alignas")
        head = head[:at] + head[end_of(head, at + 1):]
    return head


def end_of(tokens: List[str], start: int) -> int:
    """Returns the place after the bracket that closes the one at `start`."""
    open_, close = tokens[start], _CLOSING[tokens[start]]
    depth = 0
    for at in range(start, len(tokens)):
        depth += (tokens[at] == open_) - (tokens[at] == close)
        if depth == 0:
            return at + 1
    return len(tokens)


def name_of_type(head: List[str]) -> str:
    """Returns the name in the head of a class or enum."""
    scoped = head[0] == "enum" and head[1:2] == ["class"]
    end = head.index(":") if ":" in head else len(head)
    names = [token for token in head[1 + scoped:end] if token != "final"]
    return written(names) or "(unnamed)"


class _Reader:
    def __init__(self, text: str):
        text = without_comments(text).replace("\\\n", " ")
        self.found = _macros(text)
        self.tokens = tokens_of(_DIRECTIVE.sub("", text))
        self.at = 0
        self.scopes: List[Scope] = []
        self.places: List[int] = []  # in each scope: declarations so far
        self.statement: List[str] = []

    def read(self) -> List[str]:
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token == ";":
                self.finish()
            elif token == "}":
                self.close()
            elif token == "{":
                self.open()
            elif token in _CLOSING:
                self.take_balanced()
            elif token in _ACCESS and self.tokens[self.at + 1] == ":":
                self.scopes[-1] = self.scopes[-1]._replace(
                    hidden=token == "private")
                self.at += 2
            else:
                self.statement.append(token)
                self.at += 1
        return self.found

    def take_balanced(self) -> None:
        end = end_of(self.tokens, self.at)
        self.statement += self.tokens[self.at:end]
        self.at = end

    def emit(self, tokens: List[str]) -> None:
        if any(scope.hidden for scope in self.scopes):
            return
        names = [scope.name for scope in self.scopes]
        place = ""
        if _C in names and self.scopes[-1].kind == "class":
            place = f" #{self.places[-1]}"  # others rely on the layout
            self.places[-1] += 1
        prefix = "::".join(name for name in names if name != _C)
        self.found.append(f"{prefix}: {written(tokens)}{place}".lstrip(": "))

    def finish(self) -> None:
        """At the end of a declaration."""
        head = without_template(self.statement)
        if self.statement[-2:] == ["=", "default"]:
            del self.statement[-2:]
        forward = head[:1] == ["friend"] and "(" not in head or (
            len(head) == 2 and head[0] in _CLASS)
        if head and not forward and head[0] != "static_assert":
            self.emit(self.statement)
        self.statement = []
        self.at += 1

    def close(self) -> None:
        """At the end of a scope; what stands between } and ; is no matter."""
        kind = self.scopes.pop().kind if self.scopes else ""
        del self.places[len(self.scopes):]
        self.statement = []
        self.at += 1
        while kind == "class" and self.tokens[self.at:self.at + 1] not in (
                [";"], ["}"], []) and not self.proto():
            self.at += 1

    def proto(self) -> bool:
        """True if this is a .proto file, where no ; follows a }."""
        return self.found[:1] == ["syntax = \"proto3\""]

    def open(self) -> None:
        head = without_template(self.statement)
        plain = "(" not in head and "=" not in head
        if "namespace" in head[:2] and plain:
            name = "".join(head[head.index("namespace") + 1:])
            hidden = not name or name.split("::")[-1] in ("internal", "detail")
            self.enter(Scope("namespace", name, hidden))
        elif head[:1] == ["extern"] and plain:
            self.enter(Scope("namespace", _C, False))
        elif head[:1] == ["enum"] and plain:
            self.read_enum()
        elif head[:1] and head[0] in _CLASS and plain:
            self.emit(self.statement)
            self.enter(Scope("class", name_of_type(head),
                             head[0] == "class"))
        elif "(" in self.statement and not self.has_value():
            self.skip_body()
        else:
            self.take_balanced()

    def has_value(self) -> bool:
        """True if the statement is "... = value", not a function."""
        head, at = without_template(self.statement), 0
        while at < len(head):
            if head[at] == "(":
                at = end_of(head, at)
            elif head[at] == "=" and head[at - 1] != "operator":
                return True
            else:
                at += 1
        return False

    def enter(self, scope: Scope) -> None:
        self.scopes.append(scope)
        self.places.append(0)
        self.statement = []
        self.at += 1

    def read_enum(self) -> None:
        """One line for each name, with its value or its place."""
        self.emit(self.statement)
        name = name_of_type(without_template(self.statement))
        end = end_of(self.tokens, self.at)
        body = self.tokens[self.at + 1:end - 1]
        for place, item in enumerate(self.items(body)):
            value = item if "=" in item else item + ["=", f"#{place}"]
            self.emit([name, "::"] + value)
        self.statement = []
        self.at = end

    def items(self, body: List[str]) -> List[List[str]]:
        separator = ";" if self.proto() else ","
        found: List[List[str]] = [[]]
        for token in body:
            if token == separator:
                found.append([])
            else:
                found[-1].append(token)
        return [item for item in found if item]

    def skip_body(self) -> None:
        """Skips the body of a function, whose head is the declaration."""
        depth = 0
        for at, token in enumerate(self.statement):
            depth += (token == "(") - (token == ")")
            if token == ":" and depth == 0 and self.statement[at - 1] in (
                    ")", "noexcept"):
                self.statement = self.statement[:at]  # initialisers follow
                break
        self.at = end_of(self.tokens, self.at)
        while self.tokens[self.at:self.at + 1] in (["{"], [","]):
            if self.tokens[self.at] == ",":  # a member made with braces
                while self.tokens[self.at] not in "{(":
                    self.at += 1
            self.at = end_of(self.tokens, self.at)
        self.emit(self.statement)
        self.statement = []


def declarations(text: str) -> List[str]:
    """One line each, sorted; two headers with the same lines offer the same."""
    return sorted(set(_Reader(text).read()))
