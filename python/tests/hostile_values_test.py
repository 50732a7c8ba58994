"""Values that nobody can read, at every door: an exception, never a death.

Each value goes through all doors in a process of its own, with a time limit.
"""

import array
import collections
import ctypes
import gc
import mmap
import unittest

import numpy as np

import children
import paddle as pd
from testing_util import ProgramTestCase


class Refused(Exception):
    """Raised by hostile objects."""


def nested(depth):
    value = [1.0]
    for _ in range(depth):
        value = [value]
    return value


def own(*others):
    """A list that holds itself, twice."""
    value = list(others)
    value += [value, value]
    return value


def raising(*methods, **attributes):
    """An object whose methods raise."""

    def refuse(self, *args, **kwargs):
        raise Refused("\udcff")  # Such text is no UTF-8.

    names = {f"__{name}__": refuse for name in methods}
    return type("Hostile", (), {**names, **attributes})()


def returning(**results):
    """An object whose methods return nonsense."""
    return type("Odd", (), {f"__{name}__": (lambda value: lambda self, *a, **k:
                                            value)(value)
                            for name, value in results.items()})()


class Endless:
    """A sequence of itself."""

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return self


class Liar(list):
    """A list that says another length than it has."""

    def __len__(self):
        return 2**62


class Shrinking(list):
    """Empties the list around it when it is read."""

    def __init__(self, around):
        super().__init__([1.0])
        self.around = around

    def __iter__(self):
        self.around.clear()
        return super().__iter__()

    def __array__(self, *args):
        self.around.clear()
        return np.ones(3, np.float32)


class Astype(np.ndarray):
    """Never converts itself."""

    def astype(self, *args, **kwargs):
        return self


def closed_map():
    """An array over memory that is gone."""
    memory = mmap.mmap(-1, 4096)
    values = np.ndarray((2, 3), np.float32, buffer=memory)
    try:
        memory.close()
    except BufferError:
        pass
    return values


def released_view():
    view = memoryview(bytearray(24))
    view.release()
    return view


def shrinking_list():
    around = [[1.0, 2.0, 3.0]]
    around += [Shrinking(around), [1.0, 2.0, 3.0]]
    return around


def growing_list():
    around = []

    class Growing:

        def __getattr__(self, name):
            around.append(self)
            raise AttributeError(name)

    around += [Growing(), Growing()]
    return around


def capsule_twice():
    tensor = pd.LoDTensor(np.ones((2, 3), np.float32))
    capsule = tensor.__dlpack__()
    value = returning(dlpack=capsule, dlpack_device=(1, 0))
    pd.from_dlpack(value)
    return value


def strided():
    return np.arange(6, dtype=np.float32).reshape(3, 2).T.view(Astype)


def objects(*items):
    array = np.empty(len(items), dtype=object)
    for i, item in enumerate(items):
        array[i] = item
    return array


def failing(values):
    yield from values
    raise Refused


VALUES = {
    "nested lists": lambda: nested(100_000),
    "nested tuples": lambda: (nested(100_000),),
    "a list of itself": own,
    "a list of numbers and itself": lambda: own(1.0),
    "a list of lists and itself": lambda: own([1.0]),
    "a sequence of itself": Endless,
    "a list that lies": lambda: Liar([[1.0, 2.0, 3.0]]),
    "a list that shrinks": shrinking_list,
    "__array__ raises": lambda: raising("array"),
    "__array__ raises, dtype": lambda: raising(
        "array", dtype=np.dtype("float32"), shape=(2, 3)),
    "__array__ gives text": lambda: returning(array="text"),
    "__array__ gives None": lambda: type("Odd", (), {
        "__array__": lambda self, *a: None, "dtype": np.dtype("float32"),
        "shape": (2, 3)})(),
    "dtype is no dtype": lambda: type("Odd", (), {
        "__array__": lambda self, *a: np.ones((2, 3), np.float32),
        "dtype": 3, "shape": 7})(),
    "__len__ raises": lambda: raising("len", "getitem"),
    "__getitem__ raises": lambda: type("Odd", (), {
        "__len__": lambda self: 2,
        "__getitem__": lambda self, i: 1 // 0})(),
    "__len__ is negative": lambda: returning(len=-1, getitem=1.0),
    "items without end": lambda: returning(len=2, getitem=1),
    "a list that grows": growing_list,
    "variables without end": lambda: returning(
        len=1, getitem=pd.layer.full([1], 1.0)),
    "__iter__ raises": lambda: raising("iter"),
    "__float__ raises": lambda: raising("float"),
    "__index__ raises": lambda: raising("index"),
    "__float__ gives text": lambda: returning(float="1"),
    "__index__ gives text": lambda: returning(index="1"),
    "__repr__ raises": lambda: raising("repr", "str"),
    "__repr__ gives surrogates": lambda: returning(repr="\udcff"),
    "__hash__ raises": lambda: raising("hash", "eq"),
    "__getattr__ raises": lambda: raising("getattr"),
    "__getattribute__ raises": lambda: raising("getattribute"),
    "__dlpack__ raises": lambda: raising("dlpack", "dlpack_device"),
    "__dlpack__ gives None": lambda: returning(
        dlpack=None, dlpack_device=(1, 0)),
    "a capsule used twice": capsule_twice,
    "a generator": lambda: (i for i in range(3)),
    "a generator that raises": lambda: failing([1.0]),
    "a huge int": lambda: 10**400,
    "a list of huge ints": lambda: [[10**400] * 3],
    "None": lambda: None,
    "a set": lambda: {1.0, 2.0},
    "a dict": lambda: {"a": 1.0},
    "a dict view": lambda: {"a": 1.0}.values(),
    "a deque": lambda: collections.deque([1.0]),
    "bytes": lambda: b"\xff\x00",
    "a released view": released_view,
    "objects": lambda: np.array([None, [1.0]], dtype=object),
    "objects of objects": lambda: objects(own(), 3),
    "records": lambda: np.zeros(3, dtype=[("a", "f4")]),
    "dates": lambda: np.zeros(3, dtype="M8[s]"),
    "texts": lambda: np.array(["a", "b"]),
    "complex": lambda: np.ones((2, 3), np.complex64),
    "long double": lambda: np.ones((2, 3), np.longdouble),
    "huge and empty": lambda: np.lib.stride_tricks.as_strided(
        np.ones(1, np.float32), (2**30, 2**30), (0, 0)),
    "surrogates": lambda: "\udcff",
    "a zero byte": lambda: "a\0b",
    "a long text": lambda: "x" * 10**5,
    "a null pointer": lambda: ctypes.c_void_p(),
    "nan": lambda: float("nan"),
    "a class": lambda: int,
    "a program": pd.Program,
    "a scope": pd.Scope,
    "an empty tensor": lambda: pd.Scope().var("x").get_tensor(),
}


def x():
    return pd.layer.data("x", [None, 3])


def feed(value):
    return pd.Executor().run(feed={"x": value}, fetch_list=[x() * 2.0])


def feed_sequences(levels):
    def door(value):
        words = pd.layer.data("x", [None, 3], lod_level=levels)
        return pd.Executor().run(feed={"x": value}, fetch_list=[words * 2.0])
    return door


DOORS = {
    "feed": feed,
    "feed among others": lambda v: feed([[1.0, 2.0, 3.0], v]),
    "feed sequences": feed_sequences(1),
    "feed sequences of sequences": feed_sequences(2),
    "feed one of several": lambda v: feed_sequences(1)([[[1.0, 2.0, 3.0]], v]),
    "name of a feed": lambda v: pd.Executor().run(
        feed={v: np.ones((2, 3), np.float32)}, fetch_list=[x() * 2.0]),
    "fetch_list": lambda v: pd.Executor().run(
        feed={"x": np.ones((2, 3), np.float32), "y": x()}, fetch_list=v),
    "fetch one": lambda v: pd.Executor().run(
        feed={x(): np.ones((2, 3), np.float32)}, fetch_list=[v]),
    "LoDTensor": pd.LoDTensor,
    "lengths": lambda v: pd.LoDTensor(np.ones((3, 1), np.float32), v),
    "lengths of a level": lambda v: pd.LoDTensor(
        np.ones((3, 1), np.float32), [v]),
    "set": lambda v: pd.Scope().var("x").get_tensor().set(v),
    "from_sequences": lambda v: pd.LoDTensor.from_sequences(v),
    "from_sequences of a type": lambda v: pd.LoDTensor.from_sequences(
        v, "int64"),
    "data type of sequences": lambda v: pd.LoDTensor.from_sequences(
        [[1.0]], v),
    "from_padded": lambda v: pd.LoDTensor.from_padded(v, [1, 2]),
    "lengths of padded": lambda v: pd.LoDTensor.from_padded(
        np.ones((2, 3), np.float32), v),
    "to_padded": lambda v: pd.LoDTensor.from_sequences(
        [[1.0], [2.0, 3.0]]).to_padded(v),
    "from_dlpack": lambda v: pd.from_dlpack(v),
    "var": lambda v: pd.var(v),
    "minibatch": lambda v: pd.minibatch(v),
    "sequence": lambda v: pd.sequence(v),
    "data type": lambda v: pd.layer.data("y", [2], v),
    "shape": lambda v: pd.layer.data("y", v),
    "a size": lambda v: pd.layer.data("y", [v, 2]),
    "lod_level": lambda v: pd.layer.data("y", [2], lod_level=v),
    "name": lambda v: (pd.layer.data(v, [2]).name.encode(),
                       pd.default_main_program().serialize(),
                       str(pd.default_main_program())),
    "name of a parameter": lambda v: pd.layer.fc(x(), 2, param_attr=v),
    "name of a layer": lambda v: pd.layer.fc(x(), 2, name=v),
    "initial values": lambda v: pd.layer.create_parameter(
        [3], attr=pd.initializer.Values(v)),
    "attribute": lambda v: pd.layer.reduce_sum(x(), dim=v),
    "attribute of a list": lambda v: pd.layer.reduce_sum(x(), dim=[v]),
    "shape of reshape": lambda v: pd.layer.reshape(x(), v),
    "other attributes": lambda v: pd.layer.scale(x(), v),
    "attributes of append_op": lambda v: (
        x(), pd.default_main_program().global_block().append_op(
            "reshape", {"X": "x"}, {"Out": "y"}, {"shape": v, "in_place": v})),
    "slots": lambda v: pd.default_main_program().global_block().append_op(
        "relu", {"X": v}, {"Out": v}),
    "inputs": lambda v: pd.layer.concat(v),
    "one of the inputs": lambda v: pd.layer.concat([x(), v]),
    "fc": lambda v: pd.layer.fc(v, 3),
    "index": lambda v: x()[v],
    "part of an index": lambda v: x()[v, 0],
    "bound of a slice": lambda v: x()[:, v:],
    "other side": lambda v: x() + v,
    "comparison": lambda v: x() < v,
    "condition": lambda v: pd.cond(v, lambda: None),
    "result of a branch": lambda v: pd.cond(
        pd.layer.full([1], 0) < 3.0, lambda: v),
    "loop variables": lambda v: pd.while_loop(
        lambda *a: pd.layer.full([1], 0) < 3.0, lambda *a: a, v),
    "gradients": lambda v: pd.gradients(v, v),
    "prune": lambda v: pd.default_main_program().prune(v, v),
    "parse": lambda v: pd.Program.parse(v),
    "seed": lambda v: pd.seed(v),
    "a scope's variable": lambda v: pd.Scope().var(v),
    "get_variable": lambda v: pd.get_variable(v),
    "learning rate": lambda v: pd.optimizer.SGD(v),
    "feeder": lambda v: pd.DataFeeder([x()]).feed(v),
    "one row of a feeder": lambda v: pd.DataFeeder([x()]).feed([(v,)]),
}


def enter(case):
    door, value = case
    with pd.program_guard(pd.Program(), pd.Program()):
        made = VALUES[value]()
        try:
            result = DOORS[door](made)
            del result
        except Exception as error:
            str(error).encode("utf-8", "backslashreplace")


def enter_all(cases):
    for case in cases:
        enter(case)
    gc.collect()


class DoorsTest(unittest.TestCase):

    def test_each_value_at_each_door(self):
        # A process for each value is much faster than one for each case.
        groups = [[(door, value) for door in DOORS] for value in VALUES]
        count, bad = children.run(enter_all, groups, limit=20)
        self.assertEqual(count, len(VALUES))
        alone = [[case] for group in bad for case in group.item]
        failures = children.run(enter_all, alone, limit=5)[1] or bad
        for failure in failures[:20]:
            print(f"{failure.item}: {failure.kind}\n{failure.text[-1500:]}")
        self.assertEqual([(f.item, f.kind) for f in failures], [])


class MessagesTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.y = x() * 2.0

    def feed(self, value):
        return self.exe.run(feed={"x": value}, fetch_list=[self.y])[0]

    def test_lists_that_are_too_deep(self):
        for value in (nested(100_000), own(), own([1.0])):
            with self.assert_raises(ValueError, "variable x", "holds itself"):
                self.feed(value)
        for value in (nested(100_000), own()):
            with self.assert_raises(ValueError, "holds itself"):
                pd.var(value)
            with self.assert_raises(ValueError, "hold themselves"):
                pd.LoDTensor.from_sequences(value)
            with self.assert_raises(TypeError, "dim", "not of lists"):
                pd.layer.reduce_sum(self.y, dim=value)

    def test_what_a_value_raises_is_told(self):
        with self.assert_raises(TypeError, "variable x", "Hostile", "Refused",
                                "\\udcff"):
            self.feed(raising("array", dtype=np.dtype("float32"), shape=()))

    def test_a_class_of_arrays_that_does_not_convert_itself(self):
        self.assertEqual(self.feed(strided()).tolist(),
                         [[0.0, 4.0, 8.0], [2.0, 6.0, 10.0]])

    def test_names_of_a_generator(self):
        values = self.exe.run(
            feed={"x": np.ones((2, 3), np.float32)},
            fetch_list=("".join([self.y.name[:2], self.y.name[2:]])
                        for _ in range(3)))
        self.assertEqual(len(values), 3)

    def test_a_feed_that_changes_while_it_is_read(self):
        feed = {}

        class Growing:
            dtype = np.dtype("float32")
            shape = (2, 3)

            def __array__(self, *args):
                feed.clear()
                feed.update({f"n{i}": 0 for i in range(100)})
                return np.ones((2, 3), np.float32)

        feed["x"] = Growing()
        out, = self.exe.run(feed=feed, fetch_list=[self.y])
        self.assertEqual(out.sum(), 12)

    def test_lod_levels_have_an_end(self):
        pd.layer.data("deep", [None, 1], lod_level=32)
        with self.assert_raises(ValueError, "lod_level of 'deeper'", "32"):
            pd.layer.data("deeper", [None, 1], lod_level=33)
        self.main.verify()


class HeldTest(unittest.TestCase):
    """An array whose memory a tensor uses stays where it is."""

    def test_arrays_are_not_resized(self):
        values = np.ones(1000, np.float32)
        tensor = pd.LoDTensor(values)
        with self.assertRaises(ValueError):
            values.resize(10**7, refcheck=False)
        self.assertEqual(tensor.numpy().sum(), 1000)
        del tensor
        values.resize(2000, refcheck=False)

    def test_what_an_array_is_a_view_of_is_not_resized(self):
        values = np.ones(1000, np.float32)
        tensor = pd.LoDTensor(values[:500])
        with self.assertRaises(ValueError):
            values.resize(10**7, refcheck=False)
        self.assertEqual(tensor.numpy().sum(), 500)

    def test_buffers_stay_open(self):
        memory = mmap.mmap(-1, 4096)
        tensor = pd.LoDTensor(np.ndarray((8,), np.float32, buffer=memory))
        with self.assertRaises(BufferError):
            memory.close()
        self.assertEqual(tensor.numpy().sum(), 0)
        del tensor
        gc.collect()
        memory.close()
        numbers = array.array("f", [1.0] * 8)
        tensor = pd.LoDTensor(np.frombuffer(numbers, np.float32))
        with self.assertRaises(BufferError):
            numbers.append(2.0)
        self.assertEqual(tensor.numpy().sum(), 8)

    def test_views_of_buffers_may_go_but_not_the_buffers(self):
        memory = bytearray(32)
        view = memoryview(memory)
        tensor = pd.LoDTensor(np.frombuffer(view, np.float32))
        view.release()  # NumPy has a view of its own.
        with self.assertRaises(BufferError):
            memory.extend(memory)
        self.assertEqual(tensor.numpy().sum(), 0)
        del tensor
        gc.collect()
        memory.extend(memory)
        view = memoryview(memory)
        tensor = pd.LoDTensor(np.ndarray((8,), np.float32, buffer=view))
        view.release()
        with self.assertRaises(BufferError):
            memory.extend(memory)
        self.assertEqual(tensor.numpy().sum(), 0)

    def test_memory_that_is_gone_is_refused(self):
        values = closed_map()
        with self.assertRaises(ValueError):
            pd.LoDTensor(values)
        with pd.program_guard(pd.Program(), pd.Program()):
            with self.assertRaises(ValueError):
                feed(values)

    def test_a_capsule_is_taken_once(self):
        with self.assertRaisesRegex(TypeError, "no fresh capsule"):
            pd.from_dlpack(capsule_twice())
