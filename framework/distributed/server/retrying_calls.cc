#include "paddle/framework/distributed/server/retrying_calls.h"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/distributed/server/incarnation.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Returns a time doubled so often, and no longer than the most.
milliseconds Doubled(milliseconds time, int times, milliseconds most) {
  while (times-- > 0 && time < most) time *= 2;
  return std::min(time, most);
}

bool IsUnavailable(const Reply& reply) {
  return reply.head.error() ==
         1 + static_cast<int>(platform::ErrorCode::kUnavailable);
}

// A call, and how far it is.
struct CallUnderWay {
  Call call;
  std::shared_ptr<Reply> reply;  // null for one that is pushed
  bool answered = false;
  uint64_t answered_by = 0;  // the server's incarnation
  int attempts = 0;
  int failures = 0;       // attempts that failed since the server answered
  int silent = 0;         // attempts without an answer since then
  Clock::time_point due;  // when it is made, or made again
  std::string last_error;
};

struct Server {
  NamedServer named;
  uint64_t incarnation = 0;   // 0: not known yet
  Clock::time_point heard{};  // since when it is silent
  int64_t sequence = 0;       // of the last call
  // By sequence number: those not answered yet, and those pushed.
  std::map<int64_t, CallUnderWay> calls;
};

}  // namespace

class RetryingCalls::State : public std::enable_shared_from_this<State> {
 public:
  State(std::vector<NamedServer> servers, const RetryOptions& options)
      : options_(options), random_(client_) {
    servers_.resize(servers.size());
    for (size_t i = 0; i < servers.size(); ++i) {
      servers_[i].named = std::move(servers[i]);
    }
  }

  const Server& server(int number) const {
    PADDLE_ENFORCE(0 <= number && number < size(), InvalidArgument,
                   "the program needs server ", number, " of a job with ",
                   size());
    return servers_[number];
  }
  int size() const { return static_cast<int>(servers_.size()); }

  void Begin(int number, Call call, std::shared_ptr<Reply> reply) {
    server(number);  // checks the number
    std::unique_lock<std::mutex> lock(mutex_);
    Server& server = servers_[number];
    CallUnderWay& begun = server.calls[++server.sequence];
    begun.call = std::move(call);
    begun.reply = std::move(reply);
    const auto attempt = NextAttempt(number, server.sequence);
    lock.unlock();
    attempt();
  }

  void Wait();

  void Forget(int number) {
    std::lock_guard<std::mutex> lock(mutex_);
    servers_[number].calls.clear();
  }
  void ForgetAll() {
    std::lock_guard<std::mutex> lock(mutex_);
    for (Server& server : servers_) server.calls.clear();
    failed_.clear();
  }
  // Lets the targets go, in a thread that may wait for their calls.
  void Close() {
    ForgetAll();
    for (Server& server : servers_) server.named.target = nullptr;
  }

 private:
  // All with the mutex held.
  std::function<void()> NextAttempt(int number, int64_t sequence);
  std::vector<std::function<void()>> AttemptsThatAreDue(Clock::time_point now);
  Clock::time_point NextTime() const;
  bool AllAnswered() const;
  void EndSilence(Clock::time_point now);
  [[noreturn]] void GiveUp(const Server& server,
                           const CallUnderWay& call) const;
  milliseconds Pause(int failures);
  void NoteIncarnation(uint64_t incarnation, Server* server);

  // Takes the answer of an attempt.
  void End(int number, int64_t sequence, int attempt, Reply reply);
  void Take(Reply reply, Server* server, CallUnderWay* call);

  const RetryOptions options_;
  const uint64_t client_ = NewIncarnation();
  std::mutex mutex_;  // of all below, but for names and targets of servers
  std::condition_variable changed_;
  std::mt19937_64 random_;
  std::vector<Server> servers_;
  Reply failure_;       // the first
  std::string failed_;  // the server that gave it
};

// Returns what makes the attempt, without the mutex: the target may answer at
// once.
std::function<void()> RetryingCalls::State::NextAttempt(int number,
                                                        int64_t sequence) {
  Server& server = servers_[number];
  CallUnderWay& call = server.calls.at(sequence);
  const int attempt = ++call.attempts;
  call.due =
      Clock::now() + Doubled(options_.patience, call.silent++, options_.budget);
  Call sent = call.call;
  sent.head.set_client(client_);
  sent.head.set_sequence(sequence);
  sent.head.set_oldest(server.calls.begin()->first);
  sent.head.set_server(server.incarnation);
  sent.head.set_patience_ms(options_.patience.count());
  return [state = shared_from_this(), target = server.named.target, number,
          sequence, attempt, sent = std::move(sent)]() mutable {
    target->Begin(std::move(sent), [state = std::move(state), number, sequence,
                                    attempt](Reply reply) {
      state->End(number, sequence, attempt, std::move(reply));
    });
  };
}

milliseconds RetryingCalls::State::Pause(int failures) {
  const milliseconds pause =
      Doubled(options_.first_pause, failures, options_.longest_pause);
  return pause - milliseconds(random_() % (pause.count() / 2 + 1));
}

// A server that begins anew has nothing of what was pushed to the one before.
void RetryingCalls::State::NoteIncarnation(uint64_t incarnation,
                                           Server* server) {
  if (incarnation == 0 || incarnation == server->incarnation) return;
  server->incarnation = incarnation;
  for (auto& [sequence, call] : server->calls) {
    if (!call.answered || call.answered_by == incarnation) continue;
    call.answered = false;
    call.due = Clock::now();
  }
}

void RetryingCalls::State::End(int number, int64_t sequence, int attempt,
                               Reply reply) {
  std::lock_guard<std::mutex> lock(mutex_);
  Server& server = servers_[number];
  const auto found = server.calls.find(sequence);
  // Nobody waits for a call that was given up, or that had its answer.
  if (found == server.calls.end()) return;
  CallUnderWay& call = found->second;
  NoteIncarnation(reply.head.incarnation(), &server);
  changed_.notify_all();
  if (call.answered) return;
  if (reply.head.waiting()) {
    server.heard = Clock::now();
    call.failures = call.silent = 0;
    call.due = server.heard + options_.patience;
  } else if (!IsUnavailable(reply)) {
    const bool kept = call.reply == nullptr;
    Take(std::move(reply), &server, &call);
    if (!kept) server.calls.erase(found);
  } else if (attempt == call.attempts) {
    call.last_error = reply.head.message();
    call.silent = 0;
    call.due = Clock::now() + Pause(call.failures++);
  }
}

// Takes the answer of a call, whichever attempt it was made by.
void RetryingCalls::State::Take(Reply reply, Server* server,
                                CallUnderWay* call) {
  server->heard = Clock::now();
  call->answered = true;
  call->answered_by = reply.head.incarnation();
  if (reply.head.error() != 0 && failed_.empty()) {
    failure_ = reply;
    failed_ = server->named.name;
  }
  if (call->reply != nullptr) *call->reply = std::move(reply);
}

bool RetryingCalls::State::AllAnswered() const {
  return std::all_of(
      servers_.begin(), servers_.end(), [](const Server& server) {
        return std::all_of(
            server.calls.begin(), server.calls.end(),
            [](const auto& call) { return call.second.answered; });
      });
}

void RetryingCalls::State::GiveUp(const Server& server,
                                  const CallUnderWay& call) const {
  PADDLE_THROW(Unavailable, "the server ", server.named.name,
               " has not answered for ", options_.budget.count(), " ms; the ",
               "call of '", call.call.head.block(), "' was made ",
               call.attempts, " times; the last error: ",
               call.last_error.empty() ? "no answer" : call.last_error);
}

// Throws if a server has been silent for too long.
std::vector<std::function<void()>> RetryingCalls::State::AttemptsThatAreDue(
    Clock::time_point now) {
  std::vector<std::function<void()>> attempts;
  for (int i = 0; i < size(); ++i) {
    for (auto& [sequence, call] : servers_[i].calls) {
      if (call.answered) continue;
      if (now - servers_[i].heard >= options_.budget) GiveUp(servers_[i], call);
      if (call.due <= now) attempts.push_back(NextAttempt(i, sequence));
    }
  }
  return attempts;
}

// Returns when there is something to do if no answer comes.
Clock::time_point RetryingCalls::State::NextTime() const {
  Clock::time_point next = Clock::time_point::max();
  for (const Server& server : servers_) {
    for (const auto& [sequence, call] : server.calls) {
      if (call.answered) continue;
      next = std::min({next, call.due, server.heard + options_.budget});
    }
  }
  return next;
}

void RetryingCalls::State::Wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  // Nobody has listened before: the time between two steps is no silence.
  for (Server& server : servers_) server.heard = Clock::now();
  while (failed_.empty() && !AllAnswered()) {
    const auto attempts = AttemptsThatAreDue(Clock::now());
    if (attempts.empty()) {
      changed_.wait_until(lock, NextTime());
      continue;
    }
    lock.unlock();
    for (const auto& attempt : attempts) attempt();
    lock.lock();
  }
  if (!failed_.empty()) {
    ThrowErrorOf(failure_, absl::StrCat("at the server ", failed_));
  }
}

RetryingCalls::RetryingCalls(std::vector<NamedServer> servers,
                             const RetryOptions& options)
    : state_(std::make_shared<State>(std::move(servers), options)) {}

RetryingCalls::~RetryingCalls() { state_->Close(); }

const NamedServer& RetryingCalls::server(int number) const {
  return state_->server(number).named;
}

int RetryingCalls::size() const { return state_->size(); }

void RetryingCalls::Push(int server, Call call) {
  state_->Begin(server, std::move(call), nullptr);
}

void RetryingCalls::Ask(int server, Call call, std::shared_ptr<Reply> reply) {
  state_->Begin(server, std::move(call), std::move(reply));
}

void RetryingCalls::Wait() { state_->Wait(); }
void RetryingCalls::Forget(int server) { state_->Forget(server); }
void RetryingCalls::ForgetAll() { state_->ForgetAll(); }

}  // namespace paddle::distributed
