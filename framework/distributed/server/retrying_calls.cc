#include "paddle/framework/distributed/server/retrying_calls.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <utility>

#include "paddle/framework/distributed/server/incarnation.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using Clock = std::chrono::steady_clock;

struct Server {
  NamedServer named;
  ServerCalls calls;
};

}  // namespace

class RetryingCalls::State : public std::enable_shared_from_this<State> {
 public:
  State(std::vector<NamedServer> servers, const RetryOptions& options) {
    const uint64_t client = NewIncarnation();
    for (NamedServer& named : servers) {
      servers_.push_back({std::move(named), ServerCalls(client, options)});
    }
  }

  const NamedServer& server(int number) const {
    PADDLE_ENFORCE(0 <= number && number < size(), InvalidArgument,
                   "the program needs server ", number, " of a job with ",
                   size());
    return servers_[number].named;
  }
  int size() const { return static_cast<int>(servers_.size()); }

  void Begin(int number, Call call, std::shared_ptr<Reply> reply) {
    server(number);  // checks the number
    std::unique_lock<std::mutex> lock(mutex_);
    ServerCalls& calls = servers_[number].calls;
    const int64_t sequence = calls.Add(std::move(call), std::move(reply));
    auto attempt = calls.Next(sequence, Clock::now());
    lock.unlock();
    Make(number, std::move(attempt));
  }

  void Wait(bool interruptible) {
    std::unique_lock<std::mutex> lock(mutex_);
    // Nobody has listened before: the time between two steps is no silence.
    for (Server& server : servers_) server.calls.Listen(Clock::now());
    while (!AllAnswered()) {
      PADDLE_ENFORCE(!interruptible || interrupted_ < epoch_, Unavailable,
                     reason_);
      if (MakeThoseDue(&lock)) continue;
      changed_.wait_until(lock, NextTime());
    }
  }

  void BeginEpoch(int64_t epoch) {
    std::lock_guard<std::mutex> lock(mutex_);
    epoch_ = epoch;
  }
  void Interrupt(int64_t epoch, const std::string& reason) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (epoch < interrupted_) return;
    interrupted_ = epoch;
    reason_ = reason;
    changed_.notify_all();
  }

  void Forget(int number) {
    std::lock_guard<std::mutex> lock(mutex_);
    servers_[number].calls.Forget();
  }
  // Lets the targets go, in a thread that may wait for their calls.
  void Close() {
    for (int i = 0; i < size(); ++i) Forget(i);
    for (Server& server : servers_) server.named.target = nullptr;
  }

 private:
  // Makes a call, without the mutex: the target may answer at once.
  void Make(int number, ServerCalls::Attempt attempt) {
    const int64_t sequence = attempt.call.head.sequence();
    servers_[number].named.target->Begin(
        std::move(attempt.call), [state = shared_from_this(), number, sequence,
                                  made = attempt.number](Reply reply) {
          std::lock_guard<std::mutex> lock(state->mutex_);
          state->servers_[number].calls.End(sequence, made, std::move(reply),
                                            Clock::now());
          state->changed_.notify_all();
        });
  }
  // Returns true if there were any; the mutex was free meanwhile.
  bool MakeThoseDue(std::unique_lock<std::mutex>* lock) {
    bool any = false;
    for (int i = 0; i < size(); ++i) {
      auto attempts = servers_[i].calls.Due(Clock::now());
      // An answer that comes now would not be seen by a Wait without attempts.
      if (attempts.empty()) continue;
      any = true;
      lock->unlock();
      for (auto& attempt : attempts) Make(i, std::move(attempt));
      lock->lock();
    }
    return any;
  }
  // Throws if a server has given an error, or has been silent for too long.
  bool AllAnswered() const {
    const Clock::time_point now = Clock::now();
    bool all = true;
    for (const Server& server : servers_) {
      server.calls.Check(server.named.name, now);
      all = all && server.calls.AllAnswered();
    }
    return all;
  }
  // Returns when there is something to do if no answer comes.
  Clock::time_point NextTime() const {
    Clock::time_point next = Clock::time_point::max();
    for (const Server& server : servers_) {
      if (server.calls.AllAnswered()) continue;
      next = std::min(next, server.calls.NextTime());
    }
    return next;
  }

  std::mutex mutex_;  // of the calls of servers, and of all below
  int64_t epoch_ = 0;
  int64_t interrupted_ = -1;  // the last epoch that was
  std::string reason_;
  std::condition_variable changed_;
  std::vector<Server> servers_;
};

RetryingCalls::RetryingCalls(std::vector<NamedServer> servers,
                             const RetryOptions& options)
    : state_(std::make_shared<State>(std::move(servers), options)) {}

RetryingCalls::~RetryingCalls() { state_->Close(); }

const NamedServer& RetryingCalls::server(int number) const {
  return state_->server(number);
}

int RetryingCalls::size() const { return state_->size(); }

void RetryingCalls::Push(int server, Call call) {
  state_->Begin(server, std::move(call), nullptr);
}

void RetryingCalls::Ask(int server, Call call, std::shared_ptr<Reply> reply) {
  state_->Begin(server, std::move(call), std::move(reply));
}

void RetryingCalls::Wait(bool interruptible) { state_->Wait(interruptible); }
void RetryingCalls::BeginEpoch(int64_t epoch) { state_->BeginEpoch(epoch); }
void RetryingCalls::Interrupt(int64_t epoch, const std::string& reason) {
  state_->Interrupt(epoch, reason);
}
void RetryingCalls::Forget(int server) { state_->Forget(server); }
void RetryingCalls::ForgetAll() {
  for (int i = 0; i < size(); ++i) Forget(i);
}

}  // namespace paddle::distributed
