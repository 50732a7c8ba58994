import paddle as pd

x = pd.layer.data("x", [2])
array = pd.layer.array_write(x, pd.layer.fill_constant([1], "int64", 2))
length = pd.layer.array_length(array)

value, = pd.Executor().run(feed={"x": [1.0, 2.0]}, fetch_list=[length])
print(value)
