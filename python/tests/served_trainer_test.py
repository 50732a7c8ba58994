"""pd.Trainer in jobs whose parameters servers keep."""

import os
import unittest

from served_jobs import BEGIN, ServedTest

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


class TrainerTest(ServedTest):

    def check_bits(self, script):
        alone = self.run_job(script, 1, 0)
        self.assertEqual(self.run_job(script, 2, 2), alone)
        self.assertEqual(self.run_job(script, 1, 1), alone)

    def test_goes_on_from_loaded_parameters(self):
        self.check_bits(LOADING)

    def test_goes_on_from_the_best_parameters(self):
        self.check_bits(BEST)


if __name__ == "__main__":
    unittest.main()
