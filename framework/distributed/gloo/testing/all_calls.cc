#include "paddle/framework/distributed/gloo/testing/all_calls.h"

#include <utility>

#include "paddle/framework/distributed/gloo/testing/gloo_group.h"
#include "paddle/framework/distributed/group/transport_communicator.h"

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

// A member's parts of a sum.
struct Parts {
  Parts(const Communicator& group, uint32_t seed, int64_t count) {
    for (const ShardRange& node : group.nodes()) {
      numbers.push_back(NumbersOf(seed + node.begin, count));
    }
    for (Numbers& part : numbers) addresses.push_back(part.data());
    given.parts = absl::MakeSpan(addresses);
    given.count = count;
    given.type = framework::DataType::kFloat32;
  }

  std::vector<Numbers> numbers;
  std::vector<void*> addresses;
  Contribution given;
};

class Calls {
 public:
  Calls(Communicator* group, int64_t count) : group_(group), count_(count) {}

  Results Run() {
    AllReduce();
    Started();
    ReduceScatter();
    Gathered();
    group_->Barrier();
    return std::move(bytes_);
  }

 private:
  void Keep(const Numbers& numbers) {
    const auto* begin = reinterpret_cast<const std::byte*>(numbers.data());
    bytes_.insert(bytes_.end(), begin, begin + numbers.size() * sizeof(float));
  }

  void AllReduce() {
    Parts parts(*group_, 1, count_);
    Numbers sum(count_);
    group_->AllReduce(parts.given, sum.data());
    Keep(sum);
  }

  void Started() {
    constexpr int kCalls = 3;
    std::vector<std::unique_ptr<Parts>> parts;
    std::vector<Numbers> sums(kCalls, Numbers(count_));
    std::vector<std::unique_ptr<Pending>> pending;
    for (int call = 0; call < kCalls; ++call) {
      parts.push_back(std::make_unique<Parts>(*group_, 100 * call, count_));
      pending.push_back(
          group_->StartAllReduce(parts.back()->given, sums[call].data()));
    }
    for (int call = kCalls - 1; call >= 0; --call) {
      pending[call]->Wait();
      Keep(sums[call]);
    }
  }

  void ReduceScatter() {
    Parts parts(*group_, 2, count_);
    std::vector<int64_t> counts(group_->size());
    counts[0] = count_ / 2;
    counts.back() += count_ - count_ / 2;
    Numbers piece(counts[group_->rank()]);
    group_->ReduceScatter(parts.given, counts, piece.data());
    Keep(piece);
  }

  void Gathered() {
    const int rank = group_->rank(), size = group_->size();
    Numbers own = NumbersOf(1000 + rank, count_);
    const std::vector<size_t> bytes(size, count_ * sizeof(float));
    Numbers all(size * count_);
    group_->AllGather(own.data(), bytes, all.data());
    Keep(all);
    Numbers others(all.size());
    group_->AllToAll(all.data(), bytes, others.data(), bytes);
    Keep(others);
    for (int root = 0; root < size; ++root) {
      Numbers shared = NumbersOf(2000 + rank, count_);
      group_->Broadcast(shared.data(), bytes[0], root);
      Keep(shared);
    }
  }

  Communicator* const group_;
  const int64_t count_;
  Results bytes_;
};

}  // namespace

Results ResultsOfAllCalls(Communicator* group, int64_t count) {
  return Calls(group, count).Run();
}

std::vector<Results> ResultsOfMembers(
    std::vector<std::unique_ptr<Transport>> ends, int64_t count) {
  std::vector<Results> results(ends.size());
  RunThreads(ends.size(), [&](int rank) {
    auto group = NewTransportCommunicator(std::move(ends[rank]), 4);
    results[rank] = ResultsOfAllCalls(group.get(), count);
  });
  return results;
}

}  // namespace paddle::distributed
