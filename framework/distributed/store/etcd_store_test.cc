#include "paddle/framework/distributed/store/etcd_store.h"

#include <chrono>
#include <future>
#include <string>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/store/open_store.h"
#include "paddle/framework/distributed/store/testing/deadline.h"
#include "paddle/framework/distributed/store/testing/etcd_server.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

class EtcdStoreTest : public ::testing::Test {
 protected:
  EtcdServer etcd_;
};

TEST_F(EtcdStoreTest, AnotherServerIsAsked) {
  const auto store = OpenLeasedStore(
      "etcd://127.0.0.1:1," + etcd_.address() + "/test", kTestRpcLibrary);
  store->Set("a", "1");
  EXPECT_EQ(OpenLeasedStore(etcd_.url(), kTestRpcLibrary)->Get("a")->value,
            "1");
  EXPECT_FALSE(OpenLeasedStore("etcd://" + etcd_.address(), kTestRpcLibrary)
                   ->Get("a")
                   .has_value());
}

TEST_F(EtcdStoreTest, IsAwayAndComesBack) {
  const auto store = OpenLeasedStore(etcd_.url(), kTestRpcLibrary);
  store->Set("a", "1");
  const auto lease = store->Grant(seconds(30));
  store->Set("b", "1", lease.get());
  const int64_t revision = store->List("").revision;
  etcd_.Kill();
  EXPECT_ERROR(store->Get("a"), Unavailable,
               etcd_.url() + " cannot be reached: " + etcd_.address());
  EXPECT_ERROR(store->WaitForChange("a", revision, In(4000)), Unavailable,
               etcd_.address());
  auto changed = std::async(std::launch::async, [&] {
    return store->WaitForChange("a", revision, In(30000));
  });
  etcd_.Start();
  store->Set("a", "2");
  EXPECT_TRUE(changed.get());
  EXPECT_EQ(store->Get("a")->value, "2");
  EXPECT_TRUE(store->Get("b").has_value());
}

TEST_F(EtcdStoreTest, ALeaseIsOverForItsOwnerFirst) {
  const auto store = OpenLeasedStore(etcd_.url(), kTestRpcLibrary);
  const auto begin = steady_clock::now();
  const auto lease = store->Grant(seconds(3));
  store->Set("a", "1", lease.get());
  etcd_.Stop();
  while (lease->alive()) {
    ASSERT_LT(steady_clock::now() - begin, seconds(20));
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_LT(lease->until(), steady_clock::now());
  etcd_.GoOn();
  std::this_thread::sleep_for(seconds(2));
  EXPECT_FALSE(lease->alive());  // It does not come back.
}

TEST(EtcdAddressTest, WrongAddresses) {
  for (const char* wrong :
       {"etcd://", "etcd:///a", "etcd://host/a", "etcd://host:0",
        "etcd://a:1,,b:2", "etcd://a b:1", "etcd://a:70000/x"}) {
    EXPECT_ERROR(OpenLeasedStore(wrong, kTestRpcLibrary), InvalidArgument,
                 std::string("'") + wrong + "' is no address of etcd");
  }
  EXPECT_ERROR(OpenLeasedStore("http://a:1", kTestRpcLibrary), InvalidArgument,
               "'http://a:1' is no address of a store");
  EXPECT_ERROR(OpenStore("etcd://a:1", "/none.so"), InvalidArgument,
               "'/none.so' cannot be loaded");
}

}  // namespace
}  // namespace paddle::distributed
