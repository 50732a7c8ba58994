"""Checks the output of the profiler."""

import gzip
import json
import os
import re
import tempfile
import threading

import paddle as pd
from testing_util import ProgramTestCase, random


class ProfilingCase(ProgramTestCase):
    def setUp(self):
        super().setUp()
        x = pd.layer.data("x", [None, 4])
        self.cost = pd.layer.mean(pd.layer.fc(x, 3, act="relu"))
        pd.optimizer.SGD(0.1).minimize(self.cost)
        self.run_startup()
        self.step(2)

    def step(self, rows):
        self.exe.run(self.main, {"x": random(rows, 4)}, [self.cost])

    def profile(self, *rows):
        with pd.profiler() as profile:
            for count in rows:
                self.step(count)
        return profile


class ProfilerTest(ProfilingCase):
    def test_counts_every_call(self):
        profile = self.profile(2, 2, 2)
        calls = {row.name: row.calls for row in profile.rows()}
        written = [op.type for op in self.main.blocks[0].ops]
        self.assertEqual(calls, {t: 3 * written.count(t) for t in written})

    def test_times_add_up(self):
        profile = self.profile(2, 2)
        for row in profile.rows():
            self.assertGreater(row.own, 0)
            self.assertEqual(row.own, row.total)  # nothing is nested here
            self.assertLessEqual(row.mean, row.longest)
        self.assertLess(sum(row.own for row in profile.rows()),
                        profile.seconds)

    def test_shapes_are_told_apart(self):
        profile = self.profile(2, 5, 2)
        calls = {row.name: row.calls for row in profile.rows("shape")
                 if row.name.startswith("mul ")}
        self.assertEqual(calls, {"mul 2x4 4x3": 2, "mul 5x4 4x3": 1})

    def test_bytes_and_flops_of_a_product(self):
        mul, = [r for r in self.profile(2).records if r.type == "mul"]
        self.assertEqual(mul.bytes, 4 * (2 * 4 + 4 * 3 + 2 * 3))
        self.assertEqual(mul.flops, 2 * 2 * 4 * 3)
        self.assertEqual(mul.label, "mul -> fc_0.tmp_0")
        self.assertIn("profiler_test.py:", mul.where)

    def test_table(self):
        text = self.profile(2).table(sort_by="calls", limit=2)
        self.assertIn("operator", text.splitlines()[0])
        self.assertIn("GFLOP/s", text.splitlines()[0])
        self.assertRegex(text, r"\.\.\. and \d+ more")
        self.assertIn("ms in operators", text)

    def test_lines_of_the_program(self):
        names = [row.name for row in self.profile(2).rows("line")]
        self.assertTrue(all("profiler_test.py:" in name for name in names))

    def test_unknown_words(self):
        profile = self.profile(2)
        with self.assertRaisesRegex(ValueError, "group_by is one of type, op"):
            profile.rows(group_by="kernel")
        with self.assertRaisesRegex(ValueError, "sort_by .*'time'"):
            profile.table(sort_by="time")

    def test_a_loop_contains_its_operators(self):
        i = pd.layer.fill_constant([1], "float32", 0.0)
        last, = pd.while_loop(lambda i: i < 50, lambda i: i + 1, [i])
        with pd.profiler() as profile:
            self.exe.eval(self.main, fetch_list=[last])
        rows = {row.name: row for row in profile.rows()}
        loop = rows["while"]
        inside = [r for r in profile.records if r.block != 0]
        self.assertEqual(loop.calls, 1)
        self.assertEqual({r.calls for r in inside}, {50})
        self.assertAlmostEqual(
            loop.total, loop.own + sum(r.total for r in inside), places=12)

    def test_nothing_is_recorded_outside(self):
        self.profile(2)
        self.step(2)
        with pd.profiler() as profile:
            pass
        self.assertEqual(profile.records, [])
        self.assertIn("0.000 ms in operators", str(profile))

    def test_one_at_a_time(self):
        with pd.profiler():
            with self.assertRaisesRegex(RuntimeError, "open already"):
                with pd.profiler():
                    pass
            self.step(2)
        self.assertNotEqual(self.profile(2).records, [])

    def test_an_exception_ends_it(self):
        with self.assertRaises(KeyError):
            with pd.profiler():
                self.exe.run(self.main, {"x": random(2, 4)}, ["unknown"])
        self.assertNotEqual(self.profile(2).records, [])

    def test_negative_limit(self):
        with self.assertRaisesRegex(ValueError, "at least 0, not -1"):
            pd.profiler(max_events=-1)


class TraceTest(ProfilingCase):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def trace(self, profile, name="trace.json"):
        path = os.path.join(self.folder, name)
        profile.save_trace(path)
        self.assertEqual(os.listdir(self.folder), [name])
        opened = gzip.open if name.endswith(".gz") else open
        with opened(path, "rt", encoding="utf-8") as file:
            return json.load(file)["traceEvents"]

    def test_calls_with_shapes_threads_and_memory(self):
        profile = self.profile(2, 5)
        events = self.trace(profile)
        calls = [e for e in events if e["ph"] == "X"]
        self.assertEqual(len(calls), sum(r.calls for r in profile.records))
        muls = [e["args"]["X x"] for e in calls if e["name"] == "mul"]
        self.assertEqual(muls, ["[2, 4] float32", "[5, 4] float32"])
        self.assertEqual({e["cat"] for e in calls},
                         {"forward", "backward", "optimize"})
        for first, second in zip(calls, calls[1:]):
            self.assertLessEqual(first["ts"] + first["dur"],
                                 second["ts"] + 0.002)
        memory = [e["args"]["bytes"] for e in events if e["ph"] == "C"]
        self.assertGreater(max(memory), 0)

    def test_threads_have_rows_of_their_own(self):
        with pd.profiler() as profile:
            self.step(2)
            other = threading.Thread(target=self.exe.eval, args=(
                self.main, {"x": random(2, 4)}, [self.cost], self.scope))
            other.start()
            other.join()
        events = self.trace(profile, "trace.json.gz")
        named = {e["tid"] for e in events if e["name"] == "thread_name"}
        self.assertEqual(len(named), 2)
        self.assertEqual({e["tid"] for e in events if e["ph"] == "X"}, named)

    def test_beyond_the_limit_only_the_table_counts(self):
        with pd.profiler(max_events=3) as profile:
            self.step(2)
        self.assertEqual(
            len([e for e in self.trace(profile) if e["ph"] == "X"]), 3)
        self.assertEqual(
            profile.dropped, sum(r.calls for r in profile.records) - 3)

    def test_written_at_the_end(self):
        path = os.path.join(self.folder, "own.json")
        with pd.profiler(trace=path):
            self.step(2)
        with open(path, encoding="utf-8") as file:
            self.assertTrue(json.load(file)["traceEvents"])

    def test_what_cannot_be_written_is_found_at_the_beginning(self):
        missing = os.path.join(self.folder, "no", "t")
        for path, error in ((missing, FileNotFoundError),
                            (self.folder, IsADirectoryError)):
            with self.assertRaisesRegex(error, f"'{re.escape(path)}'"):
                with pd.profiler(trace=path):
                    self.fail("the context is not entered")
        with pd.profiler():
            self.step(2)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_folder_that_is_not_there(self):
        with self.assertRaises(FileNotFoundError):
            self.profile(2).save_trace(os.path.join(self.folder, "no", "t"))
