#include "paddle/platform/cancellation.h"

#include <time.h>

#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::platform {
namespace {

thread_local CancellationToken* current = nullptr;
thread_local const CancellationToken* watched = nullptr;

constexpr int kChecksPerLook = 16;

// The coarse clock is exact to a few milliseconds at a quarter of the cost, and
// it is read before every operator.
int64_t CoarseNow() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return int64_t{1'000'000'000} * now.tv_sec + now.tv_nsec;
}

}  // namespace

CancellationToken::CancellationToken(std::chrono::milliseconds period)
    : period_(std::chrono::nanoseconds(period).count()) {}

void CancellationToken::Throw() {
  PADDLE_THROW(Cancelled, "the run was cancelled");
}

void CancellationToken::PollIfDue(bool in_operator) {
  // After a long operator the clock is read at once.
  checks_left_ = in_operator ? 0 : kChecksPerLook - 1;
  int64_t& next = in_operator ? next_poll_in_operator_ : next_poll_;
  if (CoarseNow() < next) return;
  Poll(in_operator);
  next = CoarseNow() + period_;
}

CancellationScope::CancellationScope(CancellationToken* token)
    : before_(current) {
  if (token == nullptr) return;
  current = token;
  if (token->period_ == 0) return;
  token->checks_left_ = kChecksPerLook;
  token->checks_left_ = kChecksPerLook;
  token->next_poll_ = CoarseNow() + token->period_;
  token->next_poll_in_operator_ = token->next_poll_;
}

CancellationScope::~CancellationScope() { current = before_; }

CancellationToken* CurrentCancellation() { return current; }

CancellationWatch::CancellationWatch(const CancellationToken* token)
    : before_(std::exchange(watched, token)) {}

CancellationWatch::~CancellationWatch() { watched = before_; }

void CheckCancellation() {
  if (current != nullptr) current->Check(/*in_operator=*/true);
  if (watched != nullptr && watched->cancelled()) CancellationToken::Throw();
}

}  // namespace paddle::platform
