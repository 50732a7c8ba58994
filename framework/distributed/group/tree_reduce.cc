#include "paddle/framework/distributed/group/tree_reduce.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "paddle/framework/distributed/group/message_list.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/place.h"

namespace paddle::distributed {
namespace {

// As many bytes as go to and from a member in the time that a round costs
// whatever is sent.
constexpr int64_t kBytesOfRound = 128 << 10;

// Up to this many bytes two members exchange in one round: more are combined
// while others are under way.
constexpr int64_t kLongestAtOnce = 1 << 20;

// Returns up to how many bytes one round, in which n members send all of an
// array to n - 1 others, is faster than two, in which they send 1 / n of it.
int64_t MostBytesAtOnce(int64_t members) {
  if (members == 2) return kLongestAtOnce;  // as many bytes in either case
  return kBytesOfRound * members / ((members - 1) * (members - 2));
}

// Numbers of a member's piece that travel together. While one such segment is
// combined, the next is on its way in and the one before on its way out; with
// all of an array in one segment, or one at a time, 16 MB take twice as long.
constexpr int64_t kSegment = 256 << 10;

std::byte* At(void* data, int64_t bytes) {
  return static_cast<std::byte*>(data) + bytes;
}

}  // namespace

// A reduction whose pieces are known.
struct TreeReduce::Work {
  const Contribution& given;
  // The begin of each rank's piece, and the end of the last one.
  std::vector<int64_t> begins;
  void* result;
  bool to_all;  // result holds all pieces, otherwise this member's alone
  uint64_t tag;

  int64_t width() const { return framework::SizeOf(given.type); }
  int64_t longest() const {
    int64_t longest = 0;
    for (size_t rank = 0; rank + 1 < begins.size(); ++rank) {
      longest = std::max(longest, begins[rank + 1] - begins[rank]);
    }
    return longest;
  }
  int64_t segments() const { return (longest() + kSegment - 1) / kSegment; }
  // The numbers of a rank's piece that belong to a segment.
  std::pair<int64_t, int64_t> Range(int rank, int64_t segment) const {
    const int64_t end = begins[rank + 1];
    const int64_t begin = std::min(begins[rank] + segment * kSegment, end);
    return {begin, std::min(begin + kSegment, end)};
  }
  void* Result(int rank, int64_t begin) const {
    return At(result, (to_all ? begin : begin - begins[rank]) * width());
  }
};

// A segment under way, and after it another one: memory is used again.
struct TreeReduce::Segment {
  Segment(Transport* transport, size_t bytes)
      : received(memory::AllocatorOf(platform::CPUPlace()).Allocate(bytes)),
        messages(transport) {}

  int64_t index = 0;
  // Parts of all members, those of others in `received`.
  std::vector<void*> parts;
  // From the cache of memory: each page of a new block would cost a fault.
  std::shared_ptr<memory::Allocation> received;
  MessageList messages;  // destroyed first
};

TreeReduce::TreeReduce(Transport* transport, int shards)
    : transport_(transport), parts_(shards, transport->size()) {}

void TreeReduce::ToAll(const Contribution& given, void* result,
                       uint64_t tag) const {
  PADDLE_ENFORCE_EQ(given.parts.size(), nodes().size(), "parts of rank ",
                    rank());
  const int64_t width = framework::SizeOf(given.type);
  if (size() == 1 || given.count * width <= MostBytesAtOnce(size())) {
    return ToAllAtOnce(given, result, tag);
  }
  Work work{given, {}, result, /*to_all=*/true, tag};
  for (int rank = 0; rank <= size(); ++rank) {
    work.begins.push_back(given.count * rank / size());
  }
  Run(work);
}

void TreeReduce::ToOwners(const Contribution& given,
                          absl::Span<const int64_t> counts, void* result,
                          uint64_t tag) const {
  PADDLE_ENFORCE_EQ(given.parts.size(), nodes().size(), "parts of rank ",
                    rank());
  PADDLE_ENFORCE_EQ(static_cast<int>(counts.size()), size(),
                    "pieces, one for each member");
  Work work{given, {0}, result, /*to_all=*/false, tag};
  for (int64_t count : counts) {
    PADDLE_ENFORCE_GE(count, 0, "numbers of a piece");
    work.begins.push_back(work.begins.back() + count);
  }
  PADDLE_ENFORCE_EQ(work.begins.back(), given.count,
                    "numbers of all pieces and of the array");
  Run(work);
}

void TreeReduce::ToAllAtOnce(const Contribution& given, void* result,
                             uint64_t tag) const {
  const int64_t bytes = given.count * framework::SizeOf(given.type);
  std::vector<std::byte> received((parts_.count() - given.parts.size()) *
                                  bytes);
  std::vector<void*> parts;
  MessageList messages(transport_);
  std::byte* next = received.data();
  for (int peer = 0; peer < size(); ++peer) {
    if (peer == rank()) {
      parts.insert(parts.end(), given.parts.begin(), given.parts.end());
      continue;
    }
    for (size_t node = 0; node < parts_.nodes[peer].size(); ++node) {
      messages.Receive(peer, tag, next, bytes);
      parts.push_back(next);
      next += bytes;
    }
    for (void* part : given.parts) messages.Send(peer, tag, part, bytes);
  }
  messages.WaitAll();
  CombineParts(parts_.additions, parts, result, given.count, given.type,
               given.reduction);
}

void TreeReduce::Run(const Work& work) const {
  const size_t bytes = (parts_.count() - work.given.parts.size()) *
                       std::min(work.longest(), kSegment) * work.width();
  Segment memory[] = {
      {transport_, bytes}, {transport_, bytes}, {transport_, bytes}};
  const int64_t segments = work.segments();
  for (int64_t step = 0; step < segments + 2; ++step) {
    if (step < segments) SendParts(work, step, &memory[step % 3]);
    if (step >= 1 && step <= segments) {
      Segment* segment = &memory[(step - 1) % 3];
      segment->messages.WaitAll();
      CombineOwn(work, segment);
      if (work.to_all) Share(work, segment);
    }
    if (step >= 2) memory[(step - 2) % 3].messages.WaitAll();
  }
}

void TreeReduce::SendParts(const Work& work, int64_t index,
                           Segment* segment) const {
  const int64_t width = work.width();
  const uint64_t tag = work.tag | (index << 1);
  const auto [own_begin, own_end] = work.Range(rank(), index);
  const int64_t own_bytes = (own_end - own_begin) * width;
  segment->index = index;
  segment->parts.assign(parts_.count(), nullptr);
  auto* next = static_cast<std::byte*>(segment->received->data());
  for (int step = 1; step < size(); ++step) {
    // Everybody begins with another one.
    const int peer = (rank() + step) % size();
    const auto [begin, end] = work.Range(peer, index);
    for (size_t node = 0; node < parts_.nodes[peer].size(); ++node) {
      segment->parts[parts_.first[peer] + node] = next;
      segment->messages.Receive(peer, tag, next, own_bytes);
      next += own_bytes;
    }
    for (void* part : work.given.parts) {
      segment->messages.Send(peer, tag, At(part, begin * width),
                             (end - begin) * width);
    }
  }
  for (size_t node = 0; node < work.given.parts.size(); ++node) {
    segment->parts[parts_.first[rank()] + node] =
        At(work.given.parts[node], own_begin * width);
  }
}

void TreeReduce::CombineOwn(const Work& work, Segment* segment) const {
  const auto [begin, end] = work.Range(rank(), segment->index);
  CombineParts(parts_.additions, segment->parts, work.Result(rank(), begin),
               end - begin, work.given.type, work.given.reduction);
}

void TreeReduce::Share(const Work& work, Segment* segment) const {
  const int64_t width = work.width();
  const uint64_t tag = work.tag | (segment->index << 1) | 1;
  const auto [own_begin, own_end] = work.Range(rank(), segment->index);
  for (int step = 1; step < size(); ++step) {
    const int peer = (rank() + step) % size();
    const auto [begin, end] = work.Range(peer, segment->index);
    segment->messages.Receive(peer, tag, work.Result(peer, begin),
                              (end - begin) * width);
    segment->messages.Send(peer, tag, work.Result(rank(), own_begin),
                           (own_end - own_begin) * width);
  }
}

}  // namespace paddle::distributed
