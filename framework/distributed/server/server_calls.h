// Knows which calls to a server have to be made, and when again.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "paddle/framework/distributed/server/call_target.h"

namespace paddle::distributed {

// Says when a call is made again.
struct RetryOptions {
  // After this without an answer; then after twice as long each time, since it
  // may be the network that is slow.
  std::chrono::milliseconds patience{5000};
  // That long after it has failed, twice as long each time, at most so long.
  // Up to half of a pause is left out at random, so that the trainers of a job
  // do not return to a server all at once.
  std::chrono::milliseconds first_pause{20};
  std::chrono::milliseconds longest_pause{2000};
  // Not any more when a server has not answered anything for this, which is
  // longer than the largest call and its reply take.
  std::chrono::milliseconds budget{60000};
};

// The calls of a client to one server. It makes none itself: it is told what
// time it is, and which answers come. Used by one thread at a time.
class ServerCalls {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // A call to be made, and its number among the attempts at it.
  struct Attempt {
    Call call;
    int number;
  };

  // `client` is the caller's incarnation.
  ServerCalls(uint64_t client, const RetryOptions& options)
      : client_(client), options_(options), random_(client) {}

  // Takes a call and returns its sequence number. `reply` is left what comes
  // back; without it the call is one that changes something at the server, and
  // is kept until Forget, also when it has been answered.
  int64_t Add(Call call, std::shared_ptr<Reply> reply);
  // Returns the next attempt at a call, which is made now.
  Attempt Next(int64_t sequence, Time now);
  // Takes the answer of an attempt; any that was forgotten is nobody's.
  void End(int64_t sequence, int number, Reply reply, Time now);

  // Says that answers are listened for from now on: the server's silence begins
  // no earlier.
  void Listen(Time now) { heard_ = now; }
  // Returns the attempts that are due.
  std::vector<Attempt> Due(Time now);
  // Returns when the next one is, or the budget is spent. Not after the last
  // answer.
  Time NextTime() const;
  bool AllAnswered() const;
  // Throws Unavailable, with the server's name, the number of attempts and the
  // last error, if the budget is spent; the first error that was an answer.
  void Check(const std::string& name, Time now) const;

  // Gives up all calls, and forgets errors.
  void Forget();

 private:
  struct UnderWay {
    Call call;
    std::shared_ptr<Reply> reply;
    bool answered = false;
    uint64_t answered_by = 0;  // the server's incarnation
    int attempts = 0;
    int failures = 0;  // attempts that failed since the server answered
    int silent = 0;    // attempts without an answer since then
    Time due;          // when it is made, or made again
    std::string last_error;
  };

  void NoteIncarnation(uint64_t incarnation, Time now);
  void Take(Reply reply, UnderWay* call);
  std::chrono::milliseconds Pause(int failures);

  const uint64_t client_;
  const RetryOptions options_;
  std::mt19937_64 random_;
  uint64_t incarnation_ = 0;  // of the server; 0: not known yet
  Time heard_{};              // since when it is silent
  int64_t last_ = 0;          // sequence number
  // By sequence number: those not answered yet, and those kept.
  std::map<int64_t, UnderWay> calls_;
  Reply failure_;  // the first
};

}  // namespace paddle::distributed
