// Exchanges arrays between the members of a group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/distributed/group/tree_reduce.h"
#include "paddle/platform/place.h"

namespace paddle::distributed {

// A call under way while others are made. Destroyed before it has ended, it
// aborts the group and waits, since the memory of the call is about to go. Used
// by one thread.
class Pending {
 public:
  Pending() = default;
  virtual ~Pending() = default;
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;

  // Returns when the call has ended, throws what it threw.
  virtual void Wait() = 0;
};

// The members of a group, seen by one of them. Memory of all calls is that of
// place().
//
// All members make the same calls in the same order, from any thread; Send and
// Receive stand outside this order. Calls return when their results are there.
// A call throws Unavailable when a member is lost or has aborted, and the group
// is of no use afterwards: make another one.
class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual platform::Place place() const { return platform::CPUPlace(); }
  // Returns the same members with calls that take memory of the CPU; its calls
  // and those of this object are in one order each.
  virtual Communicator& host() { return *this; }

  virtual int rank() const = 0;
  virtual int size() const = 0;
  // Shards that the members share; at least as many as there are members.
  virtual int shards() const = 0;
  // Parts that this member gives to a reduction: a sum for each of these.
  virtual const std::vector<ShardRange>& nodes() const = 0;

  // Leaves the combination of all members' parts in each member's `result`,
  // which may be its first part. The bits depend on the parts of the shards
  // alone, not on how many members share them, unless `given.order` is kFast.
  // Members that are threads of one process, and one alone, have no order but
  // the tree's. Unimplemented for kFast where a library carries the bytes that
  // does not know it.
  virtual void AllReduce(const Contribution& given, void* result) = 0;
  // As AllReduce, while the caller goes on. `given.parts` is copied, the arrays
  // belong to the call until it has ended.
  virtual std::unique_ptr<Pending> StartAllReduce(const Contribution& given,
                                                  void* result) = 0;
  // Leaves in `result` this member's piece of what AllReduce would, counts[r]
  // numbers for rank r, one piece behind the other. With `given.order` kFast
  // NCCL adds pieces of one size; all others are added along the tree, which
  // sends no more bytes than any other order.
  virtual void ReduceScatter(const Contribution& given,
                             absl::Span<const int64_t> counts,
                             void* result) = 0;
  // Copies rank root's bytes to all others.
  virtual void Broadcast(void* data, size_t bytes, int root) = 0;
  // Leaves the bytes of all members in every `result`, in order of ranks,
  // bytes[r] of them from rank r. `data` may be its place in `result`.
  virtual void AllGather(const void* data, absl::Span<const size_t> bytes,
                         void* result) = 0;
  // Sends sent[r] bytes to rank r and leaves received[r] bytes from rank r in
  // `result`, which must not be `data`, each in order of ranks.
  virtual void AllToAll(const void* data, absl::Span<const size_t> sent,
                        void* result, absl::Span<const size_t> received) = 0;
  // Returns when all members have come to it.
  virtual void Barrier() = 0;
  // Between two members. Tags below 2^48 tell messages apart that are under way
  // at the same time; the n-th receive gets the n-th message of its tag.
  virtual void Send(int peer, uint64_t tag, const void* data, size_t bytes) = 0;
  virtual void Receive(int peer, uint64_t tag, void* data, size_t bytes) = 0;
  // As Send and Receive, while the caller goes on; the memory belongs to the
  // call until it has ended.
  virtual std::unique_ptr<Pending> StartSend(int peer, uint64_t tag,
                                             const void* data,
                                             size_t bytes) = 0;
  virtual std::unique_ptr<Pending> StartReceive(int peer, uint64_t tag,
                                                void* data, size_t bytes) = 0;

  // Ends all calls of this member, those to come included. Safe in any thread.
  virtual void Abort(const std::string& reason) = 0;
};

}  // namespace paddle::distributed
