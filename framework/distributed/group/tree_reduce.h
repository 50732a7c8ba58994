// Combines arrays that the members of a group hold, in the order of the tree.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/distributed/group/transport.h"
#include "paddle/framework/distributed/group/tree_sum.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::distributed {

// Arrays that one member gives to a reduction.
struct Contribution {
  // An array for each node of the tree that covers the member's shards, in
  // order. Overwritten.
  absl::Span<void* const> parts;
  int64_t count = 0;  // numbers in each array, equal for all members
  framework::DataType type;
  Reduction reduction = Reduction::kSum;
  // Only AllReduce and ReduceScatter of Communicator ask for it; all else is in
  // the tree's.
  Order order = Order::kTree;
};

// Shares the work of a reduction among the members: each owns a piece of the
// arrays, is sent the others' parts of it, combines them and, if wanted, sends
// the result to all. Every member sends and receives 2 (n - 1) / n of an array,
// as around a ring, in two rounds instead of 2 (n - 1). Small arrays are sent
// to all in one round, and combined by all. The bits are the same in either
// case. Immutable; used by any number of threads, with different tags.
class TreeReduce {
 public:
  // The transport must outlive this. InvalidArgument if there are fewer shards
  // than members.
  TreeReduce(Transport* transport, int shards);

  // The parts that this member gives.
  const std::vector<ShardRange>& nodes() const {
    return parts_.nodes[transport_->rank()];
  }

  // Leaves the result, `count` numbers, in every member's `result`, which may
  // be its first part. Tags are `tag` and those above it that differ in the
  // last 20 bits only. Errors are those of messages; the arrays then hold
  // anything, and the transport is aborted.
  void ToAll(const Contribution& given, void* result, uint64_t tag) const;

  // Leaves the result of rank r's piece, counts[r] numbers that begin where the
  // pieces of the ranks before it end, in its `result`. InvalidArgument if the
  // counts do not add up to the contribution's.
  void ToOwners(const Contribution& given, absl::Span<const int64_t> counts,
                void* result, uint64_t tag) const;

 private:
  struct Work;
  struct Segment;

  int rank() const { return transport_->rank(); }
  int size() const { return transport_->size(); }
  void ToAllAtOnce(const Contribution& given, void* result, uint64_t tag) const;
  void Run(const Work& work) const;
  void SendParts(const Work& work, int64_t index, Segment* segment) const;
  void CombineOwn(const Work& work, Segment* segment) const;
  void Share(const Work& work, Segment* segment) const;

  Transport* const transport_;
  const PartsOfMembers parts_;
};

}  // namespace paddle::distributed
