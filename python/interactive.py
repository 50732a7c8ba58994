"""A Python prompt that knows numpy as np and paddle as pd."""

import code

import numpy as np
import paddle as pd

if __name__ == "__main__":
    code.interact(banner="np and pd are imported.", exitmsg="",
                  local={"np": np, "pd": pd})
