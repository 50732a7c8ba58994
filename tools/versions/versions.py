"""The versions of the components, and what to do about them.

usage: versions.py [--json]
       versions.py bump COMPONENT... [--part major|minor|patch]
       versions.py release [COMPONENT...]

Without a verb: the table. `bump` raises a version above the last release,
`release` records the components that are above theirs. Both write into the
source tree; ./tools/dev has the same verbs.
"""

import argparse
import json
import os
import sys
import textwrap
from typing import Any, Dict, List, Optional

import catalog
import check
import edit
import interfaces
from catalog import Api, Component, show

_LIST = "tools/versions/components.txt"


class Tree:
    """All that is known, read from the runfiles."""

    def __init__(self, root: str = ".") -> None:
        import paddle
        names = catalog.read_text(os.path.join(root, _LIST)).split()
        self.root = root
        self.components: Dict[str, Component] = {
            name: catalog.read_component(
                root, os.path.join(root, name, "version.json"))
            for name in names}
        self.apis: Dict[str, Api] = interfaces.collect(
            root, self.components, paddle.core,
            os.path.dirname(os.path.abspath(paddle.__file__)))
        self.releases = {name: catalog.read_release(root, name)
                         for name in names}

    def state(self, name: str) -> str:
        return check.state(self.apis[name], self.releases[name])


def released(release: Optional[catalog.Release]) -> Optional[Dict[str, str]]:
    return release and {"version": show(release.version), "date": release.date}


def as_data(tree: Tree) -> List[Dict[str, Any]]:
    rows = []
    for name, component in tree.components.items():
        rows.append({
            "component": name,
            "version": show(component.version),
            "uses": component.uses,
            "released": released(tree.releases[name]),
            "interface": tree.state(name),
            "fingerprint": catalog.fingerprint(tree.apis[name]),
        })
    return rows


def _uses(component: Component) -> str:
    ranges: Dict[str, List[str]] = {}
    for name, range_ in sorted(component.uses.items()):
        ranges.setdefault(range_, []).append(name)
    text = "; ".join(f"{range_} of {', '.join(names)}"
                     for range_, names in ranges.items())
    return textwrap.fill("uses " + text, 79, initial_indent="    ",
                         subsequent_indent="      ") if text else ""


def as_text(tree: Tree) -> str:
    form = "{:<26} {:<9} {:<20} {}"
    lines = [form.format("component", "version", "last release",
                         "interface since")]
    for name, component in tree.components.items():
        last = released(tree.releases[name])
        lines.append(form.format(name, show(component.version),
                                 " ".join(last.values()) if last else "-",
                                 tree.state(name)))
        lines += [_uses(component)] * bool(component.uses)
    return "\n".join(lines)


def _workspace() -> str:
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY")
    if root is None:
        sys.exit("run it with bazel run //tools/versions, or ./tools/dev")
    return root


def _chosen(tree: Tree, names: List[str]) -> List[str]:
    unknown = sorted(set(names) - set(tree.components))
    if unknown:
        sys.exit(f"no component {', '.join(unknown)}; there are: "
                 f"{', '.join(tree.components)}")
    return names


def _bump(tree: Tree, names: List[str], part: Optional[str]) -> None:
    for name in _chosen(tree, names):
        for line in edit.bump(_workspace(), tree.components, name,
                              tree.apis[name], part):
            print(line)


def _release(tree: Tree, names: List[str]) -> None:
    root = _workspace()
    names = _chosen(tree, names) or edit.unreleased(root, tree.components)
    if not names:
        sys.exit("nothing to release: every version is recorded")
    for name in names:
        print(edit.release(root, tree.components[name], tree.apis[name]))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="versions", description="The versions of the components.")
    parser.add_argument("--json", action="store_true")
    verbs = parser.add_subparsers(dest="verb")
    bump = verbs.add_parser("bump", help="raise versions above the release")
    bump.add_argument("component", nargs="+")
    bump.add_argument("--part", choices=("major", "minor", "patch"))
    release = verbs.add_parser("release", help="record releases")
    release.add_argument("component", nargs="*")
    args = parser.parse_args()
    tree = Tree()
    try:
        if args.verb == "bump":
            _bump(tree, args.component, args.part)
        elif args.verb == "release":
            _release(tree, args.component)
        elif args.json:
            print(json.dumps(as_data(tree), indent=1))
        else:
            print(as_text(tree))
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
