import paddle as pd

array = pd.layer.create_array(shape=[2])
length = pd.layer.array_length(array)

value, = pd.Executor().run(fetch_list=[length])
print(value)
