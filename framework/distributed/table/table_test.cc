#include "paddle/framework/distributed/table/table.h"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/table/memory_table.h"
#include "paddle/framework/distributed/table/rocksdb_table.h"
#include "paddle/framework/distributed/table/saved_rows.h"
#include "paddle/framework/distributed/table/table_library.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using std::string_literals::operator""s;

std::vector<TableColumn> Columns() {
  return {{"w", 3, {RowInitializer::kUniform, -1, 1, {7, 4, 0}}},
          {"moment", 1, {RowInitializer::kConstant, 0.5, 0, {}}}};
}

// A kind of table: one is made in a folder that has none, or is not there; and
// made again of what SaveTo() wrote to `saved`.
struct Kind {
  const char* name;
  std::unique_ptr<Table> (*make)(const std::string& folder,
                                 std::vector<TableColumn> columns);
  std::unique_ptr<Table> (*load)(const std::string& saved,
                                 const std::string& folder);
};

std::unique_ptr<Table> LoadMemory(const std::string& saved,
                                  const std::string& /*folder*/) {
  auto table = NewMemoryTable(Columns());
  LoadRows(saved, table.get());
  return table;
}

// With memory for about so many rows.
template <int kCachedRows>
std::unique_ptr<Table> MakeRocksdb(const std::string& folder,
                                   std::vector<TableColumn> columns) {
  RocksdbTableOptions options;
  options.folder = folder;
  options.cache_bytes = kCachedRows * 64;
  options.rocksdb_bytes = 1 << 20;
  options.durability =
      kCachedRows == 0 ? Durability::kCheckpoint : Durability::kStep;
  return NewRocksdbTable(std::move(columns), options);
}

template <int kCachedRows>
std::unique_ptr<Table> LoadRocksdb(const std::string& saved,
                                   const std::string& folder) {
  RocksdbFolder::Restore(saved, folder);
  return MakeRocksdb<kCachedRows>(folder, Columns());
}

constexpr char kLibrary[] = "framework/distributed/table/libpaddle_rocksdb.so";

std::unique_ptr<Table> MakeByLibrary(const std::string& folder,
                                     std::vector<TableColumn> columns) {
  return NewTableByLibrary(LoadTableLibrary(kLibrary), folder,
                           std::move(columns));
}

const Kind kKinds[] = {
    {"Memory",
     [](const std::string&, std::vector<TableColumn> columns) {
       return NewMemoryTable(std::move(columns));
     },
     LoadMemory},
    {"Rocksdb", MakeRocksdb<0>, LoadRocksdb<0>},
    {"SyncedRocksdbWithCache", MakeRocksdb<500>, LoadRocksdb<500>},
    {"RocksdbByLibrary", MakeByLibrary,
     [](const std::string& saved, const std::string& folder) {
       RocksdbFolder::Restore(saved, folder);
       return MakeByLibrary(folder, Columns());
     }},
};

class TableTest : public ::testing::TestWithParam<Kind> {
 protected:
  std::unique_ptr<Table> NewTable(std::vector<TableColumn> columns) const {
    return GetParam().make(folder_.Path("table"), std::move(columns));
  }
  std::unique_ptr<Table> NewTable() const { return NewTable(Columns()); }

  const platform::TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Kinds, TableTest, ::testing::ValuesIn(kKinds),
                         [](const auto& instance) {
                           return instance.param.name;
                         });

std::vector<float> Read(Table& table, const std::vector<int64_t>& ids,
                        int column) {
  std::vector<float> out(ids.size() * table.columns()[column].width);
  table.Read(ids, column, out.data());
  return out;
}

// Sets the moment of a row.
void Set(Table* table, int64_t id, float moment) {
  table->Update(
      {id}, [&](absl::Span<float* const> columns) { columns[1][0] = moment; });
}

TEST_P(TableTest, UntouchedRowsTakeNoMemory) {
  const auto table = NewTable();
  const size_t bytes = table->bytes();
  const std::vector<float> once = Read(*table, {int64_t{1} << 60, 5}, 0);
  EXPECT_EQ(Read(*table, {int64_t{1} << 60, 5}, 0), once);
  EXPECT_THAT(Read(*table, {1, 2, 1}, 1), Each(0.5f));
  EXPECT_EQ(table->rows(), 0);
  EXPECT_LT(table->bytes(), bytes + 200);  // what an empty look-up leaves
}

TEST_P(TableTest, ChangesRows) {
  const auto table = NewTable();
  const std::vector<float> before = Read(*table, {4}, 0);
  table->Update({9, 4}, [&](absl::Span<float* const> columns) {
    EXPECT_EQ(columns[0][3], before[0]);
    columns[0][3] = 8;
    columns[1][1] = 2;
  });
  EXPECT_THAT(Read(*table, {4}, 0), ElementsAre(8, before[1], before[2]));
  EXPECT_THAT(Read(*table, {4, 9, 5, 4}, 1), ElementsAre(2, 0.5, 0.5, 2));
  EXPECT_EQ(table->rows(), 2);
}

TEST_P(TableTest, KeepsValuesWhenAChangeFails) {
  const auto table = NewTable();
  EXPECT_ERROR(table->Update({4},
                             [&](absl::Span<float* const> columns) {
                               columns[1][0] = 2;
                               PADDLE_THROW(Internal, "no");
                             }),
               Internal, "no");
  EXPECT_THAT(Read(*table, {4}, 1), ElementsAre(0.5));
  EXPECT_EQ(table->rows(), 0);
}

TEST_P(TableTest, AgreesWithAMap) {
  const auto table = NewTable();
  std::map<int64_t, float> expected;
  std::mt19937_64 random(3);
  for (int i = 0; i < 300; ++i) {
    std::vector<int64_t> ids;
    for (int j = 0; j < 100; ++j) {
      ids.push_back(static_cast<int64_t>(random() % 20000) << (random() % 40));
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    table->Update(ids, [&](absl::Span<float* const> columns) {
      for (size_t j = 0; j < ids.size(); ++j) {
        const auto found = expected.emplace(ids[j], 0.5f).first;
        EXPECT_EQ(columns[1][j], found->second);
        columns[1][j] = found->second += static_cast<float>(i);
      }
    });
    if (i % 3 == 0) table->Commit("");
  }
  EXPECT_EQ(table->rows(), static_cast<int64_t>(expected.size()));
  for (const auto& [id, value] : expected) {
    EXPECT_THAT(Read(*table, {id}, 1), ElementsAre(value));
  }
}

TEST_P(TableTest, RefusesWhatCannotBe) {
  EXPECT_ERROR(NewTable({}), InvalidArgument, "without columns");
  EXPECT_ERROR(NewTable({{"w", 0, {}}}), InvalidArgument,
               "column 'w' of a table has the width 0");
  const auto table = NewTable();
  EXPECT_ERROR(Read(*table, {-1}, 0), OutOfRange, "id -1");
  float out;
  EXPECT_ERROR(table->Read({1}, 2, &out), OutOfRange, "column 2 of 2");
}

TEST_P(TableTest, KeepsTheRecordOfTheLastStep) {
  const auto table = NewTable();
  EXPECT_EQ(table->record(), "");
  Set(table.get(), 4, 2);
  EXPECT_EQ(table->record(), "");
  table->Commit("step 1\n of\0 two"s);
  EXPECT_EQ(table->record(), "step 1\n of\0 two"s);
  EXPECT_THAT(Read(*table, {4}, 1), ElementsAre(2));
  table->Commit("");
  EXPECT_EQ(table->record(), "");
}

TEST_P(TableTest, ListsRowsInPieces) {
  const auto table = NewTable();
  EXPECT_THAT(table->Ids(0, 3), ElementsAre());
  // The last one begins with the byte that is RocksDB's key of the record.
  const int64_t last = int64_t{'t'} << 56;
  for (const int64_t id : {int64_t{9}, int64_t{4}, int64_t{300}, last}) {
    Set(table.get(), id, 2);
  }
  EXPECT_ERROR(table->Ids(0, 3), FailedPrecondition, "middle of a step");
  table->Commit("one");
  EXPECT_THAT(table->Ids(0, 3), ElementsAre(4, 9, 300));
  EXPECT_THAT(table->Ids(301, 3), ElementsAre(last));
  EXPECT_THAT(table->Ids(9, 2), ElementsAre(9, 300));
  EXPECT_THAT(table->Ids(5, 9), ElementsAre(9, 300, last));
  EXPECT_THAT(table->Ids(last + 1, 3), ElementsAre());
  Set(table.get(), 5, 2);
  table->Commit("two");
  EXPECT_THAT(table->Ids(0, 2), ElementsAre(4, 5));
}

TEST(TableLibrary, RefusesOtherLibraries) {
  EXPECT_ERROR(LoadTableLibrary("/none/librows.so"), InvalidArgument,
               "'/none/librows.so' cannot be loaded");
  EXPECT_ERROR(LoadTableLibrary("libm.so.6"), InvalidArgument,
               "'libm.so.6' has no function PaddleRowsBackend: it keeps no "
               "rows of tables");
}

TEST_P(TableTest, IsSavedAsItWasAtAStep) {
  const auto table = NewTable();
  Set(table.get(), 4, 2);
  Set(table.get(), 9, 3);
  EXPECT_ERROR(table->SaveTo(folder_.Path("saved")), FailedPrecondition,
               "in the middle of a step");
  table->Commit("two\n");
  table->SaveTo(folder_.Path("saved"));
  Set(table.get(), 4, 7);
  Set(table.get(), 5, 7);
  table->Commit("three");
  for (const char* again : {"again", "once more"}) {
    const auto loaded =
        GetParam().load(folder_.Path("saved"), folder_.Path(again));
    EXPECT_EQ(loaded->record(), "two\n");
    EXPECT_EQ(loaded->rows(), 2);
    EXPECT_EQ(Read(*loaded, {3, 4, 9, 5}, 0), Read(*table, {3, 4, 9, 5}, 0));
    EXPECT_THAT(Read(*loaded, {3, 4, 9, 5}, 1), ElementsAre(0.5, 2, 3, 0.5));
    Set(loaded.get(), 4, 8);  // what is saved stays as it is
    loaded->Commit("of its own");
  }
  EXPECT_ERROR(table->SaveTo(folder_.Path("saved")), AlreadyExists, "saved");
  EXPECT_ERROR(table->SaveTo(folder_.Path("no/saved")), Unavailable,
               "no/saved");
  EXPECT_ERROR(GetParam().load(folder_.Path("none"), folder_.Path("new")),
               NotFound, "none");
}

}  // namespace
}  // namespace paddle::distributed
