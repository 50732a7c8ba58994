// Fixes the order in which what the shards of a job computed is added.
//
// A job has a fixed number of shards; how many members share them may change.
// Sums are taken along one binary tree over the shards, so that their bits
// depend on the number of shards alone: [0, n) is [0, p) plus [p, n), where p
// is the largest power of two below n.
#pragma once

#include <vector>

namespace paddle::distributed {

// The shards begin, begin + 1, ..., end - 1.
struct ShardRange {
  int begin = 0;
  int end = 0;

  int size() const { return end - begin; }
  friend bool operator==(ShardRange a, ShardRange b) {
    return a.begin == b.begin && a.end == b.end;
  }
};

// Returns the shards of one of `ranks` members: neighbours, in order of ranks,
// as many for each as for the others or one more. InvalidArgument unless
// 1 <= ranks <= shards and 0 <= rank < ranks.
ShardRange ShardsOfRank(int shards, int ranks, int rank);

// Returns the nodes of the tree over [0, shards) that cover `range` and nothing
// else, as few as there are, in order. A member sends its sums of these.
std::vector<ShardRange> CoveringNodes(int shards, ShardRange range);

// Add the value at `right` to that at `left`.
struct Addition {
  int left;
  int right;
};

// Returns the additions that turn the values of `nodes` into the value of
// `whole`, which ends up where the first was. `nodes` are nodes of the tree, in
// order, that cover `whole`, a node itself; for instance CoveringNodes of all
// members, one after the other. InvalidArgument for others.
std::vector<Addition> AdditionsOf(ShardRange whole,
                                  const std::vector<ShardRange>& nodes);

// Returns the additions of `count` values, one after the other, to the first.
std::vector<Addition> AdditionsInOrder(int count);

// Says who gives which parts of a reduction over all shards, and how they are
// combined. Parts are numbered through the members, in order of ranks.
struct PartsOfMembers {
  // InvalidArgument if there are fewer shards than members.
  PartsOfMembers(int shards, int ranks);

  int count() const { return first.back(); }

  std::vector<std::vector<ShardRange>> nodes;  // of each rank
  // The number of each rank's first part, then the number of all parts.
  std::vector<int> first;
  std::vector<Addition> additions;  // of all parts
};

}  // namespace paddle::distributed
