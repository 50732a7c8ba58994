#include "paddle/framework/distributed/server/testing/unreliable_target.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <utility>

#include "paddle/framework/distributed/server/frame.h"
#include "paddle/framework/distributed/server/testing/frame_bytes.h"

namespace paddle::distributed {

namespace {

using Clock = std::chrono::steady_clock;

Reply Lost() {
  return ErrorReply(platform::ErrorCode::kUnavailable, "lost on the way");
}

}  // namespace

class UnreliableTarget::State : public std::enable_shared_from_this<State> {
 public:
  State(CallTarget* target, const Faults& faults, uint64_t seed)
      : faults_(faults), target_(target), random_(seed) {}

  void Begin(const Call& call, Done done) {
    std::lock_guard<std::mutex> lock(mutex_);
    const int64_t number = ++last_;
    callers_[number] = std::move(done);
    if (Happens(faults_.lose_call)) return Lose(number);
    const std::string bytes = FrameBytes(call);
    const auto send = [state = shared_from_this(), bytes, number] {
      state->Send(bytes, number);
    };
    const Clock::time_point at = Later(Clock::now());
    actions_.emplace(at, send);
    if (Happens(faults_.repeat)) actions_.emplace(Later(at), send);
    changed_.notify_all();
  }

  // Does what is due, until Close.
  void Work() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!closed_) {
      if (actions_.empty()) {
        changed_.wait(lock);
      } else if (const auto at = actions_.begin()->first; at > Clock::now()) {
        changed_.wait_until(lock, at);
      } else {
        const auto action = std::move(actions_.begin()->second);
        actions_.erase(actions_.begin());
        lock.unlock();
        action();
        lock.lock();
      }
    }
  }

  void Close() {
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    actions_.clear();
    changed_.notify_all();
  }
  // Ends what has not ended, when nothing works any more.
  void EndAll() {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto callers = std::move(callers_);
    callers_.clear();
    lock.unlock();
    for (const auto& [number, done] : callers) done(Lost());
  }

  void SetSilent(bool silent) {
    std::lock_guard<std::mutex> lock(mutex_);
    silent_ = silent;
  }
  void SetTarget(CallTarget* target) {
    std::lock_guard<std::mutex> lock(mutex_);
    target_ = target;
  }
  int lost() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return lost_;
  }
  int answered() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return answered_;
  }

 private:
  // With the mutex held.
  bool Happens(double probability) {
    return silent_ || std::bernoulli_distribution(probability)(random_);
  }
  Clock::time_point Later(Clock::time_point time) {
    const int64_t most = faults_.longest_delay.count();
    return time + std::chrono::milliseconds(random_() % (most + 1));
  }
  void Lose(int64_t number) {
    ++lost_;
    if (silent_ || random_() % 2 == 0) return;
    Schedule([state = shared_from_this(), number] {
      state->Answer(number, Lost());
    });
  }
  void Schedule(std::function<void()> action) {
    if (closed_) return;
    actions_.emplace(Later(Clock::now()), std::move(action));
    changed_.notify_all();
  }

  // In the thread of Work.
  void Send(const std::string& bytes, int64_t number) {
    CallTarget* target = nullptr;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      target = target_;
    }
    target->Begin(DecodeCall({bytes}),
                  [state = shared_from_this(), number](const Reply& reply) {
                    state->Return(FrameBytes(reply), number);
                  });
  }
  void Return(const std::string& bytes, int64_t number) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (Happens(faults_.lose_reply)) return Lose(number);
    Schedule([state = shared_from_this(), bytes, number] {
      state->Answer(number, DecodeReply({bytes}));
      std::lock_guard<std::mutex> lock(state->mutex_);
      ++state->answered_;
    });
  }
  void Answer(int64_t number, Reply reply) {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto found = callers_.find(number);
    // One that was repeated is answered twice.
    if (found == callers_.end()) return;
    const Done done = std::move(found->second);
    callers_.erase(found);
    lock.unlock();
    done(std::move(reply));
  }

  const Faults faults_;
  mutable std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  CallTarget* target_;
  std::mt19937_64 random_;
  bool silent_ = false;
  bool closed_ = false;
  int lost_ = 0, answered_ = 0;
  int64_t last_ = 0;
  std::map<int64_t, Done> callers_;  // that have no answer yet
  std::multimap<Clock::time_point, std::function<void()>> actions_;
};

UnreliableTarget::UnreliableTarget(CallTarget* target, const Faults& faults,
                                   uint64_t seed)
    : state_(std::make_shared<State>(target, faults, seed)),
      thread_([state = state_] { state->Work(); }) {}

UnreliableTarget::~UnreliableTarget() {
  state_->Close();
  thread_.join();
  state_->EndAll();
}

void UnreliableTarget::Begin(Call call, Done done) {
  state_->Begin(call, std::move(done));
}

void UnreliableTarget::SetSilent(bool silent) { state_->SetSilent(silent); }
void UnreliableTarget::SetTarget(CallTarget* target) {
  state_->SetTarget(target);
}
int UnreliableTarget::lost() const { return state_->lost(); }
int UnreliableTarget::answered() const { return state_->answered(); }

}  // namespace paddle::distributed
