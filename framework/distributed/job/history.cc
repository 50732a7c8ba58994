#include "paddle/framework/distributed/job/history.h"

#include <utility>

#include "paddle/framework/distributed/job/packing.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

constexpr char kWhat[] = "another trainer's history";

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
  const auto found = outcomes_.find(clock_);
  PADDLE_ENFORCE(found != outcomes_.end(), DataLoss, kWhat,
                 " does not tell what came of call ", clock_,
                 ", which this trainer makes again");
  ++clock_;
  return found->second;
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
  Packer packer;
  for (int64_t number :
       {clock_, steps_, open_.begin, open_.rounds, open_.clock, open_.steps,
        int64_t{open_.over}, open_.over_clock, open_.over_steps,
        int64_t{in_loop_}, static_cast<int64_t>(loops_.size())}) {
    packer.Number(number);
  }
  for (const Loop& loop : loops_) {
    for (int64_t number :
         {loop.rounds, loop.clock, loop.steps, int64_t{loop.stopped}}) {
      packer.Number(number);
    }
  }
  packer.Texts(last_);
  for (const auto& [number, outcome] : outcomes_) {
    packer.Number(number);
    packer.Texts(outcome);
  }
  packer.Number(-1);
  return packer.Take();
}

History History::FromBytes(const std::string& bytes) {
  Unpacker unpacker(bytes, kWhat);
  History given;
  given.clock_ = unpacker.Number();
  given.steps_ = unpacker.Number();
  for (int64_t* number : {&given.open_.begin, &given.open_.rounds,
                          &given.open_.clock, &given.open_.steps}) {
    *number = unpacker.Number();
  }
  given.open_.over = unpacker.Flag();
  given.open_.over_clock = unpacker.Number();
  given.open_.over_steps = unpacker.Number();
  given.in_loop_ = unpacker.Flag();
  const int64_t loops = unpacker.Count();
  for (int64_t i = 0; i < loops; ++i) {
    Loop loop;
    loop.rounds = unpacker.Number();
    loop.clock = unpacker.Number();
    loop.steps = unpacker.Number();
    loop.stopped = unpacker.Flag();
    given.loops_.push_back(loop);
  }
  given.last_ = unpacker.Texts();
  for (int64_t number; (number = unpacker.Number()) >= 0;) {
    given.outcomes_[number] = unpacker.Texts();
  }
  unpacker.End();
  given.Check();
  return given;
}

// No more than this, so that counting on does not overflow: steps may begin at
// any number, which a checkpoint holds.
void History::Check() const {
  constexpr int64_t kMost = int64_t{1} << 62;
  bool fits = 0 <= clock_ && clock_ < kMost && 0 <= steps_ && steps_ < kMost;
  const auto check = [&](int64_t clock, int64_t steps, int64_t rounds) {
    fits = fits && 0 <= clock && clock <= clock_ && 0 <= steps &&
           steps < kMost && 0 <= rounds && rounds <= clock;
  };
  check(open_.begin, 0, 0);
  check(open_.clock, open_.steps, open_.rounds);
  check(open_.over_clock, open_.over_steps, 0);
  int64_t before = 0;
  for (const Loop& loop : loops_) {
    check(loop.clock, loop.steps, loop.rounds);
    fits = fits && before <= loop.clock;
    before = loop.clock;
  }
  fits = fits && (outcomes_.empty() || outcomes_.rbegin()->first < clock_);
  PADDLE_ENFORCE(fits, DataLoss, kWhat, " contradicts itself");
}

void History::CatchUp(const std::string& bytes, bool anew) {
  History given = FromBytes(bytes);
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
