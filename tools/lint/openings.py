"""Refuses comments that begin with a fragment instead of a sentence."""

import re
from typing import Dict, FrozenSet, Iterator

import source_lines

CHECKED = source_lines.CXX + (".py", ".bzl", "BUILD")

# "Of course" and the like begin sentences; nobody misses them.
WORST = re.compile(r"(What|Of|The same|Whether|Where|How|Which|Who)\b(?!.*\?)"
                   r"|As\b[^.;:]*, but\b")

# Folders that still have such comments. The list only gets shorter: lint says
# so when a folder here has none left.
NOT_REWORDED = frozenset()


def first_words(comment: str) -> str:
    """The text of a comment or docstring, without its marks."""
    return re.sub(r"^(//+!?<?|/\*+|#+|[rRbBuU]*(\"\"\"|'''|\"|'))\s*", "",
                  comment)


def find(path: str, text: str) -> Iterator[str]:
    """Complains of each first line of a comment that begins badly."""
    source = text.split("\n")
    previous = -1  # The line where the last comment ended.
    for token in source_lines.tokens(path, text):
        if token.kind != "comment":
            continue
        before = source[token.line - 1].split(token.text.split("\n")[0])[0]
        goes_on = previous == token.line - 1 and not before.strip()
        previous = token.line + token.text.count("\n")
        match = None if goes_on else WORST.match(first_words(token.text))
        if match:
            yield (f'{path}:{token.line}: "{match.group()} ..." is no sentence:'
                   ' begin with a verb ("Returns", "Computes", "Owns", "True '
                   'if"), the thing itself or the reason')


def check(folder: str, texts: Dict[str, str],
          folders: FrozenSet[str] = NOT_REWORDED) -> Iterator[str]:
    """Complains of the files {path: text} of a folder; if the list has the
    folder, only of the list when it does not need to."""
    problems = [problem for path, text in texts.items()
                if path.endswith(CHECKED) for problem in find(path, text)]
    if folder not in folders:
        yield from problems
    elif not problems:
        yield (f"tools/lint/openings.py: take {folder} out of NOT_REWORDED: "
               "all of its comments begin well")
