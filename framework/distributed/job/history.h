// Counts the calls that the trainers of a job make together.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace paddle::distributed {

// Numbers the calls of a trainer, which all trainers make in the same order.
//
// A call completes only where all take part, so that two trainers differ by one
// call at most: who was interrupted in a call takes its outcome from one who
// was not. A trainer that begins anew gets the history of another one. It makes
// its calls again, up to those that are known, and gets their outcomes; of
// loops over data it skips the rounds that are over. What is kept is therefore
// small: the outcomes of calls outside of loops and in the round under way.
//
// Not thread safe.
class History {
 public:
  using Outcome = std::vector<std::string>;

  // The state of the next round of a loop.
  enum class Round {
    kNew,     // nobody knows of it
    kOver,    // to be skipped
    kRepeat,  // under way: its calls are known in part
    kNone,    // the loop has ended before it
  };

  // The number of the next call.
  int64_t clock() const { return clock_; }
  // The number of steps so far, on which random numbers depend.
  int64_t steps() const { return steps_; }
  void set_steps(int64_t steps) { steps_ = steps; }

  // Count a call, with what came of it; a step.
  void Complete(Outcome outcome);
  void CompleteStep();
  // Count the call that begins a round.
  void CompleteRound();
  // Rounds of the loop so far.
  int64_t rounds() const { return open_.rounds; }
  // Between these, rounds belong to a loop.
  void BeginLoop();
  void EndLoop(bool stopped);
  // The round under way is over.
  void EndRound();

  // True if the next call is one that others have made.
  bool replaying() const { return clock_ < goal_; }
  // Count a call that others have made. The former returns what came of it;
  // DataLoss if that is not known, since they have not made it here.
  Outcome Replay();
  void ReplayStep();
  // Returns what is known of the next round of the loop, and goes on to its
  // calls, or behind it.
  Round NextRound();
  // True if the loop that NextRound has found to be none was stopped.
  bool stopped() const { return stopped_; }

  // Returns what came of the last call.
  const Outcome& last() const { return last_; }

  // All of it, for CatchUp of another trainer.
  std::string ToBytes() const;
  // Takes over the history of a trainer that is further. One that begins anew
  // still has to make its calls. DataLoss, and nothing changes, for bytes that
  // are no history.
  void CatchUp(const std::string& bytes, bool anew);

 private:
  // A loop that has ended: its rounds, and the counts behind it.
  struct Loop {
    int64_t rounds = 0;
    int64_t clock = 0;
    int64_t steps = 0;
    bool stopped = false;
  };
  // The loop under way: the counts at the begin and at the end of its last
  // round.
  struct OpenLoop {
    int64_t begin = 0;
    int64_t rounds = 0;
    int64_t clock = 0;
    int64_t steps = 0;
    bool over = true;
    int64_t over_clock = 0;
    int64_t over_steps = 0;
  };

  static History FromBytes(const std::string& bytes);
  // Throws DataLoss unless all numbers can be those of one history.
  void Check() const;
  Round SkipTo(int64_t clock, int64_t steps, Round round);

  int64_t clock_ = 0;
  int64_t steps_ = 0;
  std::map<int64_t, Outcome> outcomes_;  // by number
  Outcome last_;
  std::vector<Loop> loops_;
  OpenLoop open_;
  bool in_loop_ = false;

  // The end of what others have done, if this trainer begins anew; then its own
  // place in it.
  int64_t goal_ = 0;
  bool goal_in_loop_ = false;
  size_t loop_ = 0;    // the number of the loop that it is in
  int64_t round_ = 0;  // the number of the next round of this loop
  bool stopped_ = false;
};

}  // namespace paddle::distributed
