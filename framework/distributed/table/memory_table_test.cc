#include "paddle/framework/distributed/table/memory_table.h"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

std::vector<TableColumn> Columns() {
  return {{"w", 3, {RowInitializer::kUniform, -1, 1, {7, 4, 0}}},
          {"moment", 1, {RowInitializer::kConstant, 0.5, 0, {}}}};
}

std::vector<float> Read(const Table& table, const std::vector<int64_t>& ids,
                        int column) {
  std::vector<float> out(ids.size() * table.columns()[column].width);
  table.Read(ids, column, out.data());
  return out;
}

TEST(MemoryTable, UntouchedRowsTakeNoMemory) {
  const auto table = NewMemoryTable(Columns());
  const std::vector<float> once = Read(*table, {int64_t{1} << 60, 5}, 0);
  EXPECT_EQ(Read(*table, {int64_t{1} << 60, 5}, 0), once);
  EXPECT_THAT(Read(*table, {1, 2, 1}, 1), Each(0.5f));
  EXPECT_EQ(table->rows(), 0);
  EXPECT_EQ(table->bytes(), 0);
}

TEST(MemoryTable, ChangesRows) {
  const auto table = NewMemoryTable(Columns());
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

TEST(MemoryTable, KeepsValuesWhenAChangeFails) {
  const auto table = NewMemoryTable(Columns());
  EXPECT_ERROR(table->Update({4},
                             [&](absl::Span<float* const> columns) {
                               columns[1][0] = 2;
                               PADDLE_THROW(Internal, "no");
                             }),
               Internal, "no");
  EXPECT_THAT(Read(*table, {4}, 1), ElementsAre(0.5));
  EXPECT_EQ(table->rows(), 0);
}

TEST(MemoryTable, AgreesWithAMap) {
  const auto table = NewMemoryTable(Columns());
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
  }
  EXPECT_EQ(table->rows(), static_cast<int64_t>(expected.size()));
  for (const auto& [id, value] : expected) {
    EXPECT_THAT(Read(*table, {id}, 1), ElementsAre(value));
  }
}

TEST(MemoryTable, RefusesWhatCannotBe) {
  EXPECT_ERROR(NewMemoryTable({}), InvalidArgument, "without columns");
  EXPECT_ERROR(NewMemoryTable({{"w", 0, {}}}), InvalidArgument,
               "column 'w' of a table has the width 0");
  const auto table = NewMemoryTable(Columns());
  EXPECT_ERROR(Read(*table, {-1}, 0), OutOfRange, "id -1");
  float out;
  EXPECT_ERROR(table->Read({1}, 2, &out), OutOfRange, "column 2 of 2");
}

}  // namespace
}  // namespace paddle::distributed
