import paddle as pd

step = pd.layer.data("step", [1])
with pd.Switch() as switch:
    with switch.case(step < 1000.0):
        switch.output(pd.layer.full([1], 0.1))
    with switch.default():
        switch.output(pd.layer.full([1], 0.01))
rate, = switch()

exe = pd.Executor()
for number in (10.0, 2000.0):
    value, = exe.run(feed={"step": [number]}, fetch_list=[rate])
    print(value)
