"""Checks a folder of HTML: each link leads to a file and place that exist, tags
are balanced, and nothing is loaded from elsewhere.

usage: check_site.py FOLDER: prints what is wrong.
"""

import os
import sys
from html.parser import HTMLParser
from typing import Dict, Iterator, List, Optional, Set, Tuple
from urllib.parse import unquote, urlsplit

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link",
         "meta", "source", "track", "wbr"}
# Browsers end these themselves.
_OPTIONAL = {"p", "li", "dt", "dd", "tr", "td", "th", "option", "tbody",
             "thead", "colgroup"}
# Files that a page loads to be displayed, unlike its links.
_LOADED = {("script", "src"), ("link", "href"), ("img", "src"),
           ("iframe", "src"), ("source", "src"), ("object", "data")}
_LINKS = _LOADED | {("a", "href"), ("area", "href"), ("form", "action")}


class Page(HTMLParser):
    """Collects a page's links, its link targets and its tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: List[Tuple[str, str, int]] = []  # tag, target, line
        self.places: Set[str] = set()
        self.faults: List[Tuple[int, str]] = []
        self._open: List[Tuple[str, int]] = []
        self.feed(text)
        self.close()
        self.faults += [(line, f"<{tag}> is not closed")
                        for tag, line in self._open if tag not in _OPTIONAL]

    def handle_starttag(self, tag: str,
                        attrs: List[Tuple[str, Optional[str]]]) -> None:
        self._see(tag, attrs)
        if tag not in _VOID:
            self._open.append((tag, self.getpos()[0]))

    def handle_startendtag(self, tag: str,
                           attrs: List[Tuple[str, Optional[str]]]) -> None:
        self._see(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        while self._open and self._open[-1][0] != tag \
                and self._open[-1][0] in _OPTIONAL:
            self._open.pop()
        if self._open and self._open[-1][0] == tag:
            self._open.pop()
        elif tag not in _OPTIONAL:
            inner = self._open[-1][0] if self._open else "nothing"
            self.faults.append((self.getpos()[0],
                                f"</{tag}> where {inner} is open"))

    def _see(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.places.add(value)
            if (tag, name) in _LINKS:
                self.links.append((tag, value, self.getpos()[0]))


def read_pages(folder: str) -> Dict[str, Page]:
    pages = {}
    for parent, _, names in os.walk(folder):
        for name in sorted(names):
            if name.endswith((".html", ".xhtml")):
                path = os.path.join(parent, name)
                with open(path, encoding="utf-8") as file:
                    pages[os.path.relpath(path, folder)] = Page(file.read())
    return pages


def faults(folder: str) -> Iterator[str]:
    """"page:line: what is wrong", in the order of the pages."""
    pages = read_pages(folder)
    if not pages:
        yield f"{folder}: no pages"
    for path, page in sorted(pages.items()):
        for line, fault in page.faults:
            yield f"{path}:{line}: {fault}"
        for tag, link, line in page.links:
            fault = _fault_of(folder, pages, path, tag, link)
            if fault:
                yield f"{path}:{line}: {fault}"


def _fault_of(folder: str, pages: Dict[str, Page], path: str, tag: str,
              link: str) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        outside = parts.scheme in ("http", "https") or parts.netloc
        loaded = tag not in ("a", "area", "form")
        return f"loads {link} from elsewhere" if outside and loaded else ""
    target = path
    if parts.path:
        target = os.path.normpath(
            os.path.join(os.path.dirname(path), unquote(parts.path)))
        if not os.path.exists(os.path.join(folder, target)):
            return f"{link} does not exist"
    place = unquote(parts.fragment)
    if place and target in pages and place not in pages[target].places:
        return f"{link}: {target} has no place of that name"
    return ""


def main() -> None:
    found = list(faults(sys.argv[1]))
    for fault in found[:100]:
        print(fault)
    if found:
        sys.exit(f"{len(found)} faults in {sys.argv[1]}")


if __name__ == "__main__":
    main()
