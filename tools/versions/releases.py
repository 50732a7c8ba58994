"""The releases that a command compares with."""

import sys
from typing import Dict, Optional

import past
import sources
from catalog import Api, show
from compare import compare
from past import Past
from sources import Source
from tree import Tree


class Releases:
    """The releases in `since` (a revision, archive, folder or file, relative
    to `folder`), or else at the tag of each component's last release. Each is
    opened once."""

    def __init__(self, tree: Tree, repository: str, folder: str,
                 since: Optional[str]) -> None:
        self.tree = tree
        self.repository = repository
        self.since = since
        self.opened: Dict[str, Optional[Source]] = {}
        if since is not None:
            self.opened[since] = sources.named(since, folder, repository)

    def _open(self, name: str) -> Optional[Source]:
        """Returns None where a tag is missing."""
        release = self.tree.releases[name]
        if self.since is None and release is None:
            raise ValueError(f"{name} was never released")
        key = self.since or release.tag
        if key not in self.opened:
            self.opened[key] = sources.revision(self.repository, key)
            if self.opened[key] is None:
                print(f"git has no tag {key} here: its lines are not known",
                      file=sys.stderr)
        return self.opened[key]

    def source(self, name: str) -> Source:
        found = self._open(name)
        if found is None:
            raise ValueError("Get the tag (git fetch --tags), or name a "
                             "commit, an archive or a folder of that release: "
                             "--since SOURCE")
        return found

    def lines(self, name: str) -> Api:
        """Returns the lines of the last release, as far as they are at hand."""
        release = self.tree.releases[name]
        source = release and self._open(name)
        return past.of_last(name, release, source) if source else {}


def difference(tree: Tree, name: str, old: Past, source: str) -> str:
    """Returns a text of the lines that a release did not have, or not so."""
    change = compare(old.release.sections, tree.apis[name], old.lines)
    title = (f"{name} {show(old.release.version)} ({source}) -> "
             f"{show(tree.components[name].version)}")
    if not change.part:
        return f"{title}: no change"
    lines = sorted(change.removed + change.added,
                   key=lambda line: line.partition(": ")[0])
    lines += [f"{section}: changed; {source} tells its names, not its lines"
              for section in change.unclear]
    text = "".join(f"\n    {line}" for line in lines)
    if change.unclear:
        text += (f"\n  The build makes those lines. In the sources of that "
                 f"release, run\n    ./tools/dev versions offer {name} > FILE\n"
                 f"  and compare with it: --since FILE")
    return f"{title}:{text}"
