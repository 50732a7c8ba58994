import paddle as pd

x = pd.layer.data("x", [2, 3])
out = pd.layer.split(x, [1, 2], dim=1)
print([each.shape for each in out])

feed = {"x": [[1, 2, 3], [4, 5, 6]]}
values = pd.Executor().run(feed=feed, fetch_list=out)
print(*values, sep="\n")
