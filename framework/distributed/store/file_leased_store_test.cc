#include "paddle/framework/distributed/store/file_leased_store.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/store/open_store.h"
#include "paddle/framework/distributed/store/testing/deadline.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

TEST(FileLeasedStoreTest, Damaged) {
  const platform::TemporaryFolder folder;
  std::ofstream(folder.Path("%state")) << "\xff\xff\xff";
  EXPECT_ERROR(OpenLeasedStore("file://" + folder.Path(""))->Get("a"), DataLoss,
               "%state is no store, or damaged");
}

TEST(FileLeasedStoreTest, ALeaseThatNobodyRenewsEnds) {
  const platform::TemporaryFolder folder;
  const auto store = OpenLeasedStore("file://" + folder.Path("a"));
  const auto lease = store->Grant(seconds(2));
  store->Set("a", "1", lease.get());
  const int64_t revision = store->List("").revision;
  // As the file of a process that was lost.
  const std::filesystem::path file = folder.Path("a/%lease-1");
  std::filesystem::last_write_time(
      file, std::filesystem::last_write_time(file) - seconds(60));
  EXPECT_TRUE(store->WaitForChange("a", revision, In(1000)));
  EXPECT_FALSE(store->Get("a").has_value());
  const auto begin = steady_clock::now();
  while (lease->alive()) {
    ASSERT_LT(steady_clock::now() - begin, seconds(20));
    std::this_thread::sleep_for(milliseconds(10));
  }
}

TEST(FileLeasedStoreTest, ForgetsOldRemovals) {
  const platform::TemporaryFolder folder;
  const auto store = OpenLeasedStore("file://" + folder.Path("a"));
  for (int i = 0; i < 1100; ++i) {
    store->Set("a", "1");
    store->Remove("a");
  }
  EXPECT_LT(platform::ReadFile(folder.Path("a/%state")).size(), 20000);
  // It cannot say that nothing has been removed since.
  EXPECT_TRUE(store->WaitForChange("b", 1, In(0)));
  EXPECT_FALSE(store->WaitForChange("b", store->List("").revision, In(0)));
}

}  // namespace
}  // namespace paddle::distributed
