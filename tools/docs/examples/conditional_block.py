import paddle as pd

x = pd.layer.data("x", [1])
size = pd.cond(x < 0.0, lambda: x * -1.0, lambda: x * 1.0)

exe = pd.Executor()
for number in (-3.0, 4.0):
    value, = exe.run(feed={"x": [number]}, fetch_list=[size])
    print(value)
