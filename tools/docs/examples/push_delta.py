import paddle as pd

x = pd.layer.data("x", [None, 2])
loss = pd.layer.mean(pd.layer.fc(x, 1))
pd.optimizer.SGD(0.1).minimize(loss)

cut = pd.passes.parameter_server(pd.default_main_program(),
                                 pd.default_startup_program(),
                                 push_every=8, trainers=2)
program = cut.main
for op in program.global_block().ops[-2:]:
    print(op.type, op.outputs)

# A server, elsewhere, begins with this: it has no optimizer.
bias, = pd.Executor().run(cut.server[0].startup, fetch_list=["fc_0.b_0"])
print(bias)
