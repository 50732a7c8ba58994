// Trains over ways on which calls are lost, repeated and overtaken.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/testing/served_fixture.h"
#include "paddle/framework/distributed/server/testing/unreliable_target.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::State;
using std::chrono::milliseconds;
using ::testing::ElementsAre;

class UnreliableTest : public ServedFixture {
 protected:
  UnreliableTest() {
    retries_.patience = milliseconds(40);
    retries_.first_pause = milliseconds(1);
    Minimize(Network());
  }

  NamedServer WayTo(ParameterService* service) override {
    targets_.push_back(TargetOf(service));
    ways_.push_back(std::make_shared<UnreliableTarget>(targets_.back().get(),
                                                       faults_, ++seed_));
    return {ways_.back(), "10.0.0.1:4000"};
  }
  void CloseWays() override {
    lost_ = Sum(&UnreliableTarget::lost);
    ways_.clear();
    targets_.clear();
    ServedFixture::CloseWays();
  }
  int Sum(int (UnreliableTarget::*count)() const) const {
    int sum = 0;
    for (const auto& way : ways_) sum += (way.get()->*count)();
    return sum;
  }

  // Calls the function in the last of two trainers that makes the first step,
  // when the other one has pushed its gradients, and knows it.
  void BetweenTwoPushes(const std::function<void()>& function) {
    on_step_ = [this, function](int step) {
      if (step > 0 || ++arrived_ < 2) return;
      // Each has asked for the first parameters.
      while (Sum(&UnreliableTarget::answered) < 3) {
        std::this_thread::sleep_for(milliseconds(1));
      }
      function();
    };
  }

  std::function<std::shared_ptr<CallTarget>(ParameterService* service)>
      TargetOf =
          [](ParameterService* service) { return Direct(service).target; };
  Faults faults_;
  uint64_t seed_ = 0;
  std::vector<std::shared_ptr<CallTarget>> targets_;
  std::vector<std::shared_ptr<UnreliableTarget>> ways_;
  int lost_ = 0;  // when the ways were closed
  std::atomic<int> arrived_{0};
};

class UnreliableSeedsTest : public UnreliableTest,
                            public ::testing::WithParamInterface<int> {};

INSTANTIATE_TEST_SUITE_P(Seeds, UnreliableSeedsTest, ::testing::Range(0, 6));

TEST_P(UnreliableSeedsTest, EachStepIsMadeOnceWithTheLocalBits) {
  seed_ = 1000 * GetParam();
  faults_.lose_call = faults_.lose_reply = 0.1;
  faults_.repeat = 0.2;
  faults_.longest_delay = milliseconds(GetParam() % 2 == 0 ? 0 : 5);
  const State alone = TrainAlone(2, 20)[0];
  ExpectSameBits(TrainServed(2, 2, 2, 20), alone);
  EXPECT_THAT(versions_, ElementsAre(20, 20));
  EXPECT_GT(lost_, 10);
}

TEST_F(UnreliableTest, AServerThatDoesNotComeBackIsGivenUp) {
  retries_.budget = milliseconds(300);
  on_step_ = [this](int step) {
    if (step == 3) ways_[0]->SetSilent(true);
  };
  EXPECT_ERROR(TrainServed(1, 1, 1, 10), Unavailable,
               "the server 10.0.0.1:4000 has not answered for 300 ms; the call "
               "of 'update:1' was made ");
}

TEST_F(UnreliableTest, AServerMayBeAwayForAWhile) {
  std::thread returns;
  on_step_ = [&](int step) {
    if (step != 3) return;
    ways_[0]->SetSilent(true);
    returns = std::thread([way = ways_[0]] {
      std::this_thread::sleep_for(milliseconds(300));
      way->SetSilent(false);
    });
  };
  const State alone = TrainAlone(1, 10)[0];
  ExpectSameBits(TrainServed(1, 1, 1, 10), alone);
  returns.join();
  EXPECT_THAT(versions_, ElementsAre(10));
  EXPECT_GT(lost_, 2);
}

// The one before hangs: it does not answer the trainer that waits for it.
TEST_F(UnreliableTest, AServerThatBeginsAnewGetsTheStep) {
  const Services anew = Start(ProgramsFor(1, 2));
  BetweenTwoPushes([&] {
    for (const auto& way : ways_) way->SetTarget(anew[0].get());
  });
  const State alone = TrainAlone(2, 10)[0];
  ExpectSameBits(TrainServed(1, 2, 2, 10), alone);
  EXPECT_THAT(versions_, ElementsAre(0));
  EXPECT_EQ(VersionOf(anew[0].get()), 10);
}

TEST_F(UnreliableTest, AServerThatBeginsAnewAtItsAddressGetsTheStep) {
  ParameterService* first = nullptr;
  TargetOf = [&](ParameterService* service) {
    first = service;
    return ByGrpc(service).target;
  };
  const Services anew = Start(ProgramsFor(1, 2));
  BetweenTwoPushes([&] { Replace(first, anew[0].get()); });
  const State alone = TrainAlone(2, 10)[0];
  ExpectSameBits(TrainServed(1, 2, 2, 10), alone);
  EXPECT_THAT(versions_, ElementsAre(0));
  EXPECT_EQ(VersionOf(anew[0].get()), 10);
}

}  // namespace
}  // namespace paddle::distributed
