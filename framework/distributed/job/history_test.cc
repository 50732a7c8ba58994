#include "paddle/framework/distributed/job/history.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using Round = History::Round;

// A trainer that makes some calls in two loops and beside them.
class Trainer {
 public:
  explicit Trainer(int64_t limit) : limit_(limit) {}

  History history;
  // The calls that it has made with others, not those that it repeated: their
  // numbers, the steps before them, and what they are.
  std::vector<std::string> live;
  int64_t skipped = 0;

  // Makes its calls up to the limit, where it is interrupted.
  void Run() {
    Gather("seed") && Loop(5, /*steps=*/1, /*stop=*/false) &&
        Gather("measures") && Loop(0, 1, false) &&
        Loop(3, /*steps=*/2, /*stop=*/true) && Gather("checksum");
  }

 private:
  bool interrupted() const {
    return !history.replaying() && history.clock() == limit_;
  }
  // The functions below return false when the trainer is interrupted.
  bool Call(const std::string& what, const std::function<void()>& complete,
            const std::function<void()>& replay) {
    if (interrupted()) return false;
    if (history.replaying()) {
      replay();
      return true;
    }
    live.push_back(
        absl::StrCat(history.clock(), " ", history.steps(), " ", what));
    complete();
    return true;
  }
  bool Gather(const std::string& what) {
    const History::Outcome outcome = {absl::StrCat(what, " of all")};
    return Call(
        what, [&] { history.Complete(outcome); },
        [&] { EXPECT_EQ(history.Replay(), outcome); });
  }
  bool Step() {
    return Call(
        "step", [&] { history.CompleteStep(); }, [&] { history.ReplayStep(); });
  }

  bool Loop(int rounds, int steps, bool stop) {
    history.BeginLoop();
    int round = 0;
    for (;; ++round) {
      const Round known = history.NextRound();
      if (known == Round::kNone) {
        EXPECT_EQ(history.stopped(), stop);
        break;
      }
      if (known == Round::kOver) {
        ++skipped;
        continue;
      }
      bool more = true;
      if (known == Round::kNew) {
        more = round < rounds;
        if (!BeginRound(more, stop)) return false;
      }
      if (!more) break;
      for (int i = 0; i < steps; ++i) {
        if (!Step() || !Gather(absl::StrCat("in round ", round))) return false;
      }
      history.EndRound();
    }
    EXPECT_EQ(round, rounds);
    history.EndLoop(stop);
    return true;
  }
  bool BeginRound(bool more, bool stop) {
    if (!Gather("stop?")) return false;
    if (stop && !more) return true;
    return Call(
        "round", [&] { more ? history.CompleteRound() : history.Complete({}); },
        [&] { history.Replay(); });
  }

  const int64_t limit_;
};

class HistoryTest : public ::testing::Test {
 protected:
  HistoryTest() : undisturbed_(1000) { undisturbed_.Run(); }

  // Expects that a trainer ends as if nothing had happened, and that it has
  // made the calls from `first` on with others.
  void ExpectRest(const Trainer& trainer, int64_t first) const {
    EXPECT_EQ(trainer.history.clock(), undisturbed_.history.clock());
    EXPECT_EQ(trainer.history.steps(), undisturbed_.history.steps());
    EXPECT_EQ(trainer.live,
              std::vector<std::string>(undisturbed_.live.begin() + first,
                                       undisturbed_.live.end()));
  }

  Trainer undisturbed_;
};

TEST_F(HistoryTest, CountsCallsAndSteps) {
  EXPECT_EQ(undisturbed_.history.steps(), 5 + 3 * 2);
  EXPECT_EQ(undisturbed_.live.front(), "0 0 seed");
  EXPECT_EQ(undisturbed_.live.back(), "45 11 checksum");
}

TEST_F(HistoryTest, WhoBeginsAnewEndsAsIfNothingHadHappened) {
  for (int64_t call = 0; call <= undisturbed_.history.clock(); ++call) {
    Trainer survivor(call);
    survivor.Run();
    ASSERT_EQ(survivor.history.clock(), call);
    Trainer anew(1000);
    anew.history.CatchUp(survivor.history.ToBytes(), /*anew=*/true);
    anew.Run();
    ExpectRest(anew, call);
  }
}

TEST_F(HistoryTest, WhoBeginsAnewMayBeLostAgainAndGiveItsHistory) {
  for (int64_t call = 0; call <= undisturbed_.history.clock(); ++call) {
    Trainer survivor(call);
    survivor.Run();
    const int64_t later = std::min(call + 3, undisturbed_.history.clock());
    Trainer anew(later);
    anew.history.CatchUp(survivor.history.ToBytes(), /*anew=*/true);
    anew.Run();
    Trainer next(1000);
    next.history.CatchUp(anew.history.ToBytes(), /*anew=*/true);
    next.Run();
    ExpectRest(next, later);
  }
}

TEST_F(HistoryTest, SkipsRoundsThatAreOver) {
  Trainer survivor(undisturbed_.history.clock());
  survivor.Run();
  Trainer anew(1000);
  anew.history.CatchUp(survivor.history.ToBytes(), /*anew=*/true);
  anew.Run();
  EXPECT_EQ(anew.skipped, 8);
}

TEST_F(HistoryTest, StaysSmall) {
  History history;
  history.BeginLoop();
  for (int round = 0; round < 1000; ++round) {
    EXPECT_EQ(history.NextRound(), Round::kNew);
    history.CompleteRound();
    history.CompleteStep();
    history.Complete({std::string(100, 'x')});
    history.EndRound();
  }
  EXPECT_LT(history.ToBytes().size(), 1000);
  history.EndLoop(false);
  EXPECT_LT(history.ToBytes().size(), 500);
}

TEST_F(HistoryTest, WhoLagsTakesTheOutcome) {
  History ahead, behind;
  ahead.Complete({"a"});
  behind.Complete({"a"});
  ahead.Complete({"b", "c"});
  behind.CatchUp(ahead.ToBytes(), /*anew=*/false);
  EXPECT_EQ(behind.clock(), 2);
  EXPECT_FALSE(behind.replaying());
  EXPECT_EQ(behind.last(), History::Outcome({"b", "c"}));
}

TEST_F(HistoryTest, RefusesBytesThatEndTooEarly) {
  const std::string bytes = undisturbed_.history.ToBytes();
  for (size_t size = 0; size < bytes.size(); ++size) {
    History history;
    EXPECT_ERROR(history.CatchUp(bytes.substr(0, size), true), DataLoss,
                 "ends too early");
  }
  EXPECT_ERROR(History().CatchUp(bytes + "x", true), DataLoss,
               "has 1 bytes behind its end");
}

TEST_F(HistoryTest, RefusesNumbersThatContradictEachOther) {
  std::string bytes = undisturbed_.history.ToBytes();
  for (const int64_t clock : {int64_t{-1}, int64_t{3}, INT64_MAX}) {
    std::memcpy(&bytes[0], &clock, sizeof(clock));
    EXPECT_ERROR(History().CatchUp(bytes, true), DataLoss,
                 "another trainer's history contradicts itself");
  }
}

TEST_F(HistoryTest, WhoMakesOtherCallsIsToldSo) {
  History ahead, anew;
  ahead.Complete({"a"});
  ahead.CompleteStep();
  anew.CatchUp(ahead.ToBytes(), /*anew=*/true);
  EXPECT_EQ(anew.Replay(), History::Outcome({"a"}));
  EXPECT_ERROR(anew.Replay(), DataLoss, "does not tell what came of call 1");
}

}  // namespace
}  // namespace paddle::distributed
