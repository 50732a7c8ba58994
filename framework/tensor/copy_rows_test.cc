#include "paddle/framework/tensor/copy_rows.h"

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::framework {
namespace {

SelectedRows TwoRows() {
  SelectedRows rows;
  rows.set_height(9);
  *rows.mutable_rows() = {4, 1};
  *rows.mutable_value() = Tensor({2, 1}, DataType::kFloat32);
  rows.mutable_value()->mutable_data<float>()[0] = 5;
  rows.mutable_value()->mutable_data<float>()[1] = 7;
  return rows;
}

TEST(CopyRows, HasMemoryOfItsOwn) {
  SelectedRows rows = TwoRows();
  const SelectedRows copy = Copy(rows);
  rows.mutable_value()->mutable_data<float>()[1] = 8;
  copy.Check();
  EXPECT_EQ(copy.height(), 9);
  EXPECT_EQ(copy.rows(), rows.rows());
  EXPECT_EQ(copy.value().data<float>()[0], 5);
  EXPECT_EQ(copy.value().data<float>()[1], 7);
}

TEST(CopyRows, TheirValuesMustBeThere) {
  EXPECT_ERROR(Copy(SelectedRows()), FailedPrecondition, "no memory yet");
}

TEST(CopyRows, GoToAGPUAndBack) {
  PADDLE_SKIP_WITHOUT_GPU();
  const SelectedRows there = Copy(TwoRows(), platform::CUDAPlace(0));
  EXPECT_EQ(there.value().place(), platform::CUDAPlace(0));
  EXPECT_EQ(there.height(), 9);
  EXPECT_EQ(Copy(there).value().data<float>()[1], 7);
}

}  // namespace
}  // namespace paddle::framework
