// Trains with servers that add up how far trainers come.
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/testing/served_fixture.h"
#include "paddle/framework/distributed/server/testing/unreliable_target.h"

namespace paddle::distributed {
namespace {

using framework::State;
using std::chrono::milliseconds;

// One trainer, whose server has its bits: differences are exact.
class DeltaTrainingTest : public ServedFixture {
 protected:
  NamedServer WayTo(ParameterService* service) override {
    ways_.push_back(
        std::make_shared<UnreliableTarget>(service, faults_, ++seed_));
    return {ways_.back(), "10.0.0.1:4000"};
  }
  void CloseWays() override {
    for (const auto& way : ways_) lost_ += way->lost();
    ways_.clear();
  }

  // Trains with servers to which a push goes after so many steps, and compares
  // trainer and servers with a trainer without servers.
  void ExpectTheLocalBits(int servers, int shards, int steps, int push_every) {
    push_every_ = push_every;
    const State alone = TrainAlone(shards, steps)[0];
    const State pushed = TrainAlone(shards, steps / push_every * push_every)[0];
    after_ = [&](const Services& started) {
      for (const auto& service : started) ExpectValues(service.get(), pushed);
    };
    ExpectSameBits(TrainServed(servers, 1, shards, steps), alone);
  }
  // Compares the parameters of a server.
  void ExpectValues(ParameterService* service, const State& expected) {
    for (const auto& var : main_->global_block().desc().vars()) {
      if (!var.is_parameter()) continue;
      Call call;
      call.head.set_block(kParametersBlock);
      call.head.set_latest(true);
      call.head.add_names(var.name());
      const Reply reply = Await(service, std::move(call));
      if (reply.head.error() != 0) continue;  // another server has it
      ++compared_;
      const framework::Tensor& value = reply.tensors[0];
      EXPECT_TRUE(expected.at(var.name()) ==
                  std::string(static_cast<const char*>(value.raw_data()),
                              value.bytes()))
          << var.name();
    }
  }

  Faults faults_;
  uint64_t seed_ = 0;
  int lost_ = 0;
  int compared_ = 0;
  std::vector<std::shared_ptr<UnreliableTarget>> ways_;
};

TEST_F(DeltaTrainingTest, OneTrainerHasTheLocalBits) {
  Minimize(Network());
  for (const int push_every : {1, 3, 5, 100}) {
    compared_ = 0;
    ExpectTheLocalBits(2, 2, 10, push_every);
    EXPECT_EQ(compared_, 6);
  }
  ExpectTheLocalBits(1, 1, 10, 4);
}

TEST_F(DeltaTrainingTest, ServersComeToTheSameWithoutAllCalls) {
  Minimize(Network());
  retries_.patience = milliseconds(40);
  retries_.first_pause = milliseconds(1);
  faults_.lose_call = faults_.lose_reply = 0.1;
  faults_.repeat = 0.2;
  faults_.longest_delay = milliseconds(3);
  for (int i = 0; i < 4; ++i) {
    seed_ = 1000 * i;
    ExpectTheLocalBits(2, 2, 20, 2);
  }
  EXPECT_GT(lost_, 10);
}

}  // namespace
}  // namespace paddle::distributed
