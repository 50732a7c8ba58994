#include "paddle/framework/distributed/server/server_place.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/server/testing/lossy_proxy.h"
#include "paddle/framework/distributed/store/open_store.h"
#include "paddle/framework/distributed/store/testing/etcd_server.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr milliseconds kTtl(4000);

ServerPlace::Time In(int milliseconds) {
  return steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

// A server that counts the calls that it applies, and its place.
class Owner final : public CallTarget {
 public:
  explicit Owner(const std::string& url)
      : place_(std::make_shared<ServerPlace>(
            OpenLeasedStore(url, kTestRpcLibrary), "server/0", kTtl)),
        fence_(this, "server/0", [place = place_] { return place->held(); }) {}

  void Begin(Call, Done done) override {
    ++applied;
    done(Reply());
  }

  ServerPlace* operator->() { return place_.get(); }
  // Returns whether a call was applied and answered.
  bool Serves() {
    const int before = applied;
    const bool answered = Await(&fence_, Call()).head.error() == 0;
    EXPECT_EQ(applied - before, answered);
    return answered;
  }

  int applied = 0;

 private:
  const std::shared_ptr<ServerPlace> place_;
  Fence fence_;
};

// Waits until a server serves, or no more; returns whether that came in time.
bool WaitFor(Owner* owner, bool serves, ServerPlace::Time deadline) {
  while (owner->Serves() != serves) {
    if (steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return true;
}

TEST(ServerPlaceTest, OneHasItAtATime) {
  const platform::TemporaryFolder folder;
  const std::string url = "file://" + folder.Path("store");
  auto first = std::make_unique<Owner>(url);
  ASSERT_TRUE((*first)->WaitUntilTaken(In(10000)));
  EXPECT_TRUE(first->Serves());
  (*first)->Publish("10.0.0.1:4000");
  Owner second(url);
  EXPECT_FALSE(second->WaitUntilTaken(In(1000)));
  EXPECT_FALSE(second.Serves());
  EXPECT_EQ(OpenLeasedStore(url)->Get("server/0")->value, "10.0.0.1:4000");
  const int64_t epoch = (*first)->held().epoch;
  const auto begin = steady_clock::now();
  first = nullptr;
  ASSERT_TRUE(second->WaitUntilTaken(In(10000)));
  EXPECT_LT(steady_clock::now() - begin, kTtl);  // It was given up.
  EXPECT_TRUE(second.Serves());
  EXPECT_GT(second->held().epoch, epoch);
}

TEST(ServerPlaceTest, ALeaseIsLongerThanTheMarginOfFences) {
  EXPECT_ERROR(ServerPlace(nullptr, "server/0", seconds(2)), InvalidArgument,
               "a lease of 2000 ms: the server server/0 would never serve");
}

// The store is stopped: the server stops before its lease ends, and serves
// again in a later epoch when the store goes on, as nobody had its place.
TEST(ServerPlaceTest, StopsBeforeTheLeaseEnds) {
  EtcdServer etcd;
  Owner owner(etcd.url());
  ASSERT_TRUE(owner->WaitUntilTaken(In(10000)));
  const int64_t epoch = owner->held().epoch;
  // Longer than the lease: it is renewed.
  for (const auto stop = In(5000); steady_clock::now() < stop;) {
    ASSERT_TRUE(WaitFor(&owner, true, In(1000)));
    std::this_thread::sleep_for(milliseconds(20));
  }
  etcd.Stop();
  const auto stopped = steady_clock::now();
  ASSERT_TRUE(WaitFor(&owner, false, In(10000)));
  // It was renewed before etcd was stopped.
  EXPECT_LT(steady_clock::now() - stopped, kTtl - kFenceMargin / 2);
  std::this_thread::sleep_until(stopped + kTtl + seconds(1));
  EXPECT_FALSE(owner.Serves());
  etcd.GoOn();
  ASSERT_TRUE(WaitFor(&owner, true, In(30000)));
  EXPECT_GT(owner->held().epoch, epoch);
  EXPECT_FALSE(owner->replaced());
}

// A server is cut off from etcd, and its successor is not: both get all calls,
// and none is applied by the first when the second has applied one.
TEST(ServerPlaceTest, OneOfTwoAppliesCallsWhenOneIsCutOff) {
  EtcdServer etcd;
  int port = 0;
  const std::vector<std::string> parts = absl::StrSplit(etcd.address(), ':');
  ASSERT_TRUE(absl::SimpleAtoi(parts[1], &port));
  LossyProxy link(port, LinkFaults(), 1);
  Owner first(absl::StrCat("etcd://127.0.0.1:", link.port(), "/test"));
  ASSERT_TRUE(first->WaitUntilTaken(In(10000)));
  Owner second(etcd.url());
  ASSERT_TRUE(WaitFor(&first, true, In(10000)));
  link.SetStalled(true);
  int by_first = 0, by_second = 0;
  for (const auto stop = In(40000); by_second < 100;) {
    ASSERT_LT(steady_clock::now(), stop);
    by_second += second.Serves();
    const bool served = first.Serves();
    EXPECT_FALSE(served && by_second > 0);
    by_first += served;
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_GT(by_first, 0);
  EXPECT_FALSE(first->replaced());  // It cannot know.
  link.SetStalled(false);
  for (const auto stop = In(40000); !first->replaced();) {
    ASSERT_LT(steady_clock::now(), stop);
    EXPECT_FALSE(first.Serves());
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_FALSE(first.Serves());
  EXPECT_TRUE(second.Serves());
}

}  // namespace
}  // namespace paddle::distributed
