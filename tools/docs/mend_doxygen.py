"""Takes away links that Doxygen makes to places it does not make: to private
classes inside a class, and to friends.

usage: mend_doxygen.py FOLDER: changes the pages in it.
"""

import os
import re
import sys
from typing import Dict, Set

_LINK = re.compile(r'href="([^"#:]*)#([^"]*)"')
_PLACE = re.compile(r'\b(?:id|name)="([^"]*)"')


def mended(page: str, text: str, places: Dict[str, Set[str]]) -> str:
    """The page, each such link leading to the page that was meant."""
    def link(match: "re.Match[str]") -> str:
        target = match.group(1) or page
        known = places.get(target)
        if known is None or match.group(2) in known:
            return match.group()
        return f'href="{target}"'
    return _LINK.sub(link, text)


def main() -> None:
    folder = sys.argv[1]
    pages = {}
    for name in os.listdir(folder):
        if name.endswith(".html"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                pages[name] = file.read()
    places = {name: set(_PLACE.findall(text)) for name, text in pages.items()}
    for name, text in pages.items():
        fixed = mended(name, text, places)
        if fixed != text:
            with open(os.path.join(folder, name), "w",
                      encoding="utf-8") as file:
                file.write(fixed)


if __name__ == "__main__":
    main()
