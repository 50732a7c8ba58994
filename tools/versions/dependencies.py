"""Derives the components that each one uses from Bazel's targets."""

import re
from typing import Dict, Iterable, List, Optional, Set

# Folders here that are no component are internal: groups of operators, and what
# families share. Who uses them uses what they use.
_INTERNAL = "operators"

# To know the version of a component is not to use it.
_VERSION = ":version_json"

_EDGE = re.compile(r'^\s*"(//[^"]*)" -> "(//[^"]*)"', re.M)


def package_of(label: str) -> str:
    return label[2:].partition(":")[0]


def component_of(package: str, components: Iterable[str]) -> Optional[str]:
    """The component whose folder the package is in."""
    found = [name for name in components
             if package == name or package.startswith(name + "/")]
    return max(found, key=len) if found else None


def _is_internal(package: str, components: Iterable[str]) -> bool:
    return ((package + "/").startswith(_INTERNAL + "/") and
            component_of(package, components) is None)


def left_out(graph: str, components: List[str]) -> List[str]:
    """Folders that components depend on and that are no component."""
    packages = {package_of(label) for edge in _EDGE.findall(graph)
                for label in edge}
    return sorted(package for package in packages
                  if component_of(package, components) is None
                  and not _is_internal(package, components)
                  and not (package + "/").startswith("tools/"))


def uses(graph: str, components: List[str]) -> Dict[str, Set[str]]:
    """Component -> components, from the output of a query with
    --output=graph --nograph:factored."""
    targets: Dict[str, List[str]] = {}
    for source, target in _EDGE.findall(graph):
        if not target.endswith(_VERSION):
            targets.setdefault(source, []).append(target)

    def behind(label: str, seen: Set[str]) -> Set[str]:
        package = package_of(label)
        if not _is_internal(package, components):
            found = component_of(package, components)
            return {found} if found else set()
        if label in seen:
            return set()
        seen.add(label)
        return {name for target in targets.get(label, [])
                for name in behind(target, seen)}

    found: Dict[str, Set[str]] = {name: set() for name in components}
    for source, used in targets.items():
        component = component_of(package_of(source), components)
        if component is not None:
            for target in used:
                found[component] |= behind(target, set())
    for name in found:
        found[name].discard(name)
    return found
