"""This tree keeps the rules of versions."""

import glob
import json
import os
import unittest

import paddle
from paddle import core

import catalog
import check
import dependencies
import records
import tree

_GRAPH = "tools/versions/dependencies_graph"


class VersionsTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.tree = tree.read_tree()

    def assert_none(self, problems):
        problems = list(problems)
        if problems:
            self.fail("\n" + "\n".join(problems))

    def test_interfaces_and_changelogs(self):
        self.assert_none(
            line for name, component in self.tree.components.items()
            for line in check.check_component(
                component, self.tree.apis[name], self.tree.releases[name]))

    def test_a_change_of_any_component_needs_a_version(self):
        for name in self.tree.released():
            release = self.tree.releases[name]
            component = self.tree.components[name]._replace(
                version=release.version,
                changelog=f"## {catalog.show(release.version)}\n\nNew.\n")
            api = self.tree.apis[name]
            release = release._replace(sections=records.summary(api))
            section = next(each for each in sorted(api) if api[each])
            lines = api[section]
            for changed, found in ((lines, 0), (lines + lines[:1], 1), ([], 1)):
                self.assertEqual(
                    len(list(check.check_component(
                        component, {**api, section: changed}, release))),
                    found, name)

    def test_ranges_admit_what_is_here(self):
        self.assert_none(check.check_ranges(self.tree.components))

    def test_uses_are_those_of_the_build(self):
        components = self.tree.components
        found = dependencies.uses(catalog.read_text(_GRAPH), list(components))
        self.assertIn("framework/ir", found["framework/registry"])
        self.assert_none(
            line for name, component in components.items()
            for line in check.check_uses(component, found[name], components))

    def test_all_that_is_shipped_belongs_to_a_component(self):
        self.assertEqual(
            dependencies.left_out(catalog.read_text(_GRAPH),
                                  list(self.tree.components)), [],
            "see tools/versions/README.md, How to add to it")

    def test_every_release_belongs_to_a_component(self):
        paths = {records.path_of(name) for name, api in self.tree.apis.items()
                 if api}
        folder = os.path.dirname(records.path_of("x"))
        for path in glob.glob(os.path.join(folder, "*")):
            self.assertIn(path, paths, "it is no component any more: remove it")

    def test_every_component_offers_something(self):
        for name, api in self.tree.apis.items():
            if self.tree.components[name].operators or \
                    not name.startswith("operators/"):
                self.assertTrue(any(api.values()), name)
            else:
                self.assertEqual(api, {}, f"{name} is internal")

    def test_every_operator_belongs_to_a_family(self):
        known = {type_ for name, api in self.tree.apis.items()
                 if self.tree.components[name].operators for type_ in api}
        self.assertEqual(sorted(set(core.op_types()) - known), [])

    def test_python_knows_the_versions(self):
        shown = {name: catalog.show(component.version)
                 for name, component in self.tree.components.items()}
        self.assertEqual(paddle.version.components, shown)
        self.assertEqual(paddle.__version__, shown["python"])

    def test_table(self):
        text = tree.as_text(self.tree)
        for name, component in self.tree.components.items():
            self.assertRegex(text, rf"(?m)^{name} +"
                             rf"{catalog.show(component.version)} ")
        # Components of one range are told together.
        self.assertRegex(text, r" of framework/\w+, framework/\w+")
        self.assertLess(max(map(len, text.split("\n"))), 110)

    def test_json(self):
        rows = {row["component"]: row
                for row in json.loads(json.dumps(tree.as_data(self.tree)))}
        ir = rows["framework/ir"]
        self.assertEqual(set(ir["uses"]), {"framework/types", "platform"})
        self.assertRegex(ir["fingerprint"], "^[0-9a-f]{64}$")
