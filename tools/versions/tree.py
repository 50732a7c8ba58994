"""The components of this tree and the table of their versions."""

import os
import textwrap
from typing import Any, Dict, List, NamedTuple, Optional

import catalog
import check
import interfaces
import records
from catalog import Api, Component, show

_LIST = "tools/versions/components.txt"


class Tree(NamedTuple):
    components: Dict[str, Component]
    apis: Dict[str, Api]
    releases: Dict[str, Optional[records.Release]]  # the last ones

    def state(self, name: str) -> str:
        return check.state(self.apis[name], self.releases[name])

    def released(self) -> List[str]:
        return [name for name, release in self.releases.items() if release]

    def chosen(self, names: List[str]) -> List[str]:
        """Returns the names; ValueError if there is no such component."""
        unknown = sorted(set(names) - set(self.components))
        if unknown:
            raise ValueError(f"no component {', '.join(unknown)}; there are: "
                             f"{', '.join(self.components)}")
        return names


def read_tree(root: str = ".") -> Tree:
    """Reads all that is known from the runfiles."""
    import paddle
    components = {
        name: catalog.read_component(root, os.path.join(
            root, name, "version.json"))
        for name in catalog.read_text(os.path.join(root, _LIST)).split()}
    package = os.path.dirname(os.path.abspath(paddle.__file__))
    return Tree(components,
                interfaces.collect(root, components, paddle.core, package),
                {name: records.read(root, name) for name in components})


def _released(release: Optional[records.Release]) -> Optional[Dict[str, str]]:
    return release and {"version": show(release.version), "date": release.date,
                        "tag": release.tag}


def as_data(tree: Tree) -> List[Dict[str, Any]]:
    rows = []
    for name, component in tree.components.items():
        rows.append({
            "component": name,
            "version": show(component.version),
            "uses": component.uses,
            "released": _released(tree.releases[name]),
            "interface": tree.state(name),
            "fingerprint": records.fingerprint(
                records.summary(tree.apis[name])),
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
        last = tree.releases[name]
        lines.append(form.format(
            name, show(component.version),
            f"{show(last.version)} {last.date}" if last else "-",
            tree.state(name)))
        lines += [_uses(component)] * bool(component.uses)
    return "\n".join(lines)
