"""The versions of the components, and what to do about them.

usage: versions.py [--json]
       versions.py diff [COMPONENT...] [--since SOURCE]
       versions.py offer [COMPONENT...]
       versions.py bump COMPONENT... [--part major|minor|patch] [--since SOURCE]
       versions.py release [COMPONENT...] [--since SOURCE] [--again]

Without a verb: the table. `diff` prints the lines by which what is offered
differs from the last release, `offer` all lines of the present. `bump` raises a
version above the last release, `release` records the components that are above
theirs; both write into the source tree. SOURCE is a tag or commit, an archive
or folder of the sources, or a file that `offer` printed; without it, the tag of
the last release.
"""

import argparse
import datetime
import json
import os
import sys
from typing import Callable, Dict, List, Optional

import edit
import past
import sources
from catalog import show
from releases import Releases, difference
from tree import Tree, as_data, as_text, read_tree

_NEXT_STEPS = """Now commit this, and tag the commit:
    git commit --all --message="Release of {date}"
    git tag --annotate {tag} --message="Release of {date}"
    git push origin {tag}
Keep what operators offer, which the sources do not tell, with the release:
    ./tools/dev versions offer > {tag}.api"""


def _workspace() -> str:
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY")
    if root is None:
        raise ValueError("run it with bazel run //tools/versions, or "
                         "./tools/dev versions")
    return root


def _today() -> str:
    return datetime.date.today().isoformat()


def _releases(tree: Tree, since: Optional[str]) -> Releases:
    folder = (os.environ.get("INVOKED_FROM") or
              os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    return Releases(tree, _workspace(), folder, since)


def _diff(tree: Tree, args: argparse.Namespace) -> None:
    releases = _releases(tree, args.since)
    find = past.get if args.component else past.find
    for name in tree.chosen(args.component) or tree.released():
        source = releases.source(name)
        old = find(name, source)
        if old is not None:
            print(difference(tree, name, old, source.name))


def _offer(tree: Tree, args: argparse.Namespace) -> None:
    for name in tree.chosen(args.component) or tree.components:
        if tree.apis[name]:
            print(past.offer(name, show(tree.components[name].version),
                             tree.apis[name]))


def _bump(tree: Tree, args: argparse.Namespace) -> None:
    releases = _releases(tree, args.since)
    for name in tree.chosen(args.component):
        for line in edit.bump(_workspace(), tree.components, name,
                              tree.apis[name], args.part,
                              releases.lines(name)):
            print(line)


def _record_again(tree: Tree, args: argparse.Namespace) -> None:
    releases = _releases(tree, args.since)
    names = tree.released() if args.since is None else [
        name for name in tree.components if tree.apis[name]]
    for name in tree.chosen(args.component) or names:
        source = releases.source(name)
        old = past.find(name, source, verify=False)
        print(edit.record_again(_workspace(), name, old) if old else
              f"{name}: {source.name} has no release of it")


def _release(tree: Tree, args: argparse.Namespace) -> None:
    if args.again:
        _record_again(tree, args)
        return
    root, date = _workspace(), _today()
    names = tree.chosen(args.component) or edit.unreleased(
        root, tree.components, tree.apis)
    if not names:
        raise ValueError("nothing to release: every version is recorded")
    releases, tag = _releases(tree, args.since), sources.next_tag(root, date)
    for name in names:
        print(edit.release(root, tree.components[name], tree.apis[name], date,
                           tag, releases.lines(name)))
    print(_NEXT_STEPS.format(date=date, tag=tag))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="versions", description="The versions of the components.")
    parser.add_argument("--json", action="store_true")
    verbs = parser.add_subparsers(dest="verb")
    several, since = (argparse.ArgumentParser(add_help=False)
                      for _ in range(2))
    several.add_argument("component", nargs="*")
    since.add_argument("--since", metavar="SOURCE")
    verbs.add_parser("diff", parents=[several, since],
                     help="what has changed since a release")
    verbs.add_parser("offer", parents=[several],
                     help="all lines that are compared")
    bump = verbs.add_parser("bump", parents=[since],
                            help="raise versions above the release")
    bump.add_argument("component", nargs="+")
    bump.add_argument("--part", choices=("major", "minor", "patch"))
    release = verbs.add_parser("release", parents=[several, since],
                               help="record releases")
    release.add_argument("--again", action="store_true",
                         help="write the last records anew, from the sources")
    return parser


_VERBS: Dict[str, Callable[[Tree, argparse.Namespace], None]] = {
    "bump": _bump, "diff": _diff, "offer": _offer, "release": _release}


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
