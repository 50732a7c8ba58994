#include "paddle/framework/distributed/store/file_store.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/store/open_store.h"
#include "paddle/framework/distributed/store/testing/deadline.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/child_process.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using ::testing::ElementsAre;

class FileStoreTest : public ::testing::Test {
 protected:
  std::unique_ptr<Store> Open() { return NewFileStore(folder_.Path("job")); }

  const platform::TemporaryFolder folder_;
  const std::unique_ptr<Store> store_ = Open();
};

TEST_F(FileStoreTest, KeepsWhatIsSet) {
  EXPECT_FALSE(store_->Get("a").has_value());
  store_->Set("a", "1");
  store_->Set("a", "2");
  store_->Set("empty", "");
  EXPECT_EQ(Open()->Get("a"), "2");
  EXPECT_EQ(Open()->Get("empty"), "");
  store_->Delete("a");
  store_->Delete("a");
  EXPECT_FALSE(Open()->Get("a").has_value());
}

TEST_F(FileStoreTest, KeysAndValuesAreAnyBytes) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  // Each must have a file of its own.
  std::vector<std::string> keys{"",    ".",   "..",         "/",     "%",
                                "%2f", "a/b", "%temporary", "%lock", "A"};
  for (char byte : bytes)
    keys.push_back(absl::StrCat("x", std::string(1, byte)));
  for (const std::string& key : keys) store_->Set(key, key + bytes);
  for (const std::string& key : keys) EXPECT_EQ(store_->Get(key), key + bytes);
  EXPECT_ERROR(store_->Set(std::string(256, 'x'), ""), InvalidArgument,
               "a key of a store of files is too long: xxx");
}

TEST_F(FileStoreTest, WaitsForAllKeys) {
  store_->Set("a", "1");
  std::thread other([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    Open()->Set("b/c", "2");
  });
  EXPECT_THAT(store_->Wait({"b/c", "a"}, In(60000)), ElementsAre("2", "1"));
  other.join();
  EXPECT_TRUE(store_->Wait({}, In(-1)).empty());
  EXPECT_THAT(store_->Wait({"a"}, In(-1)), ElementsAre("1"));
}

TEST_F(FileStoreTest, SaysWhatIsMissing) {
  store_->Set("a", "1");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_ERROR(store_->Wait({"rank/0", "a", "rank/1"}, In(100)), Unavailable,
               absl::StrCat("nobody has set rank/0, rank/1 in the store ",
                            folder_.Path("job"), " in time"));
  EXPECT_GE(std::chrono::steady_clock::now() - begin,
            std::chrono::milliseconds(100));
}

TEST_F(FileStoreTest, PrefixesKeepKeysApart) {
  std::shared_ptr<Store> store = Open();
  auto first = NewPrefixStore(store, "1");
  auto second = NewPrefixStore(store, "2");
  first->Set("a", "x");
  EXPECT_FALSE(second->Get("a").has_value());
  EXPECT_EQ(second->Add("n", 3), 3);
  EXPECT_EQ(store->Get("1/a"), "x");
  EXPECT_THAT(first->Wait({"a"}, In(0)), ElementsAre("x"));
  first->Delete("a");
  EXPECT_FALSE(store->Get("1/a").has_value());
}

TEST_F(FileStoreTest, AddsNumbers) {
  EXPECT_EQ(store_->Add("n", 5), 5);
  EXPECT_EQ(store_->Add("n", -7), -2);
  EXPECT_EQ(store_->Get("n"), "-2");
  store_->Set("n", "many");
  EXPECT_ERROR(store_->Add("n", 1), InvalidArgument, "/n holds no number");
  store_->Set("n", "9223372036854775807");
  EXPECT_ERROR(store_->Add("n", 1), InvalidArgument, "too large a number");
}

// Counts in several threads, and marks each number that it gets.
void Count(const std::function<std::unique_ptr<Store>()>& open, int threads,
           int times) {
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread) {
    running.emplace_back([&] {
      auto store = open();
      for (int i = 0; i < times; ++i) {
        store->Set(absl::StrCat("seen/", store->Add("count", 1)), "");
      }
    });
  }
  for (std::thread& thread : running) thread.join();
}

TEST_F(FileStoreTest, ProcessesAndThreadsCount) {
  constexpr int kProcesses = 3, kThreads = 3, kTimes = 30;
  const auto count = [this] {
    Count([this] { return Open(); }, kThreads, kTimes);
  };
  // They are begun by one that has no threads.
  const int status = platform::StatusOfChild([&] {
    const pid_t second = fork();
    const pid_t third = second == 0 ? -1 : fork();
    count();
    if (second == 0 || third == 0) _exit(0);
    int ended = 0;
    while (wait(&ended) > 0 && ended == 0) continue;
    return ended;
  });
  EXPECT_EQ(status, 0);
  std::vector<std::string> all;
  for (int i = 1; i <= kProcesses * kThreads * kTimes; ++i) {
    all.push_back(absl::StrCat("seen/", i));
  }
  EXPECT_EQ(store_->Get("count"), absl::StrCat(all.size()));
  store_->Wait(all, In(0));
}

TEST_F(FileStoreTest, ReadersSeeWholeValues) {
  std::thread writer([this] {
    auto store = Open();
    for (int i = 0; i < 300; ++i) {
      store->Set("x", std::string(50000 + i, 'a' + i % 26));
    }
  });
  for (int i = 0; i < 300; ++i) {
    const auto value = store_->Get("x");
    if (!value.has_value()) continue;
    EXPECT_EQ(value->find_first_not_of(value->front()), std::string::npos);
    EXPECT_GE(value->size(), 50000);
  }
  writer.join();
}

TEST_F(FileStoreTest, ErrorsNameTheFile) {
  platform::AtomicWriteFile(folder_.Path("file"), "");
  EXPECT_ERROR(NewFileStore(folder_.Path("file/job")), Unavailable,
               absl::StrCat("the folder of a store, ", folder_.Path("file/job"),
                            ", cannot be made: "));
  ASSERT_EQ(rmdir(folder_.Path("job").c_str()), 0);
  EXPECT_ERROR(store_->Set("a", ""), Unavailable,
               absl::StrCat("writing ", folder_.Path("job"), "/%temporary"));
  EXPECT_ERROR(store_->Add("a", 1), Unavailable,
               absl::StrCat("locking ", folder_.Path("job"), "/%lock"));
}

// Returns the message of the error that `call` ends in where no file may become
// larger than 1000 bytes, as on a full disk; empty if it ends in none.
std::string ErrorOnFullDisk(const std::string& report,
                            const std::function<void()>& call) {
  const int status = platform::StatusOfChild([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      call();
    } catch (const platform::Error& error) {
      platform::AtomicWriteFile(report, error.message());
    }
    return 0;
  });
  EXPECT_EQ(status, 0);
  return platform::ReadFile(report);
}

TEST_F(FileStoreTest, FullDiskLeavesTheOldValue) {
  store_->Set("a", "old");
  const std::string message = ErrorOnFullDisk(folder_.Path("report"), [this] {
    store_->Set("a", std::string(2000, 'x'));
  });
  EXPECT_EQ(message.find("writing " + folder_.Path("job/")), 0u) << message;
  EXPECT_NE(message.find(": File too large"), std::string::npos) << message;
  EXPECT_EQ(store_->Get("a"), "old");
  // Nothing half-written remains, not even under another name.
  const std::filesystem::directory_iterator files(folder_.Path("job")), end;
  EXPECT_EQ(std::distance(files, end), 1);
}

// A few kilobytes of memory, mounted as the folder: the disk itself is full.
TEST_F(FileStoreTest, FullFileSystemLeavesTheOldValues) {
  const std::string report = folder_.Path("report");
  const int status = platform::StatusOfChild([&] {
    const std::string disk = folder_.Path("disk");
    std::filesystem::create_directory(disk);
    const std::string user = absl::StrCat("0 ", getuid(), " 1");
    const std::string group = absl::StrCat("0 ", getgid(), " 1");
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return 2;
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << user;
    std::ofstream("/proc/self/gid_map") << group;
    if (mount("none", disk.c_str(), "tmpfs", 0, "size=16k") != 0) {
      return 2;
    }
    const auto store = NewFileStore(disk + "/job");
    int written = 0;
    try {
      for (;; ++written)
        store->Set(absl::StrCat(written), std::string(3000, 'x'));
    } catch (const platform::Error& error) {
      platform::AtomicWriteFile(report, error.message());
    }
    for (int i = 0; i < written; ++i) {
      if (store->Get(absl::StrCat(i))->size() != 3000) return 3;
    }
    if (store->Get(absl::StrCat(written)).has_value()) return 4;
    store->Delete("0");
    store->Set("0", "again");
    const std::filesystem::directory_iterator files(disk + "/job"), end;
    return std::distance(files, end) == written ? 0 : 5;
  });
  ASSERT_EQ(status, 0);
  const std::string message = platform::ReadFile(report);
  EXPECT_NE(message.find("/disk/job/"), std::string::npos) << message;
  EXPECT_NE(message.find(": No space left on device"), std::string::npos)
      << message;
}

TEST_F(FileStoreTest, UrlsOpenStores) {
  OpenStore("file://" + folder_.Path("job"))->Set("a", "1");
  EXPECT_EQ(store_->Get("a"), "1");
  for (const char* wrong : {"", "ftp://host:2379", "file://relative", "/x"}) {
    EXPECT_ERROR(OpenStore(wrong), InvalidArgument,
                 absl::StrCat("'", wrong,
                              "' is no address of a store; "
                              "file:///FOLDER is one"));
  }
}

}  // namespace
}  // namespace paddle::distributed
