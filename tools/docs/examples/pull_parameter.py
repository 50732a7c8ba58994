import paddle as pd

x = pd.layer.data("x", [None, 2])
loss = pd.layer.mean(pd.layer.fc(x, 1))
pd.optimizer.SGD(0.1).minimize(loss)

cut = pd.passes.parameter_server(pd.default_main_program(),
                                 pd.default_startup_program())
program = cut.startup
for op in program.global_block().ops:
    print(op.type, op.outputs)

# A server, elsewhere, begins with this.
rate, = pd.Executor().run(cut.server[0].startup,
                          fetch_list=["learning_rate_0"])
print(rate)
