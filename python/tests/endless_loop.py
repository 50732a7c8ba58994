"""A program that never ends by itself."""

import numpy as np

import paddle as pd

layer = pd.layer


class Endless:
    """A loop without end, which first adds 1 to the variable `count`."""

    def __init__(self):
        self.main, self.startup = pd.Program(), pd.Program()
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace())
        with pd.program_guard(self.main, self.startup):
            count = layer.create_global_var([1], 0.0, name="count")
            layer.increment(count, 1.0, out=count)
            one = layer.fill_constant([1], "float32", 1.0)
            self.end, = pd.while_loop(
                lambda v: pd.less_than(v, one * 2.0),
                lambda v: [v * 1.0], [one])
        self.exe.run(self.startup, scope=self.scope)

    def run(self):
        self.exe.run(self.main, fetch_list=[self.end], scope=self.scope)

    def count(self):
        """How many runs have begun."""
        return float(np.array(self.scope.find_var("count").get_tensor()))
