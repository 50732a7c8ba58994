"""More requests than a server can compute, for a short time."""

import asyncio

import load
import load_lstm
from overload import QUEUE, Options, overload
from serving_case import SERVER, ServingCase


class OverloadTest(ServingCase):
    def test_answers_what_it_can_and_refuses_the_rest(self) -> None:
        load.save(self.folder, "lstm", load_lstm.network,
                  max_batch_rows=4096, queue=QUEUE)
        with load.started(SERVER, f"--models={self.folder}", "--port=0",
                          core=None) as server:
            report = asyncio.run(overload(
                server, load_lstm.bodies(16),
                Options(busy=4, light=1, heavy=4, after=1, turns=2)))
        for part in (*report.busy, report.light, *report.heavy, report.after):
            self.assertEqual(part.other(), 0)
            self.assertNotEqual(part.latencies(), [])
        for part in report.busy:
            self.assertEqual(part.refusals(), [])
        for part in report.heavy:
            self.assertGreater(len(part.refusals()), 0)
        # A third, if it computed what it refuses.
        self.assertGreater(report.processor_share(), 0.6)
        # Requests, of which the queue has QUEUE, and not all that come.
        self.assertLess(report.growth(), 64 << 20)
        for answers in report.answers.values():
            self.assertEqual(len(answers), 1)  # the bits of any batch
