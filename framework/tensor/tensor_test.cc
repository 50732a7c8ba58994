#include "paddle/framework/tensor/tensor.h"

#include <numeric>
#include <utility>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

Tensor Ramp(const Dims& dims) {
  Tensor tensor(dims, DataType::kFloat32);
  float* data = tensor.mutable_data<float>();
  std::iota(data, data + tensor.numel(), 0.0f);
  return tensor;
}

TEST(Tensor, CheapToCopy) { EXPECT_LE(sizeof(Tensor), 128u); }

TEST(Tensor, WithoutMemory) {
  Tensor tensor;
  EXPECT_FALSE(tensor.initialized());
  EXPECT_EQ(tensor.raw_data(), nullptr);
  EXPECT_EQ(tensor.offset(), 0u);
  EXPECT_ERROR(tensor.data<float>(), FailedPrecondition, "no memory yet");
  EXPECT_ERROR(tensor.place(), FailedPrecondition, "no memory yet");
  EXPECT_ERROR(tensor.Slice(0, 0), FailedPrecondition, "no memory yet");
  EXPECT_ERROR(Copy(tensor), FailedPrecondition, "no memory yet");
}

TEST(Tensor, ReadsItsType) {
  Tensor tensor({2, 3}, DataType::kInt64);
  EXPECT_EQ(tensor.numel(), 6);
  EXPECT_EQ(tensor.bytes(), 48u);
  tensor.mutable_data<int64_t>()[5] = 7;
  EXPECT_EQ(tensor.data<int64_t>()[5], 7);
  EXPECT_ERROR(tensor.data<float>(), TypeMismatch,
               "a tensor of int64 is read as float32");
}

TEST(Tensor, EveryRankAndZeroSizes) {
  EXPECT_EQ(Tensor({}, DataType::kFloat64).numel(), 1);
  EXPECT_EQ(Tensor({1, 1, 1, 1, 1, 1, 1, 1, 2}, DataType::kBool).numel(), 2);
  const Tensor empty({3, 0}, DataType::kFloat32);
  EXPECT_TRUE(empty.initialized());
  EXPECT_EQ(empty.numel(), 0);
  EXPECT_NE(empty.data<float>(), nullptr);
  EXPECT_EQ(empty.Slice(1, 3).dims(), (Dims{2, 0}));
  EXPECT_EQ(Copy(empty).dims(), empty.dims());
}

TEST(Tensor, SizesThatOverflowAreRefused) {
  constexpr int64_t kLarge = int64_t{1} << 31;
  EXPECT_ERROR(Tensor({kLarge, kLarge * 4}, DataType::kFloat32),
               InvalidArgument, "overflow");
  EXPECT_ERROR(Tensor({kLarge, kLarge}, DataType::kFloat32), InvalidArgument,
               "the bytes of float32 [2147483648, 2147483648] overflow");
  EXPECT_ERROR(Tensor({kLarge, kLarge / 4}, DataType::kInt8), ResourceExhausted,
               "no memory on CPU");
  EXPECT_ERROR(Tensor({-1, 3}, DataType::kFloat32), InvalidArgument,
               "[N, 3] is not known yet");
}

TEST(Tensor, AFailedAllocationLeavesTheTensorConsistent) {
  Tensor tensor = Ramp({4});
  EXPECT_ERROR(tensor.Allocate({int64_t{1} << 50}, DataType::kInt8),
               ResourceExhausted, "no memory");
  EXPECT_FALSE(tensor.initialized());
  EXPECT_EQ(tensor.dims(), (Dims{4}));
}

TEST(Tensor, AllocateKeepsMemoryThatIsLargeEnoughAndItsOwn) {
  Tensor tensor({100}, DataType::kFloat32);
  const void* before = tensor.raw_data();
  tensor.Allocate({50}, DataType::kFloat64);
  EXPECT_EQ(tensor.raw_data(), before);
  EXPECT_EQ(tensor.dtype(), DataType::kFloat64);
  tensor.Allocate({10}, DataType::kInt8);
  tensor.Allocate({100}, DataType::kFloat32);
  EXPECT_EQ(tensor.raw_data(), before);
  const Tensor sharer = tensor;
  tensor.Allocate({100}, DataType::kFloat32);
  EXPECT_NE(tensor.raw_data(), before);
  EXPECT_EQ(sharer.raw_data(), before);
}

TEST(Tensor, AllocateAfterASliceUsesAllOfTheMemory) {
  Tensor tensor = Ramp({100});
  tensor = tensor.Slice(50, 100);
  tensor.Allocate({100}, DataType::kFloat32);
  EXPECT_EQ(tensor.offset(), 0u);
}

TEST(Tensor, CopyingSharesAndCopyDoesNot) {
  Tensor tensor = Ramp({4});
  Tensor view = tensor;
  const Tensor copy = Copy(tensor);
  EXPECT_TRUE(view.SharesMemoryWith(tensor));
  EXPECT_FALSE(copy.SharesMemoryWith(tensor));
  EXPECT_FALSE(Tensor().SharesMemoryWith(Tensor()));
  view.mutable_data<float>()[1] = 9;
  EXPECT_EQ(tensor.data<float>()[1], 9);
  EXPECT_EQ(copy.data<float>()[1], 1);
}

TEST(Tensor, SliceIsAView) {
  Tensor tensor = Ramp({4, 3});
  Tensor rows = tensor.Slice(1, 3);
  EXPECT_EQ(rows.dims(), (Dims{2, 3}));
  EXPECT_EQ(rows.data<float>()[0], 3);
  EXPECT_EQ(rows.offset(), 12u);
  EXPECT_EQ(rows.Slice(1, 2).data<float>()[2], 8);
  EXPECT_EQ(tensor.Slice(4, 4).numel(), 0);
  EXPECT_ERROR(tensor.Slice(2, 5), OutOfRange, "rows [2, 5) of [4, 3]");
  EXPECT_ERROR(tensor.Slice(-1, 2), OutOfRange, "rows [-1, 2)");
  EXPECT_ERROR(Ramp({}).Slice(0, 1), InvalidArgument, "a scalar has no rows");
}

TEST(Tensor, ReshapedIsAView) {
  const Tensor tensor = Ramp({4, 3});
  EXPECT_EQ(tensor.Reshaped({2, 6}).data<float>()[7], 7);
  EXPECT_TRUE(tensor.Reshaped({12}).SharesMemoryWith(tensor));
  EXPECT_ERROR(tensor.Reshaped({5}), InvalidArgument,
               "dims [4, 3] cannot be seen as [5]");
}

TEST(Tensor, BindLooksIntoAnAllocation) {
  auto holder = memory::AllocatorOf(platform::CPUPlace()).Allocate(128);
  const size_t size = holder->size();
  Tensor tensor;
  tensor.Bind(holder, 64, {8}, DataType::kFloat32);
  EXPECT_EQ(tensor.raw_data(), static_cast<char*>(holder->data()) + 64);
  EXPECT_EQ(tensor.offset(), 64u);
  EXPECT_ERROR(tensor.Bind(holder, size, {1}, DataType::kInt8), OutOfRange,
               "int8 [1] of 1 bytes at offset");
  EXPECT_ERROR(tensor.Bind(holder, size + 1, {0}, DataType::kInt8), OutOfRange,
               "at offset");
  EXPECT_ERROR(tensor.Bind(nullptr, 0, {1}, DataType::kInt8), InvalidArgument,
               "no memory");
  EXPECT_EQ(tensor.offset(), 64u);  // a failed Bind changes nothing
}

TEST(Tensor, SetDimsStaysInsideTheMemory) {
  Tensor tensor = Ramp({16});
  tensor.SetDims({2, 4});
  EXPECT_EQ(tensor.numel(), 8);
  EXPECT_EQ(tensor.data<float>()[7], 7);
  tensor.SetDims({4, 4});
  EXPECT_ERROR(tensor.SetDims({1000}), Internal,
               "dims [1000] do not fit the memory of [4, 4]");
  Tensor planned;
  planned.SetDims({1000});
  EXPECT_EQ(planned.numel(), 1000);
}

TEST(Tensor, ReleaseGivesUpTheMemory) {
  Tensor tensor = Ramp({16});
  tensor.Release();
  EXPECT_FALSE(tensor.initialized());
  EXPECT_EQ(tensor.dims(), (Dims{16}));
}

TEST(CopyTo, NeedsEqualDimsAndType) {
  const Tensor source = Ramp({2, 2});
  Tensor target({2, 2}, DataType::kFloat32);
  CopyTo(source, &target);
  EXPECT_EQ(target.data<float>()[3], 3);
  target.SetDims({4});
  EXPECT_ERROR(CopyTo(source, &target), InvalidArgument,
               "dims of a copied tensor");
  target.Allocate({2, 2}, DataType::kInt32);
  EXPECT_ERROR(CopyTo(source, &target), InvalidArgument,
               "got float32, expected int32");
}

}  // namespace
}  // namespace paddle::framework
