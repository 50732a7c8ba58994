#include "paddle/framework/distributed/store/leased_store.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/store/leased_as_store.h"
#include "paddle/framework/distributed/store/open_store.h"
#include "paddle/framework/distributed/store/testing/deadline.h"
#include "paddle/framework/distributed/store/testing/etcd_server.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;
using ::testing::ElementsAre;

std::vector<std::string> KeysOf(const Listing& listing) {
  std::vector<std::string> keys;
  for (const Entry& each : listing.entries) keys.push_back(each.key);
  return keys;
}

// Opens a store of each kind: all tests are for all.
class LeasedStoreTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::string(GetParam()) == "etcd") {
      etcd_ = std::make_unique<EtcdServer>();
      url_ = etcd_->url();
    } else {
      folder_ = std::make_unique<platform::TemporaryFolder>();
      url_ = "file://" + folder_->Path("job");
    }
    store_ = Open();
  }
  std::unique_ptr<LeasedStore> Open() const {
    return OpenLeasedStore(url_, kTestRpcLibrary);
  }

  std::unique_ptr<EtcdServer> etcd_;
  std::unique_ptr<platform::TemporaryFolder> folder_;
  std::string url_;
  std::unique_ptr<LeasedStore> store_;
};

TEST_P(LeasedStoreTest, KeepsWhatIsSet) {
  EXPECT_FALSE(store_->Get("a").has_value());
  store_->Set("a", "1");
  const Entry first = *store_->Get("a");
  store_->Set("a", std::string("\0\xff", 2));
  const Entry second = *Open()->Get("a");
  EXPECT_EQ(second.key, "a");
  EXPECT_EQ(second.value, std::string("\0\xff", 2));
  EXPECT_EQ(second.created, first.created);
  EXPECT_EQ(first.created, first.modified);
  EXPECT_GT(second.modified, first.modified);
  store_->Remove("a");
  store_->Remove("a");
  EXPECT_FALSE(Open()->Get("a").has_value());
}

TEST_P(LeasedStoreTest, ListsKeysWithAPrefix) {
  for (const char* key : {"b/2", "a", "b/1", "b", "c", "b\xff"}) {
    store_->Set(key, key);
  }
  EXPECT_THAT(KeysOf(store_->List("b/")), ElementsAre("b/1", "b/2"));
  EXPECT_THAT(KeysOf(store_->List("b\xff")), ElementsAre("b\xff"));
  const Listing all = store_->List("");
  EXPECT_THAT(KeysOf(all), ElementsAre("a", "b", "b/1", "b/2", "b\xff", "c"));
  EXPECT_EQ(all.entries[1].value, "b");
  EXPECT_EQ(all.revision, store_->Get("b\xff")->modified);
}

TEST_P(LeasedStoreTest, OneCreates) {
  const int64_t revision = store_->Create("a", "1");
  EXPECT_GT(revision, 0);
  EXPECT_EQ(store_->Create("a", "2"), 0);
  EXPECT_EQ(store_->Get("a")->value, "1");
  EXPECT_EQ(store_->Get("a")->created, revision);
  store_->Remove("a");
  EXPECT_GT(store_->Create("a", "3"), revision);
}

TEST_P(LeasedStoreTest, ReplacesWhatNobodyHasChanged) {
  EXPECT_EQ(store_->Replace("a", 0, "1"), 0);
  const int64_t first = store_->Create("a", "1");
  const int64_t second = store_->Replace("a", first, "2");
  EXPECT_GT(second, first);
  EXPECT_EQ(store_->Replace("a", first, "3"), 0);
  EXPECT_EQ(store_->Get("a")->value, "2");
  store_->Remove("a");
  EXPECT_EQ(store_->Replace("a", second, "3"), 0);
}

// Each of several threads adds to a number by Replace: no addition is lost.
TEST_P(LeasedStoreTest, ReplacingIsAtomic) {
  store_->Set("n", "0");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto store = Open();
      for (int added = 0; added < 25;) {
        const Entry entry = *store->Get("n");
        const std::string sum = std::to_string(std::stoi(entry.value) + 1);
        added += store->Replace("n", entry.modified, sum) != 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(store_->Get("n")->value, "100");
}

TEST_P(LeasedStoreTest, ALeaderThatWasReplacedWritesNothing) {
  using Kind = Condition::Kind;
  const int64_t old = store_->Create("leader", "1");
  EXPECT_GT(store_->Commit({{"leader", Kind::kCreated, old}},
                           {{"x", std::string("1")}, {"y", std::string("1")}}),
            old);
  store_->Remove("leader");
  EXPECT_GT(store_->Create("leader", "2"), old);
  EXPECT_EQ(store_->Commit({{"leader", Kind::kCreated, old}},
                           {{"x", std::string("2")}, {"y", absl::nullopt}}),
            0);
  EXPECT_EQ(store_->Get("x")->value, "1");
  EXPECT_EQ(store_->Get("y")->modified, store_->Get("x")->modified);
}

TEST_P(LeasedStoreTest, KeysVanishWithTheirLease) {
  auto lease = store_->Grant(seconds(5));
  EXPECT_TRUE(lease->alive());
  store_->Set("a", "1", lease.get());
  store_->Create("b", "1", lease.get());
  store_->Set("c", "1", lease.get());
  store_->Set("c", "2");
  const int64_t revision = store_->List("").revision;
  lease = nullptr;
  EXPECT_THAT(KeysOf(store_->List("")), ElementsAre("c"));
  EXPECT_TRUE(store_->WaitForChange("a", revision, In(5000)));
}

TEST_P(LeasedStoreTest, ALeaseIsRenewed) {
  const auto lease = store_->Grant(seconds(2));
  store_->Set("a", "1", lease.get());
  const auto until = lease->until();
  std::this_thread::sleep_for(milliseconds(4500));
  EXPECT_TRUE(lease->alive());
  EXPECT_GT(lease->until(), until + seconds(1));
  EXPECT_TRUE(store_->Get("a").has_value());
}

TEST_P(LeasedStoreTest, WrongLeases) {
  EXPECT_ERROR(store_->Grant(milliseconds(1999)), InvalidArgument,
               "a lease of 1999 ms: the shortest is 2 s");
  const Lease ended(12345, seconds(2), steady_clock::now(),
                    {[] { return true; }, [] {}});
  EXPECT_ERROR(store_->Set("a", "1", &ended), NotFound, "lease");
  EXPECT_FALSE(store_->Get("a").has_value());
}

TEST_P(LeasedStoreTest, HearsOfChanges) {
  store_->Set("a/1", "1");
  int64_t revision = store_->List("a/").revision;
  store_->Set("b", "1");
  EXPECT_FALSE(store_->WaitForChange("a/", revision, In(500)));
  for (const char* what : {"set", "removed"}) {
    std::thread writer([&] {
      std::this_thread::sleep_for(milliseconds(50));
      if (what == std::string("set")) {
        Open()->Set("a/2", "2");
      } else {
        Open()->Remove("a/1");
      }
    });
    const auto begin = steady_clock::now();
    EXPECT_TRUE(store_->WaitForChange("a/", revision, In(20000))) << what;
    EXPECT_LT(steady_clock::now() - begin, seconds(10));
    writer.join();
    // One that is over is heard of, too.
    EXPECT_TRUE(store_->WaitForChange("a/", revision, In(20000))) << what;
    revision = store_->List("").revision;
  }
  EXPECT_FALSE(store_->WaitForChange("a/", revision, In(500)));
}

TEST_P(LeasedStoreTest, IsAPlainStore) {
  const auto store = NewStoreOf(Open(), url_);
  store->Set("a", "1");
  EXPECT_EQ(store->Get("a"), "1");
  store->Delete("a");
  EXPECT_FALSE(store->Get("a").has_value());
  EXPECT_EQ(store->Add("n", 40), 40);
  EXPECT_EQ(store->Add("n", 2), 42);
  store->Set("n", "x");
  EXPECT_ERROR(store->Add("n", 1), InvalidArgument,
               "n in the store " + url_ + " holds no number");
  store->Set("n", std::to_string(std::numeric_limits<int64_t>::max()));
  EXPECT_ERROR(store->Add("n", 1), InvalidArgument, "too large a number");
  std::thread writer([&] {
    const auto other = NewStoreOf(Open(), url_);
    for (const char* key : {"w/2", "w/1"}) other->Set(key, key);
  });
  EXPECT_THAT(store->Wait({"w/1", "w/2"}, In(20000)),
              ElementsAre("w/1", "w/2"));
  writer.join();
  EXPECT_ERROR(store->Wait({"w/1", "w/"}, In(50)), Unavailable,
               "nobody has set w/ in the store " + url_ + " in time");
}

INSTANTIATE_TEST_SUITE_P(Kinds, LeasedStoreTest,
                         ::testing::Values("file", "etcd"),
                         [](const auto& kind) { return kind.param; });

}  // namespace
}  // namespace paddle::distributed
