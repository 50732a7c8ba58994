// Keeps account of a member's messages and of the members that are lost.
#pragma once

#include <gloo/transport/unbound_buffer.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/framework/distributed/gloo/mesh.h"
#include "paddle/framework/distributed/gloo/post_queue.h"

namespace paddle::distributed {

// A message as the hub sees it: Run begins it.
class Waiting : public Post {
 public:
  // Makes Gloo's waits for the message return false. Never blocks.
  virtual void End() = 0;
};

// One member's connections, shared by its transport and its messages. Thread
// safe.
//
// Gloo says nothing to a message that is half way through a connection when
// that breaks, and gives no reason why the other end has closed it. So Watch
// looks after all connections: it ends the messages of one that is broken, and
// the last words of a member that leaves are received apart.
class Hub {
 public:
  explicit Hub(Mesh mesh);

  const Mesh& mesh() const { return mesh_; }

  // Lets Gloo's thread begin a message with `peer`, which must live until
  // Remove. Returns why there can be none if this member has aborted, or the
  // other one is lost.
  absl::optional<std::string> Add(int peer, Waiting* message);
  void Remove(int peer, Waiting* message);
  // Destroys a buffer whose message has ended well.
  void Discard(PostQueue::Buffer buffer) { posts_->Discard(std::move(buffer)); }

  // Returns why messages with `peer` end, once that is known; `otherwise` if it
  // does not become known.
  std::string ReasonOf(int peer, const char* otherwise);
  bool aborted();

  // Ends all messages. The connections are closed by Watch.
  void Abort(const std::string& reason);
  // Returns after Abort, when all connections are closed.
  void Watch();

 private:
  static constexpr size_t kLongestWords = 256;
  using Buffer = PostQueue::Buffer;

  // The last words of another member, and where they arrive.
  struct Words {
    std::array<char, kLongestWords> text{};
    Buffer buffer;
  };

  absl::optional<std::string> Why(int peer) const;
  Buffer NewAlarm();
  void SetAlarm(gloo::transport::UnboundBuffer* alarm);
  void Lose(int peer, const char* error);
  void SayGoodbye();
  void Close(int peer);

  const Mesh mesh_;
  std::vector<Words> words_;  // by rank

  std::mutex mutex_;  // of all below
  std::condition_variable lost_one_;
  absl::optional<std::string> aborted_;
  std::vector<absl::optional<std::string>> lost_;  // by rank
  std::vector<std::unordered_set<Waiting*>> messages_;
  gloo::transport::UnboundBuffer* alarm_ = nullptr;  // on which Watch waits

  std::unique_ptr<PostQueue> posts_;  // null if alone; destroyed first
};

// Returns the slot of Gloo for a tag and, for contents that travel apart, their
// size. Different arguments have different slots, except for one pair in 2^64.
uint64_t SlotOf(uint64_t tag, uint64_t size);

// Slots that no message has. Nobody ever sends to the first one.
extern const uint64_t kAlarmSlot;
extern const uint64_t kWordsSlot;
extern const uint64_t kNamesSlot;

// Returns the time until then, 0 if that has passed.
std::chrono::milliseconds LeftUntil(
    std::chrono::steady_clock::time_point deadline);

// Longer than any job lasts.
constexpr auto kForever =
    std::chrono::milliseconds(std::chrono::hours(20 * 365 * 24));

}  // namespace paddle::distributed
