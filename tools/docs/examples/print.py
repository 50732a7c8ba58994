import paddle as pd

x = pd.layer.data("x", [2, 3])
pd.layer.print(x, message="the input:")

pd.Executor().run(feed={"x": [[1, 2, 3], [4, 5, 6]]})
