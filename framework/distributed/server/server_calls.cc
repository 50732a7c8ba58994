#include "paddle/framework/distributed/server/server_calls.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/platform/enforce.h"

namespace paddle::distributed {

namespace {

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

}  // namespace

int64_t ServerCalls::Add(Call call, std::shared_ptr<Reply> reply) {
  UnderWay& added = calls_[++last_];
  added.call = std::move(call);
  added.call.head.set_client(client_);
  added.call.head.set_sequence(last_);
  added.call.head.set_patience_ms(options_.patience.count());
  added.reply = std::move(reply);
  return last_;
}

ServerCalls::Attempt ServerCalls::Next(int64_t sequence, Time now) {
  UnderWay& call = calls_.at(sequence);
  call.due = now + Doubled(options_.patience, call.silent++, options_.budget);
  Attempt attempt = {call.call, ++call.attempts};
  attempt.call.head.set_oldest(calls_.begin()->first);
  attempt.call.head.set_server(incarnation_);
  return attempt;
}

milliseconds ServerCalls::Pause(int failures) {
  const milliseconds pause =
      Doubled(options_.first_pause, failures, options_.longest_pause);
  return pause - milliseconds(random_() % (pause.count() / 2 + 1));
}

// A server that begins anew has nothing of what was pushed to the one before.
void ServerCalls::NoteIncarnation(uint64_t incarnation, Time now) {
  if (incarnation == 0 || incarnation == incarnation_) return;
  incarnation_ = incarnation;
  for (auto& [sequence, call] : calls_) {
    if (!call.answered || call.answered_by == incarnation) continue;
    call.answered = false;
    call.due = now;
  }
}

void ServerCalls::End(int64_t sequence, int number, Reply reply, Time now) {
  const auto found = calls_.find(sequence);
  if (found == calls_.end()) return;
  UnderWay& call = found->second;
  NoteIncarnation(reply.head.incarnation(), now);
  if (call.answered) return;
  if (reply.head.waiting()) {
    heard_ = now;
    call.failures = call.silent = 0;
    call.due = now + options_.patience;
  } else if (!IsUnavailable(reply)) {
    heard_ = now;
    Take(std::move(reply), &call);
    if (call.reply != nullptr) calls_.erase(found);
  } else if (number == call.attempts) {
    call.last_error = reply.head.message();
    call.silent = 0;
    call.due = now + Pause(call.failures++);
  }
}

// Takes the answer of a call, whichever attempt it was made by.
void ServerCalls::Take(Reply reply, UnderWay* call) {
  call->answered = true;
  call->answered_by = reply.head.incarnation();
  if (reply.head.error() != 0 && failure_.head.error() == 0) failure_ = reply;
  if (call->reply != nullptr) *call->reply = std::move(reply);
}

std::vector<ServerCalls::Attempt> ServerCalls::Due(Time now) {
  std::vector<Attempt> attempts;
  for (const auto& [sequence, call] : calls_) {
    if (call.answered || call.due > now) continue;
    attempts.push_back(Next(sequence, now));
  }
  return attempts;
}

ServerCalls::Time ServerCalls::NextTime() const {
  Time next = heard_ + options_.budget;
  for (const auto& [sequence, call] : calls_) {
    if (!call.answered) next = std::min(next, call.due);
  }
  return next;
}

bool ServerCalls::AllAnswered() const {
  return std::all_of(calls_.begin(), calls_.end(),
                     [](const auto& call) { return call.second.answered; });
}

void ServerCalls::Check(const std::string& name, Time now) const {
  ThrowErrorOf(failure_, absl::StrCat("at the server ", name));
  if (now - heard_ < options_.budget) return;
  for (const auto& [sequence, call] : calls_) {
    PADDLE_ENFORCE(call.answered, Unavailable, "the server ", name,
                   " has not answered for ", options_.budget.count(),
                   " ms; the call of '", call.call.head.block(), "' was made ",
                   call.attempts, " times; the last error: ",
                   call.last_error.empty() ? "no answer" : call.last_error);
  }
}

void ServerCalls::Forget() {
  calls_.clear();
  failure_ = Reply();
}

}  // namespace paddle::distributed
