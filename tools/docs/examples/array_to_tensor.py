import paddle as pd

first = pd.layer.fill_constant([1], "int64", 0)
second = pd.layer.fill_constant([1], "int64", 1)
x = pd.layer.data("x", [2])
array = pd.layer.array_write(x, first)
array = pd.layer.array_write(x * 10.0, second, array=array)
out = pd.layer.array_to_tensor(array)
print(out.shape, out.dtype)

value, = pd.Executor().run(feed={"x": [1.0, 2.0]}, fetch_list=[out])
print(value)
