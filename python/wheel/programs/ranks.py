"""Prints its rank; for several processes."""

from paddle.distributed import environment

place = environment.read()
assert place.store.startswith("file:///")
print(place.rank, "of", place.size)
