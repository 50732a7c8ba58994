"""Loads what train_and_save.py has saved: it answers the same.

usage: load.py MODEL
"""

import sys
import numpy as np
import paddle as pd

exe = pd.Executor(pd.CPUPlace())
program, feeds, fetches = pd.io.load_inference_model(sys.argv[1])
x = np.load(sys.argv[1] + ".x.npy")
y, = exe.run(program, feed={feeds[0]: x}, fetch_list=fetches)
np.testing.assert_allclose(y, np.load(sys.argv[1] + ".y.npy"), rtol=1e-5)
