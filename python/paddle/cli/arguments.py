"""Reads the arguments of verbs."""

import argparse
import re
from typing import Any, Callable, NoReturn


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and exits with 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def type_of(pattern: str, needed: str,
            make: Callable[[str], Any] = str) -> Callable[[str], Any]:
    """Returns what argparse calls with an argument that is to match a pattern:
    it makes the value, or says what is needed."""
    def convert(text: str) -> Any:
        if not re.fullmatch(pattern, text, re.ASCII):
            raise argparse.ArgumentTypeError(f"{needed} needed, not {text!r}")
        return make(text)

    return convert
