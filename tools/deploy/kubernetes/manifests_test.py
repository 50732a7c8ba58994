"""Each manifest is right, and each of the mistakes made on purpose is found: at
every key, a misspelt one and a missing value; at every value one of another
type; at every value of a list of words, a misspelt one."""

import copy
import glob
import os
import unittest

import manifests

FOLDER = os.path.dirname(os.path.abspath(manifests.__file__))
# Values that are words of Kubernetes, not names that we choose.
WORDS = ("apiVersion", "kind", "completionMode", "restartPolicy", "operator",
         "action", "status", "protocol", "clusterIP", "podReplacementPolicy",
         "fieldPath", "apiGroup")
# Values that refer to another part of the file.
NAMES = ("containerName",)


def places(value, path=()):
    """Yields (path, value) of all that a document is made of."""
    yield path, value
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from places(each, (*path, index))


def changed(documents, path, change):
    """Returns a copy in which `change` has been called with the parent of what
    is at the path, and its key."""
    documents = copy.deepcopy(documents)
    parent = documents
    for part in path[:-1]:
        parent = parent[part]
    change(parent, path[-1])
    return documents


def misspell_key(parent, key):
    parent[key[:-1]] = parent.pop(key)


def misspell_value(parent, key):
    parent[key] = parent[key][:-1]


def set_type(parent, key):
    """Gives it a type that no value at its place can have."""
    parent[key] = 1.5 if not isinstance(parent[key], (int, float)) else "1"


class ManifestsTest(unittest.TestCase):

    def setUp(self):
        self.files = {os.path.basename(path): manifests.read(path)
                      for path in glob.glob(os.path.join(FOLDER, "*.yaml"))}

    def test_all_are_right(self):
        self.assertEqual(set(self.files), {
            "indexed_job.yaml", "job_set.yaml", "serving.yaml",
            "serving_runtime.yaml", "training_runtime.yaml"})
        for name, documents in self.files.items():
            self.assertEqual(manifests.check(documents), [], name)

    def check_mistakes(self, change, chosen):
        made = 0
        for name, documents in self.files.items():
            for path, value in places(documents):
                if path and chosen(path, value):
                    made += 1
                    self.assertTrue(
                        manifests.check(changed(documents, path, change)),
                        f"{name}: {change.__name__} at {path}")
        print(change.__name__, made, "mistakes, all found")
        return made

    def test_misspelt_keys(self):
        self.assertGreater(self.check_mistakes(
            misspell_key, lambda path, value: isinstance(path[-1], str)), 250)

    def test_wrong_types(self):
        self.assertGreater(self.check_mistakes(
            set_type, lambda path, value: len(path) > 1), 300)

    def test_misspelt_words(self):
        self.assertGreater(self.check_mistakes(
            misspell_value, lambda path, value: path[-1] in WORDS), 40)

    def test_misspelt_references(self):
        def refers(path, value):
            return (path[-1] in NAMES or path[-2] == "targetReplicatedJobs"
                    or "dependsOn" in path and path[-1] == "name"
                    or "runtimeRef" in path and path[-1] == "name"
                    or "scaleTargetRef" in path and path[-1] == "name"
                    or "modelFormat" in path and path[-1] == "name"
                    or path[-1] == "runtime"
                    or "volumeMounts" in path and path[-1] == "name"
                    or "volumes" in path and path[-1] == "name"
                    or "selector" in path and isinstance(value, str))

        self.assertGreater(self.check_mistakes(
            misspell_value, lambda path, value:
            len(path) > 2 and refers(path, value)), 15)

    def test_hosts_and_variables(self):
        def misspell_host(parent, key):
            parent[key] = parent[key].replace("coordinator", "cordinator")

        def misspell_variable(parent, key):
            parent[key] = parent[key].replace("$(", "$(X")

        self.assertGreaterEqual(self.check_mistakes(
            misspell_host, lambda path, value: isinstance(value, str)
            and "//" in value and "coordinator" in value), 3)
        self.assertGreaterEqual(self.check_mistakes(
            misspell_variable, lambda path, value: isinstance(value, str)
            and "$(" in value), 12)

    def test_missing_parts(self):
        def remove(parent, key):
            del parent[key]

        needed = ("apiVersion", "kind", "metadata", "spec", "containers",
                  "image", "template", "replicatedJobs", "mountPath",
                  "fieldPath", "ports", "restartPolicy")
        self.assertGreater(self.check_mistakes(
            remove, lambda path, value: path[-1] in needed
            and not (path[-1] in ("metadata", "kind") and len(path) > 2)
            and not ("ports" == path[-1] and "containers" in path)
            and not ("restartPolicy" == path[-1] and path[0] == 1)), 50)

    def test_messages_say_where(self):
        documents = changed(self.files["job_set.yaml"], (
            0, "spec", "replicatedJobs", 2, "template", "spec",
            "completions"), set_type)
        self.assertEqual(manifests.check(documents), [
            "JobSet.spec.replicatedJobs[2].template.spec.completions: "
            "'1' is not of type 'integer'"])
        self.assertEqual(manifests.check([{"kind": "Pod"}]), [
            "kind: there is no schema of 'Pod'"])
