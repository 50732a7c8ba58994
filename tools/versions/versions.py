"""The versions of the components, and what to do about them.

usage: versions.py [--json]
       versions.py bump COMPONENT... [--part major|minor|patch]
       versions.py release [COMPONENT...]

Without a verb: the table. `bump` raises a version above the last release,
`release` records the components that are above theirs. Both write into the
source tree; ./tools/dev has the same verbs.
"""

import argparse
import datetime
import json
import os
import sys
from typing import Callable, Dict, List, Optional

import edit
from tree import Tree, as_data, as_text, read_tree


def _workspace() -> str:
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY")
    if root is None:
        raise ValueError("run it with bazel run //tools/versions, or "
                         "./tools/dev versions")
    return root


def _today() -> str:
    return datetime.date.today().isoformat()


def _bump(tree: Tree, args: argparse.Namespace) -> None:
    for name in tree.chosen(args.component):
        for line in edit.bump(_workspace(), tree.components, name,
                              tree.apis[name], args.part):
            print(line)


def _release(tree: Tree, args: argparse.Namespace) -> None:
    root, date = _workspace(), _today()
    names = tree.chosen(args.component) or edit.unreleased(
        root, tree.components, tree.apis)
    if not names:
        raise ValueError("nothing to release: every version is recorded")
    for name in names:
        print(edit.release(root, tree.components[name], tree.apis[name], date,
                           f"release-{date}"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="versions", description="The versions of the components.")
    parser.add_argument("--json", action="store_true")
    verbs = parser.add_subparsers(dest="verb")
    bump = verbs.add_parser("bump", help="raise versions above the release")
    bump.add_argument("component", nargs="+")
    bump.add_argument("--part", choices=("major", "minor", "patch"))
    release = verbs.add_parser("release", help="record releases")
    release.add_argument("component", nargs="*")
    return parser


_VERBS: Dict[str, Callable[[Tree, argparse.Namespace], None]] = {
    "bump": _bump, "release": _release}


def main(arguments: Optional[List[str]] = None,
         read: Callable[[], Tree] = read_tree) -> int:
    """Returns the exit status: 2 for what the user can mend."""
    args = _parser().parse_args(arguments)
    try:
        tree = read()
        if args.verb:
            _VERBS[args.verb](tree, args)
        elif args.json:
            print(json.dumps(as_data(tree), indent=1))
        else:
            print(as_text(tree))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
