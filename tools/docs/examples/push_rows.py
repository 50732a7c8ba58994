import paddle as pd

ids = pd.layer.data("ids", [None, 1], "int64")
rows = pd.layer.embedding(ids, [10 ** 9, 4], is_sparse=True, distributed=True)
pd.optimizer.SGD(0.1).minimize(pd.layer.mean(rows))

cut = pd.passes.parameter_server(pd.default_main_program(),
                                 pd.default_startup_program())
program = cut.main
for op in program.global_block().ops[-2:]:
    print(op.type, op.outputs)

# A server, elsewhere, begins with this: it has no rows yet.
rate, = pd.Executor().run(cut.server[0].startup,
                          fetch_list=["learning_rate_0"])
print(rate)
