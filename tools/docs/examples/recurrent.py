import paddle as pd

x = pd.layer.data("x", [4, 1, 2])
begin = pd.layer.zeros([1, 2])
rnn = pd.rnn()
with rnn.step():
    now = rnn.step_input(x)
    sum = rnn.memory(init=begin)
    rnn.update_memory(sum, sum + now)
    rnn.output(sum + now)
sums, = rnn()

steps = [[[1.0, 10.0]], [[2.0, 20.0]], [[3.0, 30.0]], [[4.0, 40.0]]]
value, = pd.Executor().run(feed={"x": steps}, fetch_list=[sums])
print(value.reshape(4, 2))
