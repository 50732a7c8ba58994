import paddle as pd

x = pd.layer.data("x", [None, 1])
branches = pd.ifelse()
with branches.true_block():
    branches.output(pd.layer.sqrt(x))
with branches.false_block():
    branches.output(x * 0.0)
root, = branches(x > 0.0)

value, = pd.Executor().run(feed={"x": [[4.0], [-1.0], [9.0]]},
                           fetch_list=[root])
print(value)
