"""The result of Trainer.train."""

from typing import Any, Dict, List

from .. import notebook, plot


class History(List[Dict[str, Any]]):
    """The metrics of each epoch by name, in a list; notebooks show a table and
    a curve for each."""

    def _repr_html_(self) -> str:
        names = list(dict.fromkeys(name for row in self for name in row))
        table = notebook.table(
            ["epoch", *names],
            [[str(epoch), *(_shown(row.get(name)) for name in names)]
             for epoch, row in enumerate(self)],
            f"{len(self)} epochs")
        return table + (plot.history(self).svg() if self else "")


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else str(value)
