#include "paddle/framework/distributed/group/thread_transport.h"

#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// One end of a message. All but the addresses is guarded by the hub's mutex.
struct Half {
  int from;
  int to;
  const void* source = nullptr;  // of a sender
  void* target = nullptr;        // of a receiver
  size_t bytes = 0;
  bool copying = false;  // the other end's thread is at work on the memory
  bool done = false;
  std::string error;  // not empty: why it will not be done
  bool wrong_size = false;
};

using Key = std::tuple<int, int, uint64_t>;  // from, to, tag

// The messages under way between all members.
class Hub {
 public:
  explicit Hub(int size) : reasons_(size) {}

  // Pairs the half with its other half if that is there already.
  void Post(const std::shared_ptr<Half>& half, uint64_t tag);
  // Blocks until the half is done or has failed.
  void Await(const Half& half);
  // As Await, without saying how it ended.
  void Leave(const Half& half);
  void Abort(int rank, const std::string& reason);

 private:
  absl::optional<std::string> Lost(const Half& half) const;

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  // Halves that wait for the other; a deque holds senders or receivers, never
  // both.
  std::map<Key, std::deque<std::shared_ptr<Half>>> posted_;
  // Why a member has aborted.
  std::vector<absl::optional<std::string>> reasons_;
};

absl::optional<std::string> Hub::Lost(const Half& half) const {
  for (int rank : {half.from, half.to}) {
    if (reasons_[rank].has_value()) {
      return absl::StrCat("rank ", rank,
                          " has left the group: ", *reasons_[rank]);
    }
  }
  return absl::nullopt;
}

void Hub::Post(const std::shared_ptr<Half>& half, uint64_t tag) {
  std::shared_ptr<Half> other;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (absl::optional<std::string> lost = Lost(*half)) {
      half->error = *lost;
      return;
    }
    const Key key(half->from, half->to, tag);
    std::deque<std::shared_ptr<Half>>& waiting = posted_[key];
    const bool sends = half->source != nullptr;
    if (waiting.empty() || (waiting.front()->source != nullptr) == sends) {
      waiting.push_back(half);
      return;
    }
    other = std::move(waiting.front());
    waiting.pop_front();
    if (waiting.empty()) posted_.erase(key);
    if (other->bytes != half->bytes) {
      half->wrong_size = other->wrong_size = true;
      changed_.notify_all();
      half->error = other->error = absl::StrCat(
          "one sends ", sends ? half->bytes : other->bytes,
          " bytes, the other expects ", sends ? other->bytes : half->bytes);
      return;
    }
    half->copying = other->copying = true;
  }
  // Without the lock: others go on meanwhile.
  const Half& sender = half->source != nullptr ? *half : *other;
  const Half& receiver = half->source != nullptr ? *other : *half;
  if (half->bytes > 0) {
    std::memcpy(receiver.target, sender.source, half->bytes);
  }
  std::lock_guard<std::mutex> lock(mutex_);
  half->done = other->done = true;
  changed_.notify_all();
}

void Hub::Leave(const Half& half) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this, &half] {
    if (half.copying) return half.done;
    return !half.error.empty() || Lost(half).has_value();
  });
}

void Hub::Await(const Half& half) {
  Leave(half);
  std::lock_guard<std::mutex> lock(mutex_);
  if (half.done) return;
  const std::string error = half.error.empty() ? *Lost(half) : half.error;
  const std::string message = absl::StrCat("message from rank ", half.from,
                                           " to rank ", half.to, ": ", error);
  if (half.wrong_size) PADDLE_THROW(InvalidArgument, message);
  PADDLE_THROW(Unavailable, message);
}

void Hub::Abort(int rank, const std::string& reason) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (reasons_[rank].has_value()) return;
  reasons_[rank] = reason;
  changed_.notify_all();
  // Nobody may find a half whose memory may be gone.
  for (auto at = posted_.begin(); at != posted_.end();) {
    const bool mine =
        std::get<0>(at->first) == rank || std::get<1>(at->first) == rank;
    at = mine ? posted_.erase(at) : std::next(at);
  }
}

class ThreadMessage final : public Message {
 public:
  ThreadMessage(std::shared_ptr<Hub> hub, std::shared_ptr<Half> half)
      : hub_(std::move(hub)), half_(std::move(half)) {}
  ~ThreadMessage() override { hub_->Leave(*half_); }

  void Wait() override { hub_->Await(*half_); }

 private:
  const std::shared_ptr<Hub> hub_;
  const std::shared_ptr<Half> half_;
};

class ThreadTransport final : public Transport {
 public:
  ThreadTransport(std::shared_ptr<Hub> hub, int rank, int size)
      : hub_(std::move(hub)), rank_(rank), size_(size) {}
  ~ThreadTransport() override { hub_->Abort(rank_, "it has ended"); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  std::unique_ptr<Message> Send(int peer, uint64_t tag, const void* data,
                                size_t bytes) override {
    auto half = NewHalf(peer, bytes);
    half->from = rank_;
    half->to = peer;
    static const char kNothing = 0;  // zero bytes may come without an address
    half->source = data == nullptr ? &kNothing : data;
    return Post(std::move(half), tag);
  }

  std::unique_ptr<Message> Receive(int peer, uint64_t tag, void* data,
                                   size_t bytes) override {
    auto half = NewHalf(peer, bytes);
    half->from = peer;
    half->to = rank_;
    half->target = data;
    return Post(std::move(half), tag);
  }

  void Abort(const std::string& reason) override { hub_->Abort(rank_, reason); }

 private:
  std::shared_ptr<Half> NewHalf(int peer, size_t bytes) const {
    PADDLE_ENFORCE(peer >= 0 && peer < size_ && peer != rank_, InvalidArgument,
                   "rank ", rank_, " of a group of ", size_,
                   " cannot exchange messages with rank ", peer);
    auto half = std::make_shared<Half>();
    half->bytes = bytes;
    return half;
  }

  std::unique_ptr<Message> Post(std::shared_ptr<Half> half, uint64_t tag) {
    hub_->Post(half, tag);
    return std::make_unique<ThreadMessage>(hub_, std::move(half));
  }

  const std::shared_ptr<Hub> hub_;
  const int rank_;
  const int size_;
};

}  // namespace

std::vector<std::unique_ptr<Transport>> ConnectThreads(int size) {
  PADDLE_ENFORCE_GE(size, 1, "members of a group");
  auto hub = std::make_shared<Hub>(size);
  std::vector<std::unique_ptr<Transport>> ends;
  ends.reserve(size);
  for (int rank = 0; rank < size; ++rank) {
    ends.push_back(std::make_unique<ThreadTransport>(hub, rank, size));
  }
  return ends;
}

}  // namespace paddle::distributed
