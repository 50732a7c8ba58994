"""Uses Paddle, beside others that bring libraries it uses, too."""

import numpy as np
import paddle as pd
p = pd.Program()
with pd.program_guard(p):
    out = pd.layer.relu(pd.layer.data("x", [None, 3]))
exe = pd.Executor(pd.CPUPlace())
got, = exe.run(p, feed={"x": -np.ones((2, 3), "float32")}, fetch_list=[out])
assert (got == 0).all()
assert "relu" in str(p)
