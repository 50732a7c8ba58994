#include "paddle/framework/distributed/table/rocksdb_table.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using ::testing::Each;

constexpr int64_t kWidth = 16;

class RocksdbTableTest : public ::testing::Test {
 protected:
  std::unique_ptr<Table> Open(std::vector<TableColumn> columns = {
                                  {"w", kWidth, {}}}) const {
    RocksdbTableOptions options;
    options.folder = folder_.Path("table");
    options.cache_bytes = 1 << 20;
    options.rocksdb_bytes = 1 << 20;
    return NewRocksdbTable(std::move(columns), options);
  }
  // Overwrites a part of each file whose name ends so, and returns how many.
  int Damage(const std::string& end) const {
    int damaged = 0;
    for (const auto& file :
         std::filesystem::directory_iterator(folder_.Path("table"))) {
      const std::string path = file.path();
      if (path.rfind(end) == std::string::npos) continue;
      std::fstream(path).seekp(file.file_size() / 2) << "damage damage damage";
      ++damaged;
    }
    return damaged;
  }

  const platform::TemporaryFolder folder_;
};

// Sets rows to a number.
void Set(Table* table, int64_t begin, int64_t end, float number) {
  std::vector<int64_t> ids;
  for (int64_t id = begin; id < end; ++id) ids.push_back(id);
  table->Update(ids, [&](absl::Span<float* const> columns) {
    std::fill_n(columns[0], ids.size() * kWidth, number);
  });
}

void ExpectRows(Table* table, int64_t begin, int64_t end, float number) {
  std::vector<int64_t> ids;
  for (int64_t id = begin; id < end; ++id) ids.push_back(id);
  std::vector<float> values(ids.size() * kWidth);
  table->Read(ids, 0, values.data());
  EXPECT_THAT(values, Each(number));
}

TEST_F(RocksdbTableTest, IsFoundAgainAsItWasAtTheLastStep) {
  auto table = Open();
  Set(table.get(), 0, 3000, 1);
  table->Commit("one");
  Set(table.get(), 2000, 4000, 2);
  table->Commit("two");
  Set(table.get(), 0, 5000, 3);  // and no step
  EXPECT_EQ(table->rows(), 5000);
  table.reset();
  table = Open();
  EXPECT_EQ(table->record(), "two");
  EXPECT_EQ(table->rows(), 4000);
  ExpectRows(table.get(), 0, 2000, 1);
  ExpectRows(table.get(), 2000, 4000, 2);
  ExpectRows(table.get(), 4000, 5000, 0);
}

TEST_F(RocksdbTableTest, MemoryIsBounded) {
  const auto table = Open();
  const size_t begin = table->bytes();
  for (int64_t id = 0; id < 100'000; id += 1000) {
    Set(table.get(), id, id + 1000, 1);
    table->Commit("");
    EXPECT_LT(table->bytes(), begin + (4 << 20)) << id;
  }
  EXPECT_EQ(table->rows(), 100'000);  // 6.4 MB
  for (int64_t id = 0; id < 100'000; id += 1000) {
    ExpectRows(table.get(), id, id + 1000, 1);
    EXPECT_LT(table->bytes(), begin + (4 << 20)) << id;
  }
}

TEST_F(RocksdbTableTest, SavedRowsShareFiles) {
  const auto table = Open();
  Set(table.get(), 0, 10'000, 1);
  table->Commit("");
  table->SaveTo(folder_.Path("saved"));
  int files = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(folder_.Path("saved"))) {
    if (file.path().extension() != ".sst") continue;
    EXPECT_EQ(file.hard_link_count(), 2) << file.path();
    ++files;
  }
  EXPECT_GT(files, 0);
  EXPECT_ERROR(RocksdbFolder::Restore(folder_.Path("saved"), folder_.Path("")),
               AlreadyExists, "cannot be restored");
}

TEST_F(RocksdbTableTest, RefusesOtherColumns) {
  auto table = Open();
  Set(table.get(), 0, 1, 1);
  table->Commit("");
  table.reset();
  const std::string folder = folder_.Path("table");
  EXPECT_ERROR(Open({{"w", 8, {}}, {"moment", 8, {}}}), InvalidArgument,
               "the table in '" + folder + "' is one of other columns");
  EXPECT_ERROR(Open({{"w", kWidth, {}}, {"moment", 1, {}}}), InvalidArgument,
               folder);
  ExpectRows(Open().get(), 0, 1, 1);
}

TEST_F(RocksdbTableTest, DamagedRowsAreFound) {
  auto table = Open();
  Set(table.get(), 0, 3000, 1);
  table->Commit("");
  table.reset();
  ASSERT_GT(Damage(".sst"), 0);
  EXPECT_ERROR(
      {
        table = Open();
        ExpectRows(table.get(), 0, 3000, 1);
      },
      DataLoss, "the table in '" + folder_.Path("table") + "' is damaged");
}

TEST_F(RocksdbTableTest, ADamagedFolderIsNotOpened) {
  auto table = Open();
  Set(table.get(), 0, 3000, 1);
  table->Commit("");
  table.reset();
  ASSERT_GT(Damage("MANIFEST-"), 0);
  EXPECT_ERROR(Open(), DataLoss, folder_.Path("table"));
}

TEST_F(RocksdbTableTest, AFolderThatCannotBeIsUnavailable) {
  std::ofstream(folder_.Path("table")) << "a file";
  EXPECT_ERROR(Open(), Unavailable,
               "the table in '" + folder_.Path("table") + "' cannot be opened");
}

}  // namespace
}  // namespace paddle::distributed
