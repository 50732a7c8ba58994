#include "paddle/framework/distributed/nccl/nccl_reduce.h"

#include "paddle/framework/distributed/group/device_tree_sum.h"

namespace paddle::distributed {
namespace {

// Up to this many bytes one exchange is faster than two, though everybody then
// has all of the additions to do.
constexpr int64_t kSmallBytes = 64 << 10;

char* At(void* data, int64_t bytes) { return static_cast<char*>(data) + bytes; }

}  // namespace

// Numbers that this member combines.
struct NcclReduce::Share {
  int64_t begin;
  int64_t count;
  std::vector<void*> parts;  // of all members
};

NcclReduce::Begins NcclReduce::EqualPieces(const Contribution& given) const {
  const int64_t ranks = static_cast<int64_t>(parts_.nodes.size());
  const bool small = given.count * framework::SizeOf(given.type) <= kSmallBytes;
  const int64_t piece = small && ranks > 1 ? 0 : given.count / ranks;
  Begins begins;
  for (int64_t rank = 0; rank <= ranks; ++rank) begins.push_back(rank * piece);
  return begins;
}

size_t NcclReduce::ScratchBytes(const Contribution& given,
                                const Begins& begins) const {
  const int64_t numbers =
      begins[rank_ + 1] - begins[rank_] + given.count - begins.back();
  const int64_t others = parts_.count() - parts_.nodes[rank_].size();
  return others * numbers * framework::SizeOf(given.type);
}

// Parts of others arrive in the scratch memory.
std::vector<NcclReduce::Share> NcclReduce::SharesOf(const Contribution& given,
                                                    const Begins& begins,
                                                    void* scratch) const {
  const int64_t width = framework::SizeOf(given.type);
  const int64_t own = begins[rank_];
  std::vector<Share> shares = {
      {own, begins[rank_ + 1] - own, {}},
      {begins.back(), given.count - begins.back(), {}}};
  char* next = static_cast<char*>(scratch);
  for (Share& share : shares) {
    for (int part = 0; part < parts_.count(); ++part) {
      const int mine = part - parts_.first[rank_];
      if (mine >= 0 && part < parts_.first[rank_ + 1]) {
        share.parts.push_back(At(given.parts[mine], share.begin * width));
      } else {
        share.parts.push_back(next);
        next += share.count * width;
      }
    }
  }
  return shares;
}

void NcclReduce::Exchange(const Contribution& given, const Begins& begins,
                          const std::vector<Share>& shares) const {
  const int64_t width = framework::SizeOf(given.type);
  const int ranks = static_cast<int>(parts_.nodes.size());
  link_->Submit(stream_->stream(), [&](const NcclCalls& calls) {
    for (int step = 1; step < ranks; ++step) {
      // Everybody begins with another one.
      const int peer = (rank_ + step) % ranks;
      const int64_t piece = begins[peer + 1] - begins[peer];
      for (void* part : given.parts) {
        calls.Send(peer, At(part, begins[peer] * width), piece * width);
        calls.Send(peer, At(part, shares[1].begin * width),
                   shares[1].count * width);
      }
      for (int part = parts_.first[peer]; part < parts_.first[peer + 1];
           ++part) {
        for (const Share& share : shares) {
          calls.Receive(peer, share.parts[part], share.count * width);
        }
      }
    }
  });
}

void NcclReduce::Combine(const Contribution& given, const Begins& begins,
                         void* scratch, void* own_result,
                         void* rest_result) const {
  const std::vector<Share> shares = SharesOf(given, begins, scratch);
  if (link_ != nullptr) Exchange(given, begins, shares);
  void* const results[] = {own_result, rest_result};
  for (int i = 0; i < 2; ++i) {
    CombinePartsOn(*stream_, parts_.additions, shares[i].parts, results[i],
                   shares[i].count, given.type, given.reduction);
  }
}

}  // namespace paddle::distributed
