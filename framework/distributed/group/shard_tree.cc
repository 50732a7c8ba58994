#include "paddle/framework/distributed/group/shard_tree.h"

#include <algorithm>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// Returns where the right half of a node of two or more shards begins.
int Middle(ShardRange node) {
  int half = 1;
  while (half * 2 < node.size()) half *= 2;
  return node.begin + half;
}

void Cover(ShardRange node, ShardRange range, std::vector<ShardRange>* nodes) {
  if (node.begin >= range.end || node.end <= range.begin) return;
  if (range.begin <= node.begin && node.end <= range.end) {
    nodes->push_back(node);
    return;
  }
  const int middle = Middle(node);
  Cover({node.begin, middle}, range, nodes);
  Cover({middle, node.end}, range, nodes);
}

// Appends the additions of `node`, whose first part is *next; moves *next on.
void Add(ShardRange node, const std::vector<ShardRange>& nodes, int* next,
         std::vector<Addition>* additions) {
  const int first = *next;
  PADDLE_ENFORCE(first < static_cast<int>(nodes.size()) &&
                     nodes[first].begin == node.begin &&
                     nodes[first].end <= node.end,
                 InvalidArgument, "the sums of shards [", node.begin, ", ",
                 node.end, ") are not there in full");
  if (nodes[first] == node) {
    ++*next;
    return;
  }
  const int middle = Middle(node);
  Add({node.begin, middle}, nodes, next, additions);
  const int second = *next;
  Add({middle, node.end}, nodes, next, additions);
  additions->push_back({first, second});
}

}  // namespace

ShardRange ShardsOfRank(int shards, int ranks, int rank) {
  PADDLE_ENFORCE(1 <= ranks && ranks <= shards, InvalidArgument, shards,
                 " shards cannot be shared by ", ranks,
                 " members: each needs one");
  PADDLE_ENFORCE(0 <= rank && rank < ranks, InvalidArgument,
                 "there is no rank ", rank, " among ", ranks);
  const int each = shards / ranks;
  const int more = shards % ranks;  // that many of the first have one more
  const int begin = rank * each + std::min(rank, more);
  return {begin, begin + each + (rank < more ? 1 : 0)};
}

std::vector<ShardRange> CoveringNodes(int shards, ShardRange range) {
  PADDLE_ENFORCE(
      0 <= range.begin && range.begin <= range.end && range.end <= shards,
      InvalidArgument, "there are no shards [", range.begin, ", ", range.end,
      ") among ", shards);
  std::vector<ShardRange> nodes;
  if (range.size() > 0) Cover({0, shards}, range, &nodes);
  return nodes;
}

std::vector<Addition> AdditionsOf(ShardRange whole,
                                  const std::vector<ShardRange>& nodes) {
  std::vector<Addition> additions;
  int next = 0;
  Add(whole, nodes, &next, &additions);
  PADDLE_ENFORCE_EQ(next, static_cast<int>(nodes.size()),
                    "there are sums of shards outside [", whole.begin, ", ",
                    whole.end, ")");
  return additions;
}

std::vector<Addition> AdditionsInOrder(int count) {
  std::vector<Addition> additions;
  for (int right = 1; right < count; ++right) additions.push_back({0, right});
  return additions;
}

PartsOfMembers::PartsOfMembers(int shards, int ranks) {
  std::vector<ShardRange> all;
  for (int rank = 0; rank < ranks; ++rank) {
    first.push_back(static_cast<int>(all.size()));
    nodes.push_back(CoveringNodes(shards, ShardsOfRank(shards, ranks, rank)));
    all.insert(all.end(), nodes.back().begin(), nodes.back().end());
  }
  first.push_back(static_cast<int>(all.size()));
  additions = AdditionsOf({0, shards}, all);
}

}  // namespace paddle::distributed
