"""A program that never ends by itself."""

import paddle as pd

layer = pd.layer


class Endless:
    """A loop without end, for a limit that is more than 1."""

    def __init__(self):
        self.main = pd.Program()
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace())
        with pd.program_guard(self.main, pd.Program()):
            limit = layer.data("limit", [1])
            one = layer.fill_constant([1], "float32", 1.0)
            self.end, = pd.while_loop(lambda v: pd.less_than(v, limit),
                                      lambda v: [v * 1.0], [one])

    def run(self, limit=2.0):
        end, = self.exe.run(self.main, {"limit": [limit]}, [self.end],
                            scope=self.scope)
        return float(end[0])
