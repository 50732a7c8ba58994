import paddle as pd

x = pd.layer.data("x", [None, 2])
cost = pd.layer.mean(pd.layer.fc(x, 3, param_attr="w"))
pd.amp.decorate(pd.optimizer.SGD(0.1), "float16").minimize(cost)
check, = [op for op in pd.default_main_program().global_block().ops
          if op.type == "check_finite_and_unscale"]
print(check)

exe = pd.Executor()
exe.run(pd.default_startup_program())
found = check.outputs["FoundInfinite"]
for value in (1.0, float("nan")):
    print(exe.run(feed={"x": [[value, 2.0]]}, fetch_list=found)[0])
