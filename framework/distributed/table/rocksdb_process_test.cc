// Tables of processes that are killed, or have no room on the disk. The parent
// opens none: RocksDB's threads would be missing in its children.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/table/rocksdb_table.h"
#include "paddle/platform/testing/child_processes.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using platform::ChildProcesses;
using ::testing::AnyOf;
using ::testing::Each;
using ::testing::HasSubstr;

constexpr int64_t kRows = 200;

std::unique_ptr<Table> Open(const std::string& folder, Durability durability) {
  RocksdbTableOptions options;
  options.folder = folder;
  options.durability = durability;
  options.cache_bytes = 100 * 64;  // for a part of the rows
  options.rocksdb_bytes = 1 << 20;
  return NewRocksdbTable({{"w", 4, {}}, {"moment", 1, {}}}, options);
}

int64_t StepOf(const Table& table) {
  return table.record().empty() ? 0 : std::stoll(table.record());
}

// Gives all rows the number of the step, in two updates, and commits it.
void MakeStep(Table* table, int64_t step) {
  for (const int64_t first : {int64_t{0}, kRows / 2}) {
    std::vector<int64_t> ids;
    for (int64_t i = 0; i < kRows / 2; ++i) ids.push_back((first + i) << 20);
    table->Update(ids, [&](absl::Span<float* const> columns) {
      std::fill_n(columns[0], 4 * ids.size(), static_cast<float>(step));
    });
  }
  table->Commit(absl::StrCat(step));
}

void ExpectRowsOfItsStep(Table* table) {
  std::vector<int64_t> ids;
  for (int64_t id = 0; id < kRows; ++id) ids.push_back(id << 20);
  std::vector<float> w(4 * kRows);
  table->Read(ids, 0, w.data());
  EXPECT_THAT(w, Each(static_cast<float>(StepOf(*table))));
  EXPECT_EQ(table->rows(), StepOf(*table) == 0 ? 0 : kRows);
}

// Makes steps until it is killed, and writes down each that it has made.
int MakeSteps(const std::string& folder, Durability durability) {
  const auto table = Open(folder + "/table", durability);
  std::ofstream made(folder + "/made", std::ios::app);
  for (int64_t step = StepOf(*table) + 1;; ++step) {
    MakeStep(table.get(), step);
    made << step << std::endl;
  }
}

int64_t LastMade(const std::string& folder) {
  std::ifstream made(folder + "/made");
  int64_t last = 0;
  for (int64_t step; made >> step;) last = step;
  return last;
}

// Opens what a killed process has left: the rows of one step, the last that it
// made if it synced them, or the next.
int CheckRows(const std::string& folder, Durability durability) {
  const auto table = Open(folder + "/table", durability);
  ExpectRowsOfItsStep(table.get());
  const int64_t made = LastMade(folder);
  EXPECT_LE(StepOf(*table), made + 1);
  EXPECT_GE(StepOf(*table), durability == Durability::kStep ? made : 0);
  return 0;
}

void KillAtRandom(Durability durability) {
  const platform::TemporaryFolder folder;
  std::mt19937_64 random(durability == Durability::kStep ? 1 : 2);
  for (int kills = 0; kills < 20; ++kills) {
    {
      ChildProcesses child(
          1, [&](int) { return MakeSteps(folder.Path(""), durability); });
      std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
    }
    ChildProcesses check(
        1, [&](int) { return CheckRows(folder.Path(""), durability); });
    ASSERT_EQ(check.Wait(0), 0) << "after kill " << kills;
  }
  EXPECT_GT(LastMade(folder.Path("")), 20);
}

TEST(RocksdbProcess, KeepsEachStepThatWasSynced) {
  KillAtRandom(Durability::kStep);
}

TEST(RocksdbProcess, KeepsOneStepWithoutALog) {
  KillAtRandom(Durability::kCheckpoint);
}

TEST(RocksdbProcess, AFolderBelongsToOne) {
  const platform::TemporaryFolder folder;
  const std::string open = folder.Path("open");
  ChildProcesses children(2, [&](int rank) {
    if (rank == 0) {
      const auto table = Open(folder.Path("table"), Durability::kStep);
      std::ofstream(open).flush();
      for (;;) pause();
    }
    while (!std::filesystem::exists(open)) usleep(1000);
    EXPECT_ERROR(Open(folder.Path("table"), Durability::kStep), Unavailable,
                 absl::StrCat("the table in '", folder.Path("table"),
                              "' cannot be opened"));
    return 0;
  });
  EXPECT_EQ(children.Wait(1), 0);
}

// Cuts a file off, or overwrites a part of it.
void Damage(const std::string& path, std::mt19937_64* random) {
  const uint64_t size = std::filesystem::file_size(path);
  const uint64_t place = (*random)() % (size + 1);
  if ((*random)() % 3 == 0) {
    std::filesystem::resize_file(path, place);
  } else {
    std::fstream(path).seekp(place) << std::string((*random)() % 40, 'x');
  }
}

constexpr int kError = 2;

// Opens a damaged table, reads it and makes a step; kError if that fails.
int UseDamaged(const std::string& folder) {
  try {
    const auto table = Open(folder, Durability::kStep);
    ExpectRowsOfItsStep(table.get());
    MakeStep(table.get(), 100);
    return 0;
  } catch (const platform::Error& error) {
    EXPECT_THAT(error.what(), HasSubstr(folder));
    return kError;
  }
}

TEST(RocksdbProcess, DamageIsAnError) {
  const platform::TemporaryFolder folder;
  ChildProcesses made(1, [&](int) {
    const auto table = Open(folder.Path("made"), Durability::kStep);
    for (int64_t step = 1; step <= 30; ++step) MakeStep(table.get(), step);
    return 0;
  });
  ASSERT_EQ(made.Wait(0), 0);
  std::vector<std::string> names;
  for (const auto& file :
       std::filesystem::directory_iterator(folder.Path("made"))) {
    names.push_back(file.path().filename());
  }
  std::sort(names.begin(), names.end());
  std::mt19937_64 random(1);
  int errors = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const std::string path = folder.Path(absl::StrCat("damaged", trial));
    std::filesystem::copy(folder.Path("made"), path);
    const std::string name = names[trial % names.size()];
    Damage(path + "/" + name, &random);
    ChildProcesses child(1, [&](int) { return UseDamaged(path); });
    const int status = child.Wait(0);
    EXPECT_THAT(status, AnyOf(0, kError)) << "after damage of " << name;
    errors += status == kError;
  }
  EXPECT_GT(errors, 10);
}

// Lets no file of the process grow beyond this.
void LimitFiles(rlim_t bytes) {
  rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
}

// Makes steps until there is no room; returns the first that failed.
int64_t FirstWithoutRoom(Table* table, const std::string& folder) {
  int64_t step = 0;
  const std::string message = platform::MessageOf([&] {
    while (step < 10000) MakeStep(table, ++step);
  });
  EXPECT_THAT(message, HasSubstr("Unavailable"));
  EXPECT_THAT(message, HasSubstr(folder));
  return step;
}

// Makes a table which had no room for the step `failed`; returns it when there
// is room again.
std::unique_ptr<Table> WithoutRoom(const std::string& folder,
                                   Durability durability, rlim_t room,
                                   int64_t* failed) {
  signal(SIGXFSZ, SIG_IGN);
  auto table = Open(folder, durability);
  LimitFiles(room);
  *failed = FirstWithoutRoom(table.get(), folder);
  EXPECT_GT(*failed, 1);
  EXPECT_EQ(StepOf(*table), *failed - 1);
  ExpectRowsOfItsStep(table.get());
  LimitFiles(RLIM_INFINITY);
  return table;
}

// Makes a step, and finds it in the table and when it is opened again.
void GoOn(std::unique_ptr<Table> table, const std::string& folder,
          int64_t step) {
  MakeStep(table.get(), step);
  ExpectRowsOfItsStep(table.get());
  table.reset();
  table = Open(folder, Durability::kStep);
  EXPECT_EQ(StepOf(*table), step);
  ExpectRowsOfItsStep(table.get());
}

TEST(RocksdbProcess, GoesOnWhereThereWasNoRoomForTheLog) {
  const platform::TemporaryFolder folder;
  const std::string path = folder.Path("table");
  ChildProcesses child(1, [&](int) {
    int64_t failed = 0;
    auto table = WithoutRoom(path, Durability::kStep, 60 << 10, &failed);
    GoOn(std::move(table), path, failed);
    return 0;
  });
  EXPECT_EQ(child.Wait(0), 0);
}

// Steps that RocksDB could not write are lost with it, as a whole.
TEST(RocksdbProcess, GoesBackToAStepForWhichThereWasRoom) {
  const platform::TemporaryFolder folder;
  const std::string path = folder.Path("table");
  ChildProcesses child(1, [&](int) {
    int64_t failed = 0;
    auto table = WithoutRoom(path, Durability::kCheckpoint, 20 << 10, &failed);
    EXPECT_ERROR(MakeStep(table.get(), failed), Unavailable,
                 absl::StrCat("the table in '", path, "' was opened again"));
    EXPECT_LT(StepOf(*table), failed);
    ExpectRowsOfItsStep(table.get());
    const int64_t next = StepOf(*table) + 1;
    GoOn(std::move(table), path, next);
    return 0;
  });
  EXPECT_EQ(child.Wait(0), 0);
}

}  // namespace
}  // namespace paddle::distributed
