import paddle as pd

x = pd.layer.data("x", [2])
array = pd.layer.array_write(x, pd.layer.fill_constant([1], "int64", 0))
out = pd.layer.array_to_tensor(array)

value, = pd.Executor().run(feed={"x": [1.0, 2.0]}, fetch_list=[out])
print(value)
