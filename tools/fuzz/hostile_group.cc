#include "paddle/tools/fuzz/hostile_group.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::fuzz {
namespace {

char* At(void* data, size_t bytes) { return static_cast<char*>(data) + bytes; }

class Done final : public distributed::Pending {
 public:
  void Wait() override {}
};

}  // namespace

void HostileGroup::Take(void* data, size_t bytes) {
  largest_ = std::max(largest_, bytes);
  PADDLE_ENFORCE(!messages_.empty(), Unavailable, "rank 1 has left the group");
  const std::string message = std::move(messages_.front());
  messages_.pop_front();
  PADDLE_ENFORCE(message.size() == bytes, InvalidArgument, "one sends ",
                 message.size(), " bytes, the other expects ", bytes);
  if (bytes > 0) std::memcpy(data, message.data(), bytes);
}

void HostileGroup::AllReduce(const distributed::Contribution& given,
                             void* result) {
  if (result == given.parts[0]) return;
  std::memcpy(result, given.parts[0],
              given.count * framework::SizeOf(given.type));
}

std::unique_ptr<distributed::Pending> HostileGroup::StartAllReduce(
    const distributed::Contribution& given, void* result) {
  AllReduce(given, result);
  return std::make_unique<Done>();
}

std::unique_ptr<distributed::Pending> HostileGroup::StartSend(int, uint64_t,
                                                              const void*,
                                                              size_t) {
  return std::make_unique<Done>();
}

std::unique_ptr<distributed::Pending> HostileGroup::StartReceive(int, uint64_t,
                                                                 void* data,
                                                                 size_t bytes) {
  Take(data, bytes);
  return std::make_unique<Done>();
}

// As a reduction along the tree, which sends what the counts say.
void HostileGroup::ReduceScatter(const distributed::Contribution& given,
                                 absl::Span<const int64_t> counts,
                                 void* result) {
  const size_t bytes = counts[0] * framework::SizeOf(given.type);
  PADDLE_ENFORCE_EQ(counts[0] + counts[1], given.count, "numbers of pieces");
  if (bytes > 0) std::memcpy(result, given.parts[0], bytes);
}

void HostileGroup::Broadcast(void* data, size_t bytes, int root) {
  if (root != 0) Take(data, bytes);
}

void HostileGroup::AllGather(const void* data, absl::Span<const size_t> bytes,
                             void* result) {
  if (bytes[0] > 0 && data != result) std::memcpy(result, data, bytes[0]);
  Take(At(result, bytes[0]), bytes[1]);
}

void HostileGroup::AllToAll(const void* data, absl::Span<const size_t> sent,
                            void* result, absl::Span<const size_t> received) {
  PADDLE_ENFORCE_EQ(sent[0], received[0], "bytes that rank 0 keeps");
  if (sent[0] > 0) std::memcpy(result, data, sent[0]);
  Take(At(result, received[0]), received[1]);
}

std::deque<std::string> GatheredBytes(const std::vector<std::string>& each) {
  std::deque<std::string> messages;
  for (const std::string& bytes : each) {
    const uint64_t size = bytes.size();
    messages.emplace_back(reinterpret_cast<const char*>(&size), sizeof(size));
    messages.push_back(bytes);
  }
  return messages;
}

}  // namespace paddle::fuzz
