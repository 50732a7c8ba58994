"""pd.Trainer in jobs whose parameters servers keep."""

import unittest

import job_scripts
from served_jobs import BEGIN, WORDS, ServedTest

# Goes on from parameters that it had kept.
LOADING = BEGIN + """
trainer = pd.Trainer(network, optimizer, job=job)


def train(epochs):
    trainer.train(lambda: batches(5), epochs, progress=False)


train(1)
trainer.save_params(f"kept-{job.rank}")
kept = checksum(trainer.program, trainer.scope)
train(2)
trainer.load_params(f"kept-{job.rank}")
assert checksum(trainer.program, trainer.scope) == kept
train(1)
print(job.servers, job.steps, checksum(trainer.program, trainer.scope))
"""

# Goes on from the best parameters; a loss that falls is no improvement here.
BEST = BEGIN + """
trainer = pd.Trainer(network, optimizer, job=job)
stopping = pd.EarlyStopping(patience=2, mode="max")
trainer.train(lambda: batches(5), 9, eval_reader=lambda: batches(2),
              early_stopping=stopping, progress=False)
assert stopping.stopped
trainer.train(lambda: batches(5), progress=False)
print(job.servers, job.steps, checksum(trainer.program, trainer.scope))
"""

TABLE = WORDS + """
def samples():
    return iter([[([1, 2], [1.0]), ([3], [2.0])]] * 4)


trainer = pd.Trainer(network, pd.optimizer.SGD(0.1), job=job)
for call in (
        lambda: trainer.train(samples, eval_reader=samples),
        lambda: trainer.train(samples, early_stopping=pd.EarlyStopping("loss")),
        lambda: trainer.test(samples),
        lambda: trainer.save_params("kept"),
        lambda: trainer.load_params("kept"),
        lambda: trainer.save_inference_model("kept", [], [])):
    try:
        call()
    except NotImplementedError as error:
        print(str(error).replace("\\n", "|"))
history = trainer.train(samples, 3, progress=False)
assert history[2]["loss"] < history[0]["loss"], history
"""


class TrainerTest(ServedTest):

    def check_bits(self, script):
        alone = self.run_job(script, 1, 0)
        self.assertEqual(self.run_job(script, 2, 2), alone)
        self.assertEqual(self.run_job(script, 1, 1), alone)

    def test_goes_on_from_loaded_parameters(self):
        self.check_bits(LOADING)

    def test_goes_on_from_the_best_parameters(self):
        self.check_bits(BEST)

    def test_what_needs_all_rows_of_a_table_is_refused(self):
        printed = job_scripts.run(job_scripts.launcher(1, "--servers", "2"),
                                  TABLE, self.folder).splitlines()
        for line in printed:
            self.assertRegex(
                line, "would need all rows of the table 'embedding_0.w_0', .*"
                r"is looked up in \S+/train.py, line \d+: rows = pd.layer.emb")
        self.assertEqual(
            [line.split()[0] for line in printed],
            ["eval_reader", "restore_best", "test", "save_params",
             "load_params", "save_inference_model"])


if __name__ == "__main__":
    unittest.main()
