#include "paddle/operators/math/rows/tensor_array.h"

#include <numeric>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::TensorArray;

const platform::DeviceContext& Device() { return platform::CPUContext(); }

memory::Allocator* Memory() {
  return &memory::AllocatorOf(platform::CPUPlace());
}

// The numbers from `start` on.
LoDTensor Counting(const Dims& dims, double start) {
  LoDTensor tensor(dims, DataType::kFloat64);
  double* values = tensor.mutable_data<double>();
  std::iota(values, values + tensor.numel(), start);
  return tensor;
}

TensorArray ArrayOf(const std::vector<LoDTensor>& elements) {
  TensorArray array(DataType::kFloat64);
  for (const LoDTensor& element : elements) array.Set(array.size(), element);
  return array;
}

std::vector<double> ValuesOf(const framework::Tensor& tensor) {
  const double* values = tensor.data<double>();
  return {values, values + tensor.numel()};
}

TEST(AddArraysTest, MissingElementsAreZeros) {
  TensorArray a(DataType::kFloat64);
  a.Set(1, Counting({2}, 1));
  TensorArray b(DataType::kFloat64);
  b.Set(1, Counting({2}, 10));
  b.Set(3, Counting({1}, 5));
  TensorArray c(DataType::kFloat64);
  c.Resize(6);
  const TensorArray* const all[] = {&a, &b, &c};
  const TensorArray sum = AddArrays(Device(), all, Memory());
  EXPECT_EQ(sum.size(), 6);
  EXPECT_FALSE(sum.Has(0));
  EXPECT_EQ(ValuesOf(sum.Get(1)), std::vector<double>({11, 13}));
  EXPECT_EQ(ValuesOf(sum.Get(3)), std::vector<double>({5}));
  EXPECT_EQ(ValuesOf(a.Get(1)), std::vector<double>({1, 2}));
  EXPECT_EQ(a.size(), 2);
}

TEST(AddArraysTest, WrongElements) {
  const TensorArray a = ArrayOf({Counting({2}, 0)});
  const TensorArray b = ArrayOf({Counting({3}, 0)});
  const TensorArray* const both[] = {&a, &b};
  EXPECT_ERROR(AddArrays(Device(), both, Memory()), InvalidArgument, "added");
  TensorArray flags(DataType::kBool);
  flags.Set(0, LoDTensor({1}, DataType::kBool));
  const TensorArray* const bools[] = {&flags, &flags};
  EXPECT_ERROR(AddArrays(Device(), bools, Memory()), TypeMismatch, "bool");
}

TEST(JoinArrayTest, StacksAndComesApart) {
  const TensorArray array = ArrayOf({Counting({2}, 0), Counting({2}, 10)});
  LoDTensor out, sizes;
  JoinArray(Device(), array, -1, true, Memory(), &out, &sizes);
  EXPECT_EQ(out.dims(), Dims({2, 2}));
  EXPECT_EQ(ValuesOf(out), std::vector<double>({0, 10, 1, 11}));
  const int64_t* counts = sizes.data<int64_t>();
  const TensorArray back =
      SplitToArray(Device(), out, -1, true, {counts, 2}, Memory());
  ASSERT_EQ(back.size(), 2);
  EXPECT_EQ(back.Get(1).dims(), Dims({2}));
  EXPECT_EQ(ValuesOf(back.Get(1)), std::vector<double>({10, 11}));
}

TEST(JoinArrayTest, JoinsElementsOfDifferentSize) {
  const TensorArray array =
      ArrayOf({Counting({1, 2}, 0), Counting({0, 2}, 0), Counting({2, 2}, 10)});
  LoDTensor out, sizes;
  JoinArray(Device(), array, 0, false, Memory(), &out, &sizes);
  EXPECT_EQ(out.dims(), Dims({3, 2}));
  EXPECT_EQ(ValuesOf(out), std::vector<double>({0, 1, 10, 11, 12, 13}));
  const int64_t* counts = sizes.data<int64_t>();
  const TensorArray back =
      SplitToArray(Device(), out, 0, false, {counts, 3}, Memory());
  ASSERT_EQ(back.size(), 3);
  EXPECT_EQ(back.Get(1).dims(), Dims({0, 2}));
  EXPECT_EQ(ValuesOf(back.Get(2)), std::vector<double>({10, 11, 12, 13}));
}

TEST(JoinArrayTest, WrongElements) {
  LoDTensor out, sizes;
  const auto join = [&](const TensorArray& array, bool stack) {
    JoinArray(Device(), array, 0, stack, Memory(), &out, &sizes);
  };
  EXPECT_ERROR(join(TensorArray(DataType::kFloat64), true), FailedPrecondition,
               "without elements");
  const TensorArray unequal = ArrayOf({Counting({1}, 0), Counting({2}, 0)});
  EXPECT_ERROR(join(unequal, true), InvalidArgument,
               "element 0 of a tensor array is [1], element 1 is [2]: they "
               "cannot be stacked");
  join(unequal, false);
  EXPECT_EQ(out.dims(), Dims({3}));
  TensorArray holes(DataType::kFloat64);
  holes.Set(1, Counting({1}, 0));
  EXPECT_ERROR(join(holes, true), OutOfRange, "element 0");
  EXPECT_ERROR(SplitToArray(Device(), out, 0, false, {1, 1}, Memory()),
               InvalidArgument, "2 pieces do not make up axis 0 of [3]");
  EXPECT_ERROR(SplitToArray(Device(), out, 0, true, {1, 2}, Memory()),
               InvalidArgument, "pieces");
}

}  // namespace
}  // namespace paddle::operators::kernels
