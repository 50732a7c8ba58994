import paddle as pd

scale = pd.layer.data("scale", [2])
checked = pd.layer.check_range(scale, min=0.5, max=8.0, message="a scale")

print(pd.Executor().run(feed={"scale": [2, 4]}, fetch_list=[checked]))
try:
    pd.Executor().run(feed={"scale": [2, 0]}, fetch_list=[checked])
except ValueError as error:
    print("a scale is 0" in str(error))
