#include "paddle/operators/math/rows/row_positions.h"

#include <cstdint>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators::kernels {
namespace {

using framework::SelectedRows;
using ::testing::ElementsAre;

std::vector<int64_t> FindAll(const std::vector<int64_t>& rows,
                             const std::vector<int64_t>& wanted) {
  const RowPositions positions(rows);
  std::vector<int64_t> found;
  for (const int64_t row : wanted) found.push_back(positions.Find(row));
  return found;
}

TEST(RowPositions, OfRowsFromZero) {
  EXPECT_THAT(FindAll({0, 1, 2}, {2, 0, 3, -1}), ElementsAre(2, 0, -1, -1));
}

TEST(RowPositions, OfRowsThatAscend) {
  EXPECT_THAT(FindAll({0, 3, 7}, {7, 0, 1, 3, 8}),
              ElementsAre(2, 0, -1, 1, -1));
}

TEST(RowPositions, OfRowsInAnyOrder) {
  EXPECT_THAT(FindAll({5, 1, 9, 0}, {9, 0, 5, 1, 2, -1}),
              ElementsAre(2, 3, 0, 1, -1, -1));
}

TEST(RowPositions, OfNoRows) {
  EXPECT_THAT(FindAll({}, {0, -1}), ElementsAre(-1, -1));
}

TEST(RowPositions, NoRowOccursTwice) {
  const std::vector<int64_t> apart = {4, 2, 4}, beside = {2, 4, 4};
  EXPECT_ERROR(RowPositions{apart}, InvalidArgument,
               "a table has row 4 twice: at positions 0 and 2");
  EXPECT_ERROR(RowPositions{beside}, InvalidArgument,
               "a table has row 4 twice: at positions 1 and 2");
}

SelectedRows Rows(const std::vector<int64_t>& rows) {
  SelectedRows made;
  made.set_height(10);
  *made.mutable_rows() = rows;
  made.mutable_value()->Allocate({static_cast<int64_t>(rows.size()), 2},
                                 framework::DataType::kFloat32);
  return made;
}

TEST(RowsByPosition, AreThoseOfTheValue) {
  const SelectedRows table = Rows({8, 0, 5}), rows = Rows({5, 8, 5});
  const SelectedRows found = RowsByPosition(rows, table);
  EXPECT_THAT(found.rows(), ElementsAre(2, 0, 2));
  EXPECT_EQ(found.height(), 3);
  EXPECT_TRUE(found.value().SharesMemoryWith(rows.value()));
}

TEST(RowsByPosition, NamesARowThatIsNotThere) {
  EXPECT_ERROR(RowsByPosition(Rows({5, 6}), Rows({8, 0, 5})), OutOfRange,
               "row 6 is not among the 3 rows of the table");
}

}  // namespace
}  // namespace paddle::operators::kernels
