"""Runs verbs about models, as `python -m paddle.commands`."""

import sys

from . import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
