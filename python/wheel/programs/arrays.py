"""Arrays of every data type go in and come out, and share their memory.

usage: arrays.py MAJOR, the version of NumPy that is to be there
"""

import sys
import warnings

import numpy as np

warnings.simplefilter("error")
import paddle as pd  # noqa: E402

assert np.__version__.split(".")[0] == sys.argv[1], np.__version__
exe = pd.Executor(pd.CPUPlace())
for dtype in ("bool", "uint8", "int8", "int16", "int32", "int64", "float16",
              "float32", "float64"):
    x = pd.layer.data(dtype, [None, 2], dtype)
    given = np.arange(4).reshape(2, 2).astype(dtype)
    for array in (given, given.T, given[::-1], given.tolist()):
        got, = exe.run(feed={dtype: array}, fetch_list=[pd.layer.assign(x)])
        assert got.dtype == dtype and (got == array).all(), (got, array)
    tensor = pd.LoDTensor(given)
    place = given.__array_interface__["data"]
    assert np.asarray(tensor).__array_interface__["data"] == place
    assert np.array(tensor).__array_interface__["data"] != place
    if dtype != "bool":  # NumPy 1 does not share those.
        assert np.from_dlpack(tensor).tolist() == given.tolist()
        assert pd.from_dlpack(given).numpy().tolist() == given.tolist()
rows = pd.LoDTensor.from_sequences([[1, 2], [], [3]]).to_sequences()
assert [row.ravel().tolist() for row in rows] == [[1, 2], [], [3]]
for wrong in (np.zeros(2, complex), np.array(["a"]), np.zeros(2, "M8[s]")):
    try:
        pd.LoDTensor(wrong)
    except TypeError as error:
        assert "no tensor has elements of type" in str(error)
    else:
        raise AssertionError(wrong)
