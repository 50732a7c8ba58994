"""Notebooks show tables in which every name is escaped."""

import html.parser

import paddle as pd
from paddle import notebook
from paddle.training.history import History
from testing_util import ProgramTestCase

EVIL = '<script>alert("x")</script>&amp;'


class _Reader(html.parser.HTMLParser):
    """Collects the cells of all tables; checks that tags are closed."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.open, self.rows = set(), [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data


class NotebookTest(ProgramTestCase):

    def test_text_is_escaped(self):
        shown = _Reader(notebook.table([EVIL], [[EVIL], ["  two"]], EVIL))
        self.assertEqual(shown.rows, [[EVIL], [EVIL], ["  two"]])
        self.assertEqual(shown.tags, {"table", "caption", "thead", "tbody",
                                      "tr", "th", "td"})

    def test_long_tables_say_what_is_left_out(self):
        shown = _Reader(notebook.table(["n"], [[str(i)] for i in range(1003)]))
        self.assertEqual(shown.rows[-1], ["... 3 more"])
        self.assertEqual(len(shown.rows), 1002)

    def test_program(self):
        x = pd.layer.data(EVIL, [None, 4])
        pd.layer.relu(pd.layer.fc(x, 2, param_attr="w"))
        shown = _Reader(self.main._repr_html_())
        self.assertNotIn("script", shown.tags)
        operators = [row[0] for row in shown.rows]
        self.assertEqual(operators, ["operator", "mul", "elementwise_add",
                                     "relu"])
        self.assertEqual(shown.rows[1][1], f"X: {EVIL}; Y: w")

    def test_program_with_blocks(self):
        x = pd.layer.data("x", [None, 4], lod_level=1)
        rnn = pd.rnn()
        with rnn.step():
            state = rnn.memory(shape=[4])
            new = pd.layer.tanh(x + state)
            rnn.update_memory(state, new)
            rnn.output(new)
        shown = self.main._repr_html_()
        self.assertEqual(shown.count("<table>"), self.main.num_blocks)
        self.assertIn("block 1", shown)

    def test_summary(self):
        pd.layer.fc(pd.layer.data(EVIL, [None, 4]), 2, name=EVIL)
        summary = pd.summary()
        shown = _Reader(summary._repr_html_())
        self.assertNotIn("script", shown.tags)
        self.assertEqual(shown.rows[0][:2], ["operator", "output"])
        self.assertEqual([row[0] for row in shown.rows[1:]],
                         [row.type for row in summary.rows])

    def test_history(self):
        def network():
            x = pd.layer.data("x", [None, 1])
            loss = pd.layer.mse_loss(pd.layer.fc(x, 1), x)
            return loss, {EVIL: loss}

        trainer = pd.Trainer(network, pd.optimizer.SGD(0.1))
        history = trainer.train(lambda: iter([[[1.0], [2.0]]]), epochs=3,
                                progress=False)
        self.assertEqual(history, list(history))
        self.assertEqual(len(history), 3)
        shown = _Reader(history._repr_html_())
        self.assertNotIn("script", shown.tags)
        self.assertIn("svg", shown.tags)
        self.assertEqual(shown.rows[0], ["epoch", "loss", EVIL])
        self.assertEqual(shown.rows[1][1], f"{history[0]['loss']:.6g}")
        self.assertEqual(len(shown.rows), 4)

    def test_empty_history(self):
        self.assertEqual(_Reader(History()._repr_html_()).rows, [["epoch"]])
