#include "paddle/framework/distributed/nccl/testing/device_calls.h"

#include <memory>
#include <utility>

#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"

namespace paddle::distributed {
namespace {

using Numbers = std::vector<float>;

// Returns numbers whose sum depends on the order of additions.
Numbers NumbersOf(uint32_t seed, int64_t count) {
  Numbers numbers(count);
  uint32_t state = 1 + seed;
  for (float& number : numbers) {
    state = state * 1664525u + 1013904223u;
    number = static_cast<float>(static_cast<int32_t>(state)) /
             static_cast<float>(1 << (state % 29));
  }
  return numbers;
}

// Numbers in memory of a place.
class Array {
 public:
  Array(platform::Place place, const Numbers& numbers)
      : place_(place),
        count_(numbers.size()),
        memory_(memory::AllocatorOf(place).Allocate(count_ * sizeof(float))) {
    memory::Copy(place_, data(), platform::CPUPlace(), numbers.data(),
                 count_ * sizeof(float));
  }

  void* data() const { return memory_->data(); }
  Numbers numbers() const {
    Numbers numbers(count_);
    memory::Copy(platform::CPUPlace(), numbers.data(), place_, data(),
                 count_ * sizeof(float));
    return numbers;
  }

 private:
  platform::Place place_;
  size_t count_;
  std::shared_ptr<memory::Allocation> memory_;
};

// A member's parts of a reduction.
struct Parts {
  Parts(const Communicator& group, uint32_t seed, int64_t count) {
    for (const ShardRange& node : group.nodes()) {
      arrays.emplace_back(group.place(), NumbersOf(seed + node.begin, count));
      addresses.push_back(arrays.back().data());
    }
    given.parts = absl::MakeSpan(addresses);
    given.count = count;
    given.type = framework::DataType::kFloat32;
  }

  std::vector<Array> arrays;
  std::vector<void*> addresses;
  Contribution given;
};

class Calls {
 public:
  Calls(Communicator* group, int64_t count)
      : group_(group),
        count_(count),
        rank_(group->rank()),
        size_(group->size()) {}

  std::vector<std::byte> Run() {
    AllReduce();
    Started();
    ReduceScatter();
    Gather();
    Exchange();
    Broadcast();
    Message();
    group_->Barrier();
    return std::move(bytes_);
  }

 private:
  void Keep(const Array& array) {
    const Numbers numbers = array.numbers();
    const auto* begin = reinterpret_cast<const std::byte*>(numbers.data());
    bytes_.insert(bytes_.end(), begin, begin + numbers.size() * sizeof(float));
  }
  Array Zeros(int64_t count) const {
    return Array(group_->place(), Numbers(count));
  }

  void AllReduce() {
    Parts parts(*group_, 1, count_);
    group_->AllReduce(parts.given, parts.addresses[0]);
    Keep(parts.arrays[0]);
    Parts others(*group_, 2, count_);
    others.given.reduction = Reduction::kMax;
    const Array largest = Zeros(count_);
    group_->AllReduce(others.given, largest.data());
    Keep(largest);
  }

  void Started() {
    Parts first(*group_, 100, count_), second(*group_, 200, count_ / 2);
    const Array sum = Zeros(count_);
    const auto one = group_->StartAllReduce(first.given, sum.data());
    const auto two = group_->StartAllReduce(second.given, second.addresses[0]);
    two->Wait();
    one->Wait();
    Keep(sum);
    Keep(second.arrays[0]);
  }

  void ReduceScatter() {
    Parts parts(*group_, 3, count_);
    std::vector<int64_t> counts(size_);
    counts[0] = count_ / 2;
    counts.back() += count_ - count_ / 2;
    const Array piece = Zeros(counts[rank_]);
    group_->ReduceScatter(parts.given, counts, piece.data());
    Keep(piece);
  }

  // Rank r has r numbers more than rank 0.
  void Gather() {
    std::vector<size_t> bytes;
    int64_t all = 0;
    for (int peer = 0; peer < size_; ++peer) {
      bytes.push_back((count_ + peer) * sizeof(float));
      all += count_ + peer;
    }
    const Array own(group_->place(), NumbersOf(1000 + rank_, count_ + rank_));
    const Array result = Zeros(all);
    group_->AllGather(own.data(), bytes, result.data());
    Keep(result);
  }

  // Rank r sends r + p numbers to rank p.
  void Exchange() {
    std::vector<size_t> bytes;
    int64_t all = 0;
    for (int peer = 0; peer < size_; ++peer) {
      bytes.push_back((rank_ + peer) * sizeof(float));
      all += rank_ + peer;
    }
    const Array own(group_->place(), NumbersOf(2000 + rank_, all));
    const Array result = Zeros(all);
    group_->AllToAll(own.data(), bytes, result.data(), bytes);
    Keep(result);
  }

  void Broadcast() {
    for (int root = 0; root < size_; ++root) {
      const Array shared(group_->place(), NumbersOf(3000 + rank_, count_));
      group_->Broadcast(shared.data(), count_ * sizeof(float), root);
      Keep(shared);
    }
  }

  void Message() {
    const size_t bytes = count_ * sizeof(float);
    const Array array(group_->place(), NumbersOf(4000 + rank_, count_));
    if (rank_ + 1 < size_) group_->Send(rank_ + 1, 5, array.data(), bytes);
    if (rank_ > 0) group_->Receive(rank_ - 1, 5, array.data(), bytes);
    Keep(array);
  }

  Communicator* const group_;
  const int64_t count_;
  const int rank_;
  const int size_;
  std::vector<std::byte> bytes_;
};

}  // namespace

std::vector<std::byte> ResultsOfDeviceCalls(Communicator* group,
                                            int64_t count) {
  return Calls(group, count).Run();
}

std::vector<std::vector<std::byte>> ResultsOfDeviceMembers(
    int ranks, int shards, int64_t count, const WrapGroup& wrap) {
  std::vector<std::vector<std::byte>> results(ranks);
  RunRanks(
      ranks, shards,
      [&](Communicator& group) {
        results[group.rank()] = ResultsOfDeviceCalls(&group, count);
      },
      wrap);
  return results;
}

}  // namespace paddle::distributed
