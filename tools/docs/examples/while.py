import paddle as pd

limit = pd.layer.data("limit", [1], "int64")
i = pd.layer.full([1], 1, "int64")
doubled, = pd.while_loop(lambda i: i < limit, lambda i: [i + i], [i])

value, = pd.Executor().run(feed={"limit": [100]}, fetch_list=[doubled])
print(value)
