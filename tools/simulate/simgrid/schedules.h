// Runs all-reduces over a simulated network: the one of groups, whose code it
// is, in one level or two, and one around a ring.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

namespace paddle::simulate {

// Sums `numbers` over all ranks, as one of them; the ranks may share the
// memory, as nobody looks at the sums. Called by an actor of SimGrid for each
// rank. Source: framework/distributed/group/tree_reduce.h.
void ReduceByTree(int rank, int ranks, absl::Span<float> numbers);

// As ReduceByTree, first within nodes of `node` neighbours, each of which owns
// a piece, then among the owners of a piece, then within nodes again. It sends
// 2 (node - 1 + ranks / node - 1) messages a rank instead of 2 (ranks - 1), and
// keeps the bits of the tree if node and ranks are powers of two: the shards of
// a node are then a node of the tree. InvalidArgument unless node divides
// ranks.
void ReduceByTwoLevels(int rank, int ranks, int node,
                       absl::Span<float> numbers);

// As ReduceByTree, in 2 (ranks - 1) rounds with the neighbours: a piece of the
// sum goes around once to be summed, and once to be known. Source: Patarasuk
// and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of
// workstations", 2009.
void ReduceByRing(int rank, int ranks, absl::Span<float> numbers);

}  // namespace paddle::simulate
