"""Says how long exchanges take, by closed formulas: so many messages of a fixed
cost, and bytes at a bandwidth (Hockney, "The communication challenge for MPP",
1994; the cost of a message as of LogP, Culler et al., 1993).

Sources of the schedules: framework/distributed/group/tree_reduce.h and
tools/simulate/simgrid/schedules.h.
"""

import math
from typing import Callable, List, NamedTuple, Sequence, Tuple

FIRST_BUCKET, BUCKET = 1 << 20, 25 << 20  # bytes; passes/data_parallel.h
ONE_LEVEL = 64  # members, above which they exchange in two levels
# As in tree_reduce.cc; a segment is 256 Ki numbers of 4 bytes.
_BYTES_OF_ROUND, _LONGEST_AT_ONCE, _SEGMENT = 128 << 10, 1 << 20, 1 << 20


class Network(NamedTuple):
    """Between any two of the members, both ways at once."""
    latency: float  # seconds that a round costs
    bandwidth: float  # bytes a second into, and out of, a member
    message: float = 0.0  # seconds of a member's processor for a message


def shares(members: int, size: float) -> float:
    """Returns the bytes that a member sends in both halves of an all-reduce."""
    return 2 * (members - 1) / members * size


def ring_seconds(network: Network, members: int, size: float) -> float:
    """Returns the seconds of an all-reduce of `size` bytes around a ring."""
    rounds = 2 * (members - 1)
    return (rounds * (network.latency + network.message)
            + shares(members, size) / network.bandwidth)


def at_once(members: int, size: float) -> bool:
    """True if all send all of their bytes to all others, in one round."""
    if members == 2:
        return size <= _LONGEST_AT_ONCE
    return size <= _BYTES_OF_ROUND * members / (members - 1) / (members - 2)


def tree_seconds(network: Network, members: int, size: float) -> float:
    """Returns the seconds of an all-reduce of `size` bytes by owners of pieces.

    There are two rounds, and another one for each further segment of a piece:
    a segment's parts travel beside the sums of the one before.
    """
    if members == 1:
        return 0.0
    if at_once(members, size):
        rounds, sent = 1, (members - 1) * size
    else:
        rounds = 1 + max(1, math.ceil(size / members / _SEGMENT))
        sent = shares(members, size)
    return (rounds * (network.latency + (members - 1) * network.message)
            + sent / network.bandwidth)


def members_of_node(members: int) -> int:
    """Returns the power of two from the square root of `members` on."""
    node = 1
    while node * node < members:
        node *= 2
    return node


def two_level_seconds(network: Network, members: int, size: float) -> float:
    """Returns the seconds of an all-reduce within nodes, between the owners of
    a piece of each node, and within nodes again."""
    node = members_of_node(members)
    return (tree_seconds(network, node, size)
            + tree_seconds(network, -(-members // node), size / node))


def all_reduce_seconds(network: Network, members: int, size: float) -> float:
    """Returns the seconds of our all-reduce, in two levels for many members."""
    if members > ONE_LEVEL:
        return two_level_seconds(network, members, size)
    return tree_seconds(network, members, size)


def buckets(size: float) -> List[float]:
    """Returns the bytes of the buckets of gradients, in order."""
    sizes = [min(size, FIRST_BUCKET)]
    rest = size - sizes[0]
    while rest > 0:
        sizes.append(min(rest, BUCKET))
        rest -= sizes[-1]
    return sizes


def exposed_seconds(sizes: Sequence[float], backward: float,
                    seconds: Callable[[float], float]) -> float:
    """Returns for how long a step waits after its backward pass.

    Args:
      sizes: bytes of the buckets, in the order in which they are full; they
        fill evenly over the backward pass.
      backward: seconds of it; 0 if nothing overlaps.
      seconds: how long the exchange of so many bytes takes. One bucket is
        exchanged after the other.
    """
    end, full, total = 0.0, 0.0, sum(sizes)
    for size in sizes:
        full += size
        end = max(end, backward * full / total) + seconds(size)
    return max(0.0, end - backward)


def limits(network: Network, members: int, size: float
           ) -> List[Tuple[str, float]]:
    """Returns the parts of an exchange's time: bandwidth, latency, messages."""
    free = network._replace(latency=0.0, message=0.0)
    bandwidth = all_reduce_seconds(free, members, size)
    rounds = all_reduce_seconds(network._replace(message=0.0), members, size)
    whole = all_reduce_seconds(network, members, size)
    return [("bandwidth", bandwidth), ("latency", rounds - bandwidth),
            ("messages", whole - rounds)]
