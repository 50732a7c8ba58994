#include "paddle/framework/distributed/job/history.h"

#include <cstring>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

class Writer {
 public:
  void Number(int64_t value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  void Text(const std::string& text) {
    Number(static_cast<int64_t>(text.size()));
    bytes_ += text;
  }
  void Outcome(const History::Outcome& outcome) {
    Number(static_cast<int64_t>(outcome.size()));
    for (const std::string& text : outcome) Text(text);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}

  int64_t Number() {
    int64_t value = 0;
    std::memcpy(&value, Next(sizeof(value)), sizeof(value));
    return value;
  }
  std::string Text() {
    const int64_t size = Number();
    return std::string(Next(size), size);
  }
  History::Outcome Outcome() {
    History::Outcome outcome;
    for (int64_t left = Number(); left > 0; --left) outcome.push_back(Text());
    return outcome;
  }

 private:
  const char* Next(int64_t size) {
    const auto left = static_cast<int64_t>(bytes_.size()) - at_;
    PADDLE_ENFORCE(size >= 0 && size <= left, DataLoss,
                   "another trainer's history ends too early");
    at_ += size;
    return bytes_.data() + at_ - size;
  }

  const std::string& bytes_;
  int64_t at_ = 0;
};

}  // namespace

void History::Complete(Outcome outcome) {
  last_ = std::move(outcome);
  outcomes_[clock_++] = last_;
}

void History::CompleteStep() {
  last_.clear();
  ++clock_;
  ++steps_;
}

void History::CompleteRound() {
  // A trainer that begins anew skips the round before.
  outcomes_.erase(outcomes_.lower_bound(open_.begin), outcomes_.end());
  last_.clear();
  ++clock_;
  ++open_.rounds;
  open_.clock = clock_;
  open_.steps = steps_;
  open_.over = false;
}

void History::BeginLoop() {
  in_loop_ = true;
  round_ = 0;
  if (replaying() && (loop_ < loops_.size() || goal_in_loop_)) return;
  open_ = OpenLoop();
  open_.begin = open_.over_clock = clock_;
  open_.over_steps = steps_;
}

void History::EndLoop(bool stopped) {
  in_loop_ = false;
  if (loop_++ < loops_.size()) return;  // known
  outcomes_.erase(outcomes_.lower_bound(open_.begin), outcomes_.end());
  loops_.push_back({open_.rounds, clock_, steps_, stopped});
}

void History::EndRound() {
  if (loop_ < loops_.size() || round_ < open_.rounds) return;  // known
  open_.over = true;
  open_.over_clock = clock_;
  open_.over_steps = steps_;
}

History::Outcome History::Replay() {
  const auto found = outcomes_.find(clock_++);
  return found == outcomes_.end() ? Outcome() : found->second;
}

void History::ReplayStep() {
  ++clock_;
  ++steps_;
}

History::Round History::SkipTo(int64_t clock, int64_t steps, Round round) {
  clock_ = clock;
  steps_ = steps;
  return round;
}

History::Round History::NextRound() {
  if (loop_ < loops_.size()) {
    const Loop& loop = loops_[loop_];
    if (round_++ < loop.rounds) return Round::kOver;
    stopped_ = loop.stopped;
    return SkipTo(loop.clock, loop.steps, Round::kNone);
  }
  if (!replaying() || round_ >= open_.rounds) {
    round_ = open_.rounds + 1;
    return Round::kNew;
  }
  ++round_;
  if (round_ < open_.rounds) return Round::kOver;
  if (open_.over) {
    return SkipTo(open_.over_clock, open_.over_steps, Round::kOver);
  }
  return SkipTo(open_.clock, open_.steps, Round::kRepeat);
}

std::string History::ToBytes() const {
  Writer writer;
  for (int64_t number :
       {clock_, steps_, open_.begin, open_.rounds, open_.clock, open_.steps,
        int64_t{open_.over}, open_.over_clock, open_.over_steps,
        int64_t{in_loop_}, static_cast<int64_t>(loops_.size())}) {
    writer.Number(number);
  }
  for (const Loop& loop : loops_) {
    for (int64_t number :
         {loop.rounds, loop.clock, loop.steps, int64_t{loop.stopped}}) {
      writer.Number(number);
    }
  }
  writer.Outcome(last_);
  for (const auto& [number, outcome] : outcomes_) {
    writer.Number(number);
    writer.Outcome(outcome);
  }
  writer.Number(-1);
  return writer.Take();
}

void History::CatchUp(const std::string& bytes, bool anew) {
  Reader reader(bytes);
  History given;
  given.clock_ = reader.Number();
  given.steps_ = reader.Number();
  for (int64_t* number : {&given.open_.begin, &given.open_.rounds,
                          &given.open_.clock, &given.open_.steps}) {
    *number = reader.Number();
  }
  given.open_.over = reader.Number() != 0;
  given.open_.over_clock = reader.Number();
  given.open_.over_steps = reader.Number();
  given.in_loop_ = reader.Number() != 0;
  for (int64_t left = reader.Number(); left > 0; --left) {
    Loop loop;
    loop.rounds = reader.Number();
    loop.clock = reader.Number();
    loop.steps = reader.Number();
    loop.stopped = reader.Number() != 0;
    given.loops_.push_back(loop);
  }
  given.last_ = reader.Outcome();
  for (int64_t number; (number = reader.Number()) >= 0;) {
    given.outcomes_[number] = reader.Outcome();
  }
  if (anew) {
    given.goal_ = given.clock_;
    given.goal_in_loop_ = given.in_loop_;
    given.clock_ = given.steps_ = 0;
    given.in_loop_ = false;
  } else {
    given.loop_ = loop_;
    given.round_ = round_;
  }
  *this = std::move(given);
}

}  // namespace paddle::distributed
