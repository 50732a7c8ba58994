// Plays a group whose other member sends whatever a test wants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"

namespace paddle::fuzz {

// Rank 0 of two members with a shard each. Its calls take the messages of rank
// 1 one after the other, as a transport would: InvalidArgument for one of
// another size than expected, Unavailable when there is none left. Reductions
// are what this member gives. Used by one thread.
class HostileGroup final : public distributed::Communicator {
 public:
  explicit HostileGroup(std::deque<std::string> messages)
      : messages_(std::move(messages)) {}

  // Returns the largest number of bytes that rank 1 was expected to send.
  size_t largest() const { return largest_; }

  int rank() const override { return 0; }
  int size() const override { return 2; }
  int shards() const override { return 2; }
  const std::vector<distributed::ShardRange>& nodes() const override {
    return nodes_;
  }
  void AllReduce(const distributed::Contribution& given, void* result) override;
  std::unique_ptr<distributed::Pending> StartAllReduce(
      const distributed::Contribution& given, void* result) override;
  void ReduceScatter(const distributed::Contribution& given,
                     absl::Span<const int64_t> counts, void* result) override;
  void Broadcast(void* data, size_t bytes, int root) override;
  void AllGather(const void* data, absl::Span<const size_t> bytes,
                 void* result) override;
  void AllToAll(const void* data, absl::Span<const size_t> sent, void* result,
                absl::Span<const size_t> received) override;
  void Barrier() override {}
  void Send(int, uint64_t, const void*, size_t) override {}
  void Receive(int, uint64_t, void* data, size_t bytes) override {
    Take(data, bytes);
  }
  std::unique_ptr<distributed::Pending> StartSend(int, uint64_t, const void*,
                                                  size_t) override;
  std::unique_ptr<distributed::Pending> StartReceive(int, uint64_t, void* data,
                                                     size_t bytes) override;
  void Abort(const std::string&) override {}

 private:
  void Take(void* data, size_t bytes);

  std::deque<std::string> messages_;
  size_t largest_ = 0;
  const std::vector<distributed::ShardRange> nodes_ = {{0, 1}};
};

// Returns the messages of a member that calls GatherBytes with these bytes.
std::deque<std::string> GatheredBytes(const std::vector<std::string>& each);

}  // namespace paddle::fuzz
