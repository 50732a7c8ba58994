#include "paddle/framework/tensor/tensor_array.h"

#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

LoDTensor Number(float value) {
  LoDTensor tensor(Dims{1}, DataType::kFloat32);
  *tensor.mutable_data<float>() = value;
  return tensor;
}

float At(const TensorArray& array, int64_t index) {
  return *array.Get(index).data<float>();
}

TEST(TensorArrayTest, GrowsByWriting) {
  TensorArray array;
  array.Set(0, Number(1));
  array.Set(3, Number(4));
  EXPECT_EQ(array.size(), 4);
  EXPECT_EQ(At(array, 3), 4);
  EXPECT_FALSE(array.Has(1));
  EXPECT_FALSE(array.Has(4));
  EXPECT_FALSE(array.Has(-1));
}

TEST(TensorArrayTest, CopiesAreValues) {
  TensorArray a;
  a.Set(0, Number(1));
  TensorArray b = a;
  b.Set(0, Number(2));
  EXPECT_EQ(At(a, 0), 1);
  EXPECT_EQ(At(b, 0), 2);
}

TEST(TensorArrayTest, CopiesMayBothGrow) {
  TensorArray a;
  a.Set(0, Number(1));
  TensorArray b = a;
  b.Set(1, Number(2));  // shares element 0 and the list with a
  a.Set(1, Number(3));  // must not reach b
  EXPECT_EQ(At(a, 1), 3);
  EXPECT_EQ(At(b, 1), 2);
  TensorArray shorter = b;
  b.Set(2, Number(4));
  EXPECT_EQ(shorter.size(), 2);
  EXPECT_FALSE(shorter.Has(2));
  shorter.Resize(4);
  EXPECT_FALSE(shorter.Has(2));
}

TEST(TensorArrayTest, AppendingAndCuttingOffCopyNoList) {
  std::vector<TensorArray> all(1);
  for (int i = 0; i < 10000; ++i) {
    all.push_back(all.back());
    all.back().Set(i, Number(i));
  }
  for (int i = 9999; i > 0; --i) {
    all.push_back(all.back());
    all.back().Remove(i);
  }
  EXPECT_EQ(all.back().size(), 1);
  EXPECT_EQ(all[10000].size(), 10000);
  EXPECT_EQ(all[1].Get(0).holder().use_count(), 1);  // of one list
}

TEST(TensorArrayTest, RemovesFromOneCopyOnly) {
  TensorArray a;
  for (int i = 0; i < 3; ++i) a.Set(i, Number(i));
  TensorArray b = a;
  b.Remove(2);
  EXPECT_EQ(b.size(), 2);
  b.Remove(0);
  EXPECT_FALSE(b.Has(0));
  EXPECT_EQ(b.size(), 2);
  b.Remove(7);  // is not there
  b.Set(2, Number(5));
  EXPECT_EQ(At(b, 2), 5);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(At(a, i), i);
}

TEST(TensorArrayTest, WrongElements) {
  TensorArray array;
  array.Set(0, Number(1));
  EXPECT_ERROR(array.Get(1), OutOfRange, "element 1 of a tensor array of 1");
  EXPECT_ERROR(array.Set(-1, Number(1)), OutOfRange, "element -1");
  EXPECT_ERROR(array.Set(int64_t{1} << 40, Number(1)), OutOfRange, "written");
  array.Resize(3);
  EXPECT_ERROR(array.Get(2), OutOfRange, "never written");
  EXPECT_ERROR(array.Set(0, LoDTensor(Dims{1}, DataType::kInt64)), TypeMismatch,
               "int64");
}

}  // namespace
}  // namespace paddle::framework
