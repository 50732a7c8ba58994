"""Builders of blocks that are used where they do not belong: an exception that
says so, and programs that go on."""

import gc
import threading

import paddle as pd
from testing_util import ProgramTestCase


class BodyError(Exception):
    pass


def in_thread(call):
    """The exception that call() raises in another thread, or None."""
    errors = []

    def work():
        try:
            call()
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return errors[0] if errors else None


class BuildersTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.x = pd.layer.data("x", [None, 3])
        self.words = pd.layer.data("words", [None, 3], lod_level=1)
        self.i = pd.layer.full([1], 0, "int64")
        self.holds = self.i < 3
        self.before = str(self.main)

    def suspended(self, context):
        """A body that waits inside `with context`."""

        def body():
            with context:
                yield

        generator = body()
        next(generator)
        return generator

    def assert_clean(self):
        """As before any block, and still good to write to."""
        self.assertEqual(str(self.main), self.before)
        self.main.verify()
        self.assertEqual(pd.layer.relu(self.x).block_index, 0)

    def broken_rnn(self):
        """An rnn whose body has raised, and its memory."""
        rnn = pd.rnn()
        with self.assertRaises(BodyError):
            with rnn.step():
                memory = rnn.memory(shape=[3])
                raise BodyError
        return rnn, memory

    def test_what_was_taken_back_says_so(self):
        rnn, memory = self.broken_rnn()
        for call in (lambda: rnn.update_memory(memory, memory),
                     lambda: rnn.output(memory), lambda: rnn.memory(shape=[3]),
                     lambda: rnn.step_input(self.words), rnn):
            with self.assert_raises(RuntimeError, "rnn", "was taken back"):
                call()
        for call in (lambda: memory + 1.0, lambda: memory.shape,
                     lambda: pd.layer.relu(memory)):
            with self.assert_raises(RuntimeError, f"'{memory.name}'",
                                    "was taken back"):
                call()
        self.assertIn("taken back", repr(memory))
        self.assert_clean()

    def test_a_block_of_the_same_index_is_another_one(self):
        rnn, memory = self.broken_rnn()
        again = pd.rnn()
        with again.step():
            other = again.memory(shape=[3])
            self.assertEqual(memory.block_index, other.block_index)
            self.assertNotEqual(memory, other)
            with self.assert_raises(RuntimeError, "was taken back"):
                memory + other
            again.update_memory(other, other + self.words)
            again.output(other)
        again()
        self.main.verify()

    def test_every_builder_says_what_was_taken_back(self):
        loop, ie, switch = pd.While(self.holds), pd.ifelse(), pd.Switch()
        for context in (loop.block(), ie.true_block(),
                        switch.case(self.holds)):
            with self.assertRaises(BodyError):
                with context:
                    raise BodyError
        for call in (lambda: loop.carry(self.i), loop,
                     lambda: loop.update(self.i, self.i),
                     lambda: loop.condition(self.holds),
                     lambda: ie.output(self.x), lambda: ie.split(self.x),
                     lambda: ie(self.x > 0.0), switch,
                     lambda: switch.output(self.x)):
            with self.assert_raises(RuntimeError, "taken back"):
                call()
        for begin in (ie.false_block, switch.default,
                      lambda: switch.case(self.holds)):
            with self.assert_raises(RuntimeError, "taken back"):
                with begin():
                    pass

    def test_suspended_bodies_end_in_any_order(self):
        loop, rnn = pd.While(self.holds), pd.rnn()
        outer = self.suspended(loop.block())
        inner = self.suspended(rnn.step())
        with self.assert_raises(RuntimeError, "block of while cannot be closed",
                                "a block inside it still is open"):
            next(outer)
        with self.assert_raises(RuntimeError, "block of rnn cannot be closed",
                                "it was taken back"):
            next(inner)
        self.assert_clean()

    def test_suspended_bodies_that_nobody_keeps(self):
        for first in (0, 1):
            bodies = [self.suspended(pd.While(self.holds).block()),
                      self.suspended(pd.rnn().step()),
                      self.suspended(pd.ifelse().true_block())]
            del bodies[first]
            gc.collect()
            bodies.clear()
            gc.collect()
            self.assertEqual(str(self.main), self.before)
        self.assert_clean()

    def test_builders_that_nobody_keeps(self):
        for open_block in (lambda b: b._rnn.begin_step(),
                           lambda b: self.suspended(b.step())):
            outer, inner = pd.rnn(), pd.rnn()
            open_block(outer)
            open_block(inner)
            del outer
            gc.collect()
            del inner
            gc.collect()
            self.assertEqual(str(self.main), self.before)
        self.assert_clean()

    def test_a_body_ends_in_another_thread(self):
        body = self.suspended(pd.While(self.holds).block())
        error = in_thread(lambda: next(body))
        self.assertIsInstance(error, RuntimeError)
        self.assertIn("was opened in another thread", str(error))
        self.assert_clean()

    def test_a_thread_ends_before_its_blocks(self):
        kept = []

        def work():
            with pd.program_guard(self.main, self.startup):
                kept.append(self.suspended(pd.rnn().step()))
                kept.append(self.suspended(pd.rnn().step()))
            raise BodyError

        self.assertIsInstance(in_thread(work), BodyError)
        self.assertEqual(self.main.num_blocks, 3)
        kept.clear()
        gc.collect()
        self.assert_clean()

    def test_a_construct_is_called_where_its_block_was_written(self):
        rnn, switch, ie = pd.rnn(), pd.Switch(), pd.ifelse()
        loop = pd.While(self.holds)
        with loop.block():
            with rnn.step():
                rnn.output(pd.layer.relu(self.words))
            with switch.case(self.holds):
                switch.output(self.x)
            with ie.true_block():
                ie.output(self.x)
            loop.condition(self.holds)
        for call in (rnn, switch, lambda: ie(self.x > 0.0)):
            with self.assert_raises(RuntimeError, "is called in block 0",
                                    "in block 1"):
                call()
        loop()
        self.main.verify()

    def test_the_blocks_of_one_construct_are_written_in_one_place(self):
        ie, switch = pd.ifelse(), pd.Switch()
        with ie.true_block():
            pass
        with switch.case(self.holds):
            pass
        with pd.While(self.holds).block():
            for begin in (ie.false_block, lambda: switch.case(self.holds)):
                with self.assert_raises(RuntimeError,
                                        "begins where the first one began"):
                    with begin():
                        pass
        with pd.program_guard(pd.Program(), pd.Program()):
            with self.assert_raises(RuntimeError, "of another program"):
                with ie.false_block():
                    pass

    def test_conditions_and_values_of_other_programs(self):
        with pd.program_guard(pd.Program(), pd.Program()):
            y = pd.layer.data("x", [None, 3])
            foreign = pd.layer.full([1], 0, "int64") < 3
        loop = pd.While(foreign)
        with loop.block():
            with self.assert_raises(ValueError, "different program"):
                loop.condition(foreign)
            with self.assert_raises(ValueError, "different program"):
                loop.carry(y)
            loop.condition(self.holds)
        with self.assert_raises(ValueError, "different program"):
            loop()
        with self.assert_raises(ValueError, "different program"):
            pd.cond(foreign, lambda: None)
        rnn = pd.rnn()
        with self.assertRaises(ValueError):
            with rnn.step():
                rnn.output(y)

    def test_variables_of_a_block_beside(self):
        ie = pd.ifelse()
        with ie.true_block():
            inside = self.x * 2.0
            ie.output(inside)
        with self.assert_raises(ValueError, "cannot be seen from block 2"):
            with ie.false_block():
                ie.output(inside)
        with self.assert_raises(RuntimeError, "was taken back"):
            inside.shape

    def test_a_call_that_fails_takes_the_block_back(self):
        with pd.program_guard(pd.Program(), pd.Program()):
            foreign = pd.layer.full([1], 0, "int64") < 3
        loop = pd.While(foreign)
        with loop.block():
            loop.condition(self.holds)
        with self.assert_raises(ValueError, "different program"):
            loop()
        with self.assert_raises(RuntimeError, "was taken back"):
            loop()
        self.assert_clean()

    def test_a_closure_that_closes_what_is_around_it(self):
        rnn = pd.rnn()

        def branch():
            rnn._rnn.abandon()

        with self.assertRaisesRegex(RuntimeError, "was taken back"):
            with rnn.step():
                pd.cond(self.holds, branch)
        self.assert_clean()

    def test_a_raising_body_leaves_what_the_block_around_it_takes_in(self):
        rnn = pd.rnn()
        with rnn.step():
            with self.assertRaises(BodyError):
                with pd.While(self.holds).block():
                    pd.layer.relu(self.words)
                    raise BodyError
            rnn.output(pd.layer.relu(self.words))
        rnn()
        self.main.verify()

    def test_what_makes_a_variable_that_is_used_stays(self):
        made = []
        with self.assertRaises(BodyError):
            with pd.While(self.holds).block():
                pd.layer.fc(self.x, 2, param_attr="w")
                made.append(self.main.global_block().var("w"))
                raise BodyError
        with self.assert_raises(KeyError, "'w'"):
            pd.layer.relu(made[0])
        self.main.verify()


class ProgramGuardTest(ProgramTestCase):

    def test_leaving_in_another_thread(self):
        guard = pd.program_guard(pd.Program())
        guard.__enter__()
        error = in_thread(lambda: guard.__exit__(None, None, None))
        self.assertIsInstance(error, RuntimeError)
        self.assertIn("ends in another thread than it began", str(error))
        self.assertIs(pd.default_main_program(), self.main)
        self.assertIsNone(in_thread(pd.default_main_program))

    def test_leaving_in_another_order(self):
        first, second = pd.Program(), pd.Program()
        outer, inner = pd.program_guard(first), pd.program_guard(second)
        outer.__enter__()
        inner.__enter__()
        with self.assert_raises(RuntimeError, "before another one that began"):
            outer.__exit__(None, None, None)
        self.assertIs(pd.default_main_program(), second)
        inner.__exit__(None, None, None)
        self.assertIs(pd.default_main_program(), self.main)

    def test_entering_and_leaving_twice(self):
        guard = pd.program_guard(pd.Program())
        with self.assert_raises(RuntimeError, "ends before it begins"):
            guard.__exit__(None, None, None)
        with guard:
            with self.assert_raises(RuntimeError, "is in use"):
                guard.__enter__()
        with self.assert_raises(RuntimeError, "ends before it begins"):
            guard.__exit__(None, None, None)

    def test_an_exception_of_the_body_comes_through(self):
        guard = pd.program_guard(pd.Program())
        inner = pd.program_guard(pd.Program())
        with self.assertRaises(BodyError):
            with guard:
                inner.__enter__()
                raise BodyError
        inner.__exit__(None, None, None)

    def test_scope_guards_end_in_any_order_and_thread(self):
        scopes = [pd.Scope() for _ in range(2)]
        outer, inner = map(pd.scope_guard, scopes)
        outer.__enter__()
        inner.__enter__()
        with self.assertRaisesRegex(RuntimeError, "before another one"):
            outer.__exit__(None, None, None)
        self.assertIs(pd.global_scope(), scopes[1])
        error = in_thread(lambda: inner.__exit__(None, None, None))
        self.assertIn("in another thread", str(error))
        self.assertIs(pd.global_scope(), self.scope)
