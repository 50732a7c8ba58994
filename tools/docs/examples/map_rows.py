import numpy as np
import paddle as pd

main, startup = pd.Program(), pd.Program()
with pd.program_guard(main, startup):
    image = pd.layer.data("image", [None, 3, 64, 64])
    y = pd.layer.conv2d(image, 8, filter_size=3, act="relu")
    score = pd.layer.reduce_mean(y, [1, 2, 3])
tiled = pd.optimize(main, level=2, targets=[score], place=pd.CPUPlace())
print([op.type for op in tiled.global_block().ops])
exe = pd.Executor(optimize=0)
exe.run(startup)
feed = {"image": np.ones((4, 3, 64, 64), "float32")}
whole, rows = [exe.run(program, feed, [score])[0] for program in (main, tiled)]
print(np.allclose(whole, rows))
