#include "paddle/framework/tensor/selected_rows.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

SelectedRows Rows(std::vector<int64_t> rows, const Dims& dims) {
  SelectedRows result;
  result.set_height(10);
  *result.mutable_rows() = std::move(rows);
  *result.mutable_value() = Tensor(dims, DataType::kFloat32);
  return result;
}

TEST(SelectedRows, StandsForADenseTensor) {
  const SelectedRows rows = Rows({4, 1, 4}, {3, 2});
  rows.Check();
  EXPECT_EQ(rows.DenseDims(), (Dims{10, 2}));
  EXPECT_EQ(rows.height(), 10);
  Rows({}, {0, 2}).Check();
}

TEST(SelectedRows, CheckNamesWhatIsWrong) {
  EXPECT_ERROR(Rows({4, 10}, {2, 2}).Check(), OutOfRange,
               "selected row 10 of 10");
  EXPECT_ERROR(Rows({-1}, {1, 2}).Check(), OutOfRange, "selected row -1 of 10");
  EXPECT_ERROR(Rows({4}, {2, 2}).Check(), InvalidArgument,
               "1 selected rows have a value [2, 2]");
  EXPECT_ERROR(Rows({4}, {}).Check(), InvalidArgument, "have a value []");
  EXPECT_ERROR(Rows({}, {}).DenseDims(), InvalidArgument, "is a scalar");
  SelectedRows negative = Rows({}, {0, 2});
  negative.set_height(-1);
  EXPECT_ERROR(negative.Check(), InvalidArgument, "height -1");
}

}  // namespace
}  // namespace paddle::framework
