"""Random walks over the calls that write programs.

    python3 builder_walk.py --walks 20000 --first 0   # a long run
    python3 builder_walk.py --walks 1 --first 17 --wild --log  # one walk

A wild walk makes any call in any order: bodies suspended and resumed, closed
in another order or thread than opened, builders used after their block is
gone, variables of other programs and blocks. It may meet the exceptions that
are documented, and nothing else. A nested walk writes blocks as a user does,
some of whose bodies raise; its programs are verified, copied, pruned, saved
and run.
"""

import argparse
import gc
import random
import sys
import threading
import time
from typing import Any, Callable, List, Sequence

import numpy as np

import children
import paddle as pd

# The errors that the documentation announces; subclasses are different errors.
DOCUMENTED = (ValueError, TypeError, KeyError, IndexError, RuntimeError,
              NotImplementedError, OSError, MemoryError,
              pd.errors.NotFoundError)


class BodyError(Exception):
    """Raised by a body, so that its block is taken back."""


def shown(value: Any) -> str:
    """For the log; what makes that fail is another call's matter."""
    try:
        return repr(value)
    except Exception as error:
        return f"<{type(error).__name__}>"


class Walk:
    """Programs, variables, builders and suspended bodies, and random calls."""

    def __init__(self, seed: int, log: bool = False):
        self.random = random.Random(seed)
        self.log = log
        self.programs: List[Any] = []
        self.variables: List[Any] = []
        self.builders: List[Any] = []
        self.suspended: List[Any] = []
        self.views: List[Any] = []
        self.names = 0

    def say(self, *words: Any) -> None:
        if self.log:
            print(*words, flush=True)

    def attempt(self, call: Callable[[], Any], what: str = "") -> Any:
        """The call's result; None for a documented exception."""
        self.say(what)
        try:
            return call()
        except BodyError:
            raise
        except Exception as error:
            if type(error) not in DOCUMENTED:
                raise
            self.say("   ", type(error).__name__, str(error).split("\n")[0])
            return None

    def keep(self, result: Any) -> None:
        for value in result if isinstance(result, (list, tuple)) else [result]:
            if isinstance(value, pd.Variable):
                self.variables.append(value)

    # Variables

    def name(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def add_data(self) -> None:
        """One of each kind of data, in the default program."""
        for shape, dtype, levels in (
                ([None, 3], "float32", 0), ([None, 3], "float32", 1),
                ([None, 3], "float32", 2), ([4, 2, 3], "float32", 0),
                ([1], "int64", 0), ([1], "bool", 0), ([None, 1], "bool", 0),
                ([2, 3], "float32", 0)):
            self.keep(self.attempt(
                lambda: pd.layer.data(self.name(), shape, dtype, levels)))

    def any(self) -> Any:
        """A variable; recent ones are likelier."""
        if not self.variables:
            return pd.layer.full([1], 1.0)
        if self.random.random() < 0.5:
            return self.random.choice(self.variables[-12:])
        return self.random.choice(self.variables)

    def like(self, wanted: Callable[[Any], bool]) -> Any:
        """A variable for which `wanted` holds, if one is soon found."""
        found = self.any()
        for _ in range(12):
            try:
                if wanted(found):
                    break
            except DOCUMENTED:  # taken back
                pass
            found = self.any()
        return found

    def condition(self) -> Any:
        return self.like(lambda v: v.dtype == "bool" and v.shape == (1,))

    def layer(self) -> Any:
        """Calls a random layer."""
        a, b = self.any(), self.any()
        calls: Sequence[Any] = (
            lambda: a + b, lambda: a * 2.0, lambda: pd.layer.relu(a),
            lambda: pd.layer.fc(a, 3), lambda: pd.layer.fc([a, b], 3),
            lambda: pd.layer.reduce_sum(a), lambda: a < 2, lambda: a > b,
            lambda: pd.increment(a), lambda: pd.layer.full([1], 0, "int64"),
            lambda: pd.layer.full([1], 0, "int64") < 3,
            lambda: pd.layer.full([2, 3], 1.5), lambda: a[0],
            lambda: pd.layer.dropout(a, 0.5), lambda: pd.layer.concat([a, b]),
            lambda: pd.layer.create_parameter([3, 3]),
            lambda: pd.layer.sequence_pool(a, "sum"),
            lambda: pd.layer.create_global_var([1], 1.0, "float32"),
            lambda: pd.layer.softmax(a), lambda: pd.layer.cast(a, "float32"),
            lambda: a.as_step_input(), lambda: pd.layer.assign(a),
            lambda: pd.increment(a, out=b), lambda: pd.less_than(a, b, out=b),
            lambda: pd.layer.create_array("float32", [2, 3]),
            lambda: pd.layer.sequence_last_step(a), lambda: pd.var([1.0, 2.0]),
            lambda: pd.layer.data(self.name(), [None, 3]))
        number = self.random.randrange(len(calls))
        result = self.attempt(calls[number],
                              f"layer {number} {shown(a)} {shown(b)}")
        self.keep(result)
        return result


class WildWalk(Walk):
    """Any call, in any order."""

    def run(self, steps: int = 60) -> None:
        for _ in range(steps):
            self.step()
        self.finish()

    def step(self, depth: int = 0) -> None:
        actions = (
            (6, self.layer), (4, self.new_builder), (14, self.use_builder),
            (7, self.suspend), (7, self.resume), (2, self.guard),
            (1, self.add_data), (2, self.look), (1, self.drop),
            (2, lambda: self.function(depth)), (2, lambda: self.thread(depth)),
            (2, lambda: self.nested(depth)), (1, self.transform),
            (1, self.append_op), (1, self.train))
        weights, calls = zip(*actions)
        action = self.random.choices(calls, weights)[0]
        try:
            action()
        except BodyError:
            if depth:
                raise

    def new_builder(self) -> None:
        makers: Sequence[Any] = (
            pd.rnn, lambda: pd.rnn(reverse=True), pd.ifelse, pd.Switch,
            # Without a limit the program itself may run for ever.
            lambda: pd.While(self.condition(), 1 + self.random.randrange(4)))
        made = self.attempt(self.random.choice(makers), "new builder")
        if made is not None:
            self.builders.append(made)

    def builder(self) -> Any:
        if not self.builders:
            self.new_builder()
        return self.random.choice(self.builders or [pd.rnn()])

    def use_builder(self) -> None:
        """A method of a builder, of those underneath the package's, too."""
        builder = self.builder()
        if self.random.random() < 0.2:
            builder = next(iter(vars(builder).values()))
        methods = [m for m in dir(builder) if not m.startswith("_")
                   and callable(getattr(builder, m))]
        if callable(builder):
            methods += ["__call__"] * 2
        method = self.random.choice(methods)
        count = self.random.choices((0, 1, 2, 3), (6, 5, 3, 1))[0]
        values = [self.argument() for _ in range(count)]
        call = getattr(builder, method)
        self.keep(self.attempt(
            lambda: call(*values),
            f"{type(builder).__name__}.{method}({shown(values)})"))

    def argument(self) -> Any:
        return self.random.choices(
            (self.any(), self.condition(), [self.any(), self.any()], [], None,
             [2], 3, "x"), (10, 3, 2, 1, 1, 1, 1, 1))[0]

    # Bodies that are suspended

    def contexts(self) -> Any:
        """Something for `with`."""
        builder = self.builder()
        names = [n for n in ("step", "block", "true_block", "false_block",
                             "default", "case") if hasattr(builder, n)]
        choice = self.random.random()
        if choice < 0.15 or not names:
            main, startup = pd.Program(), pd.Program()
            if self.programs and self.random.random() < 0.7:
                main, startup = self.random.choice(self.programs)
            self.programs.append((main, startup))
            return pd.program_guard(main, startup)
        if choice < 0.2:
            return pd.scope_guard(pd.Scope())
        if choice < 0.25 and isinstance(builder, pd.Switch):
            return builder
        name = self.random.choice(names)
        method = getattr(builder, name)
        return method(self.condition()) if name == "case" else method()

    def suspend(self) -> None:
        def body(context: Any) -> Any:
            with context:
                yield

        def start() -> None:
            generator = body(self.contexts())
            self.suspended.append(generator)
            next(generator)

        self.attempt(start, "suspend a body")

    def resume(self) -> None:
        if not self.suspended:
            return
        last = self.random.random() < 0.5
        number = -1 if last else self.random.randrange(len(self.suspended))
        generator = self.suspended.pop(number)
        ends: Sequence[Any] = (
            lambda: next(generator, None), lambda: next(generator, None),
            lambda: generator.throw(BodyError()), generator.close,
            gc.collect)  # leaves it to be lost
        try:
            self.attempt(self.random.choice(ends), f"resume body {number}")
        except BodyError:
            pass

    def guard(self) -> None:
        """Enters and leaves a program_guard by hand, however often."""
        if not hasattr(self, "guards"):
            self.guards: List[Any] = []
        if not self.guards or self.random.random() < 0.4:
            guard = pd.program_guard(pd.Program(), pd.Program())
            self.guards.append(guard)
        guard = self.random.choice(self.guards)
        if self.random.random() < 0.5:
            self.attempt(guard.__enter__, "enter a program_guard")
        else:
            self.attempt(lambda: guard.__exit__(None, None, None),
                         "leave a program_guard")

    def nested(self, depth: int) -> None:
        """A body with random calls."""
        if depth > 3:
            return
        context = self.attempt(self.contexts, "nested body")
        if context is None:
            return

        def body() -> None:
            with context:
                for _ in range(self.random.randrange(6)):
                    self.step(depth + 1)
                if self.random.random() < 0.15:
                    raise BodyError

        try:
            self.attempt(body)
        except BodyError:
            if depth and self.random.random() < 0.3:
                raise

    def function(self, depth: int) -> None:
        """Builders that call functions."""
        if depth > 3:
            return

        def body(*values: Any) -> Any:
            self.keep(values)
            for _ in range(self.random.randrange(4)):
                self.step(depth + 1)
            if self.random.random() < 0.1:
                raise BodyError
            count = self.random.choice((len(values), 1, 0))
            return [self.any() for _ in range(count)]

        calls: Sequence[Any] = (
            lambda: pd.cond(self.condition(), body, body),
            lambda: pd.cond(self.condition(), body),
            lambda: pd.while_loop(lambda *v: self.condition(), body,
                                  [self.any()], max_iterations=9))
        self.keep(self.attempt(self.random.choice(calls), "function"))

    def thread(self, depth: int) -> None:
        """Some steps in another thread."""
        if depth > 2:
            return
        errors: List[BaseException] = []

        def work() -> None:
            try:
                for _ in range(self.random.randrange(1, 5)):
                    self.step(depth + 1)
            except BodyError:
                pass
            except BaseException as error:
                errors.append(error)

        self.say("thread")
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        self.say("thread ends")
        if errors:
            raise errors[0]

    # Programs

    def program(self) -> Any:
        if self.programs and self.random.random() < 0.4:
            return self.random.choice(self.programs)[0]
        return pd.default_main_program()

    def look(self) -> None:
        """Asks everything that can be asked without a change."""
        variable, program = self.any(), self.program()
        self.views += program.blocks
        view = self.random.choice(self.views)
        calls: Sequence[Any] = (
            lambda: repr(variable), lambda: variable.shape,
            lambda: variable.symbolic_shape, lambda: hash(variable),
            lambda: variable == self.any(), lambda: str(program),
            lambda: view.ops, lambda: self.keep(view.vars),
            lambda: view.var(variable.name), lambda: view.index,
            lambda: program.to_graphviz(), lambda: pd.summary(program),
            lambda: pd.get_variable(variable.name),
            lambda: setattr(variable, "persistable", True),
            lambda: setattr(variable, "stop_gradient", True))
        number = self.random.randrange(len(calls))
        self.attempt(calls[number], f"look {number}")

    def append_op(self) -> None:
        program = self.program()
        self.views += program.blocks
        view = self.random.choice(self.views)
        self.attempt(
            lambda: view.append_op("relu", {"X": self.any()},
                                   {"Out": self.name()}), "append_op")
        self.attempt(lambda: self.keep(view.create_var(self.name(), [2])))

    def drop(self) -> None:
        """Loses builders, bodies, variables or programs."""
        kept = self.random.choice((self.builders, self.suspended,
                                   self.variables, self.views, self.programs))
        self.say("drop")
        for _ in range(self.random.randrange(4)):
            if kept:
                kept.pop(self.random.randrange(len(kept)))
        if self.random.random() < 0.3:
            gc.collect()

    def transform(self) -> None:
        program = self.program()
        calls: Sequence[Any] = (
            program.verify, program.clone, lambda: program.clone(for_test=True),
            lambda: pd.Program.parse(program.serialize()),
            lambda: program.prune([], [self.any()]))
        number = self.random.randrange(len(calls))
        self.attempt(calls[number], f"transform {number}")

    def train(self) -> None:
        loss = self.like(lambda v: v.dtype == "float32")
        calls: Sequence[Any] = (
            lambda: self.keep(pd.gradients([loss], [self.any()])),
            lambda: pd.optimizer.SGD(0.1).minimize(pd.layer.mean(loss)))
        self.attempt(self.random.choice(calls), f"train {shown(loss)}")

    def finish(self) -> None:
        """Ends in a random order; runs what is left."""
        program = pd.default_main_program()
        self.attempt(lambda: run_program(self, program), "run")
        rest = [self.builders, self.suspended, self.variables, self.views]
        self.random.shuffle(rest)
        for kept in rest:
            self.random.shuffle(kept)
            kept.clear()
            gc.collect()
        self.attempt(program.verify)


class NestedWalk(Walk):
    """Blocks as they are meant to be written; some bodies raise."""

    def run(self, steps: int = 12) -> None:
        main, startup = pd.Program(), pd.Program()
        with pd.program_guard(main, startup):
            self.add_data()
            try:
                self.body(steps, 0)
            except BodyError:
                pass
            check(self, main, startup)

    def body(self, steps: int, depth: int) -> None:
        """Layers and blocks, of which the last variables are known."""
        for _ in range(steps):
            if depth < 3 and self.random.random() < 0.3:
                self.construct(depth)
            else:
                self.layer()
            if depth and self.random.random() < 0.04:
                raise BodyError

    def construct(self, depth: int) -> None:
        writers = (self.rnn, self.loop, self.ifelse, self.switch, self.cond)
        writer = self.random.choice(writers)
        known = len(self.variables)

        def write() -> Any:
            return writer(depth + 1)

        try:
            results = self.attempt(write, writer.__name__)
        except BodyError:
            results = None
            if depth and self.random.random() < 0.3:
                raise
        if self.random.random() < 0.8:  # else the body's variables are tried
            del self.variables[known:]
        self.keep(results)

    def some(self) -> List[Any]:
        return [self.any() for _ in range(self.random.choice((1, 1, 2)))]

    def rnn(self, depth: int) -> Any:
        rnn = pd.rnn(self.random.random() < 0.3)
        x = self.like(lambda v: v.lod_level > 0 or v.ndim == 3)
        with rnn.step():
            self.keep(self.attempt(lambda: rnn.step_input(x)))
            if self.random.random() < 0.3:
                self.keep(self.attempt(lambda: rnn.static_input(self.any())))
            memory = self.attempt(
                lambda: rnn.memory(shape=[3]) if x.lod_level
                else rnn.memory(init=self.any()))
            self.keep(memory)
            self.body(self.random.randrange(1, 5), depth)
            if memory is not None:
                self.attempt(lambda: rnn.update_memory(memory, self.any()))
            for _ in range(4):
                self.attempt(lambda: rnn.output(*self.some()), "output")
        return rnn()

    def loop(self, depth: int) -> Any:
        i = pd.layer.full([1], 0, "int64")
        loop = pd.While(i < 3, max_iterations=9)
        with loop.block():
            now = loop.carry(i)
            carried = [c for c in (
                self.attempt(lambda: loop.carry(self.any()))
                for _ in range(self.random.randrange(3))) if c is not None]
            self.keep(carried)
            self.body(self.random.randrange(1, 5), depth)
            following = pd.increment(now)
            loop.update(now, following)
            for one in carried:
                self.attempt(lambda: loop.update(one, self.any()))
            loop.condition(following < 3)
        return loop()

    def outputs(self, output: Callable[..., None], count: int) -> None:
        for _ in range(count):
            for _ in range(6):
                chosen = self.any()
                if self.attempt(lambda: (output(chosen),)) is not None:
                    break

    def ifelse(self, depth: int) -> Any:
        ie, count = pd.ifelse(), self.random.randrange(3)
        if self.random.random() < 0.2:
            self.attempt(lambda: self.random.choice(
                (ie.split, ie.whole))(self.any()))
        for block in (ie.true_block, ie.false_block):
            if self.random.random() < 0.1:
                continue
            with block():
                self.body(self.random.randrange(1, 5), depth)
                self.outputs(ie.output, count)
        return ie(self.like(
            lambda v: v.dtype == "bool" and v.shape == (-1, 1)))

    def switch(self, depth: int) -> Any:
        switch, count = pd.Switch(), self.random.randrange(3)
        for _ in range(self.random.randrange(1, 4)):
            with switch.case(self.condition()):
                self.body(self.random.randrange(1, 4), depth)
                self.outputs(switch.output, count)
        if self.random.random() < 0.5:
            with switch.default():
                self.body(self.random.randrange(1, 4), depth)
                self.outputs(switch.output, count)
            return switch()
        return switch([self.any() for _ in range(count)])

    def cond(self, depth: int) -> Any:
        count = self.random.randrange(3)

        def branch() -> Any:
            self.body(self.random.randrange(1, 5), depth)
            return [self.any() for _ in range(count)]

        if self.random.random() < 0.5:
            return pd.cond(self.condition(), branch, branch)
        return pd.cond(self.condition(), branch,
                       otherwise=[self.any() for _ in range(count)])


def feed_for(program: Any) -> Any:
    """Values for the data of a program."""
    feed = {}
    for v in program.list_vars():
        if not v.is_data:
            continue
        rows = np.ones([2 if size < 0 else size for size in v.shape], v.dtype)
        feed[v] = rows
        for _ in range(v.lod_level):
            feed[v] = [feed[v], feed[v][:1]]
    return feed


def run_program(walk: Walk, program: Any) -> None:
    fetches = [v for v in program.list_vars() if not v.is_data
               and not v.persistable]
    fetch = walk.random.choice(fetches) if fetches else None
    pd.Executor().run(program, feed=feed_for(program),
                      fetch_list=[] if fetch is None else [fetch],
                      scope=pd.Scope())


def check(walk: Walk, main: Any, startup: Any) -> None:
    """Checks a program that was written properly."""
    for program in (main, startup):
        program.verify()
        program.clone().verify()
        program.clone(for_test=True).verify()
        again = pd.Program.parse(program.serialize())
        assert again.serialize() == program.serialize()
    variables = main.list_vars()
    if variables:
        target = walk.random.choice(variables)
        main.prune([], [target]).verify()
    scope = pd.Scope()
    exe = pd.Executor()
    walk.attempt(lambda: exe.run(startup, scope=scope), "run startup")
    fetches = [v for v in variables if not v.is_data]
    for fetch in walk.random.sample(fetches, min(3, len(fetches))):
        walk.attempt(lambda: exe.run(main, feed=feed_for(main),
                                     fetch_list=[fetch], scope=scope),
                     f"run {shown(fetch)}")
    loss = walk.like(lambda v: v.dtype == "float32" and v.program is main
                     and v.block_index == 0)
    if walk.attempt(lambda: pd.optimizer.SGD(0.1).minimize(
            pd.layer.mean(loss)), f"train {shown(loss)}") is not None:
        main.verify()
        startup.verify()


def walk_wild(seed: int, log: bool = False) -> None:
    walk = WildWalk(seed, log)
    guard = pd.program_guard(pd.Program(), pd.Program())
    guard.__enter__()
    walk.add_data()
    walk.run()
    # A RuntimeError where the walk has left guards open.
    walk.attempt(lambda: guard.__exit__(None, None, None), "leave the walk")


def walk_nested(seed: int, log: bool = False) -> None:
    NestedWalk(seed, log).run()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walks", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--log", action="store_true", help="print each call")
    parser.add_argument("--wild", action="store_true", help="only these")
    parser.add_argument("--nested", action="store_true", help="only these")
    arguments = parser.parse_args()
    both = arguments.wild == arguments.nested
    bad = 0
    for wanted, work in ((arguments.wild, walk_wild),
                         (arguments.nested, walk_nested)):
        if not (wanted or both):
            continue
        if arguments.log:
            work(arguments.first, True)
            continue
        begin = time.monotonic()
        seeds = range(arguments.first, arguments.first + arguments.walks)
        count, failures = children.run(work, seeds)
        for failure in failures:
            print(f"seed {failure.item}: {failure.kind}\n{failure.text}")
        kinds = [failure.kind for failure in failures]
        print(f"{work.__name__}: {count} walks in "
              f"{time.monotonic() - begin:.0f} s: {kinds.count('death')} "
              f"deaths, {kinds.count('hang')} hangs, "
              f"{kinds.count('exception')} other failures", flush=True)
        bad += len(failures)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
