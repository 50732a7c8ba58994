"""Doxygen's filter: prints a header with its comments as Doxygen reads them.

usage: cpp_comments.py FILE

`//` before a declaration documents it, and behind one too; the comment that a
header begins with documents the header. What Doxygen would take for a command
is plain text. PADDLE_DOCS_HEADERS names a JSON file of the operators that use
each header; the header's page leads to theirs.
"""

import json
import os
import re
import sys
from typing import Iterator, List, Sequence

_COMMENT = re.compile(r"^(\s*)//(?!/)(.*)$")
_TRAILING = re.compile(r"^(\s*[^/\s\"].*?[;,{]\s+)//(?!/)(.*)$")


def plain(text: str) -> str:
    """Comment text in which nothing is a command, a tag or a link."""
    text = re.sub(r"([\\@<>#&%])", r"\\\1", text)
    # Behind anything but a name, such as the > of A<T>::b, it begins a link.
    text = re.sub(r"(?<!\w)::", r"\\::", text)
    return text.replace('"', '\\"') if text.count('"') % 2 else text


def filtered(lines: List[str], operators: Sequence[str]) -> Iterator[str]:
    in_head = True
    for number, line in enumerate(lines):
        comment = _COMMENT.match(line)
        if comment and _is_notice(comment.group(2)):
            yield line
        elif comment:
            indent, text = comment.groups()
            mark = " \\file\n///" if in_head and number == 0 else ""
            yield f"{indent}///{mark}{plain(text)}"
        else:
            if in_head and operators:
                yield f"///\n/// Operators: {_links(operators)}"
            in_head = False
            trailing = _TRAILING.match(line)
            yield (f"{trailing.group(1)}///<{plain(trailing.group(2))}"
                   if trailing else line)


def _links(operators: Sequence[str]) -> str:
    return ", ".join(f'<a href="../ops/{op}.html">{op}</a>' for op in operators)


def operators_of(header: str) -> Sequence[str]:
    path = os.environ.get("PADDLE_DOCS_HEADERS")
    if not path:
        return []
    with open(path, encoding="utf-8") as file:
        return json.load(file).get(header.rpartition("/paddle/")[2], [])


def _is_notice(text: str) -> bool:
    """The end of a namespace, or a note to a linter."""
    return bool(re.match(r"\s*(namespace\b|NOLINT|clang-format)", text))


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.writelines(
            line + "\n" for line in filtered(file.read().split("\n"),
                                             operators_of(sys.argv[1])))


if __name__ == "__main__":
    main()
