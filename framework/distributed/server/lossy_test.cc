// Trains by gRPC over connections that are slow, stall and break.
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/testing/lossy_proxy.h"
#include "paddle/framework/distributed/server/testing/served_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::State;
using std::chrono::milliseconds;
using ::testing::ElementsAre;

class LossyTest : public ServedFixture {
 protected:
  LossyTest() {
    retries_.patience = milliseconds(200);
    retries_.first_pause = milliseconds(5);
    Minimize(Network());
  }

  NamedServer WayTo(ParameterService* service) override {
    proxies_.push_back(
        std::make_unique<LossyProxy>(PortOf(service), faults_, ++seed_));
    const std::string address =
        "127.0.0.1:" + std::to_string(proxies_.back()->port());
    return {ConnectByGrpc(address, std::chrono::seconds(20)), address};
  }
  void CloseWays() override {
    cuts_ = 0;
    for (const auto& proxy : proxies_) cuts_ += proxy->cuts();
    proxies_.clear();
    ServedFixture::CloseWays();
  }
  // Trains one trainer with one server, and compares.
  void ExpectLocalBits() {
    const State alone = TrainAlone(1, 10)[0];
    ExpectSameBits(TrainServed(1, 1, 1, 10), alone);
    EXPECT_THAT(versions_, ElementsAre(10));
  }

  LinkFaults faults_;
  uint64_t seed_ = 0;
  std::vector<std::unique_ptr<LossyProxy>> proxies_;
  int cuts_ = 0;  // when the proxies were closed
};

class LossySeedsTest : public LossyTest,
                       public ::testing::WithParamInterface<int> {};

INSTANTIATE_TEST_SUITE_P(Seeds, LossySeedsTest, ::testing::Range(0, 4));

TEST_P(LossySeedsTest, EachStepIsMadeOnceWithTheLocalBits) {
  seed_ = 1000 * GetParam();
  faults_.cut = 0.02;
  faults_.longest_delay = milliseconds(2);
  faults_.stall = 0.01;
  faults_.stall_time = milliseconds(300);
  faults_.largest_piece = GetParam() % 2 == 0 ? 300 : 4096;
  const State alone = TrainAlone(2, 20)[0];
  ExpectSameBits(TrainServed(2, 2, 2, 20), alone);
  EXPECT_THAT(versions_, ElementsAre(20, 20));
  EXPECT_GT(cuts_, 0);
}

TEST_F(LossyTest, AServerMayStallForAWhile) {
  std::thread returns;
  on_step_ = [&](int step) {
    if (step != 3) return;
    proxies_[0]->SetStalled(true);
    returns = std::thread([this] {
      std::this_thread::sleep_for(milliseconds(1500));
      proxies_[0]->SetStalled(false);
    });
  };
  ExpectLocalBits();
  returns.join();
}

TEST_F(LossyTest, AServerThatStallsForTooLongIsGivenUp) {
  retries_.budget = milliseconds(1000);
  std::string address;
  on_step_ = [&](int step) {
    if (step != 3) return;
    proxies_[0]->SetStalled(true);
    address = "127.0.0.1:" + std::to_string(proxies_[0]->port());
  };
  std::string message;
  try {
    TrainServed(1, 1, 1, 10);
  } catch (const platform::Error& error) {
    EXPECT_EQ(error.code(), platform::ErrorCode::kUnavailable);
    message = error.what();
  }
  EXPECT_THAT(message, ::testing::HasSubstr("the server " + address +
                                            " has not answered for 1000 ms"));
}

// Nothing says that the machine at the other end of the connection has gone:
// gRPC finds it by asking.
TEST_F(LossyTest, AConnectionThatIsDeadIsMadeAgain) {
  on_step_ = [&](int step) {
    if (step == 3) proxies_[0]->Freeze();
  };
  ExpectLocalBits();
}

}  // namespace
}  // namespace paddle::distributed
