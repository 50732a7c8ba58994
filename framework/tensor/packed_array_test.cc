#include "paddle/framework/tensor/packed_array.h"

#include <cstring>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/lod.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

LoDTensor Floats(const Dims& dims, const std::vector<float>& values) {
  LoDTensor tensor(dims, DataType::kFloat32);
  std::memcpy(tensor.raw_mutable_data(), values.data(), tensor.bytes());
  return tensor;
}

TensorArray Ragged() {
  TensorArray array(DataType::kFloat32);
  array.Set(0, Floats({3}, {1, 2, 3}));
  array.Set(1, Floats({}, {4}));
  array.Set(2, Floats({0, 5}, {}));
  array.Set(3, Floats({2, 1}, {5, 6}));
  return array;
}

int64_t* Word(LoDTensor* packed, int i) {
  return reinterpret_cast<int64_t*>(packed->mutable_data<uint8_t>()) + i;
}

TEST(PackedArrayTest, KeepsShapesAndElements) {
  const LoDTensor packed = PackArray(Ragged());
  const TensorArray array = UnpackArray(packed);
  ASSERT_EQ(array.size(), 4);
  EXPECT_EQ(array.dtype(), DataType::kFloat32);
  EXPECT_EQ(array.Get(0).dims(), Dims({3}));
  EXPECT_EQ(array.Get(0).data<float>()[2], 3);
  EXPECT_EQ(array.Get(1).dims(), Dims());
  EXPECT_EQ(*array.Get(1).data<float>(), 4);
  EXPECT_EQ(array.Get(2).dims(), Dims({0, 5}));
  EXPECT_EQ(array.Get(3).dims(), Dims({2, 1}));
  EXPECT_EQ(array.Get(3).data<float>()[1], 6);
}

TEST(PackedArrayTest, ElementsAreViews) {
  const LoDTensor packed = PackArray(Ragged());
  EXPECT_TRUE(UnpackArray(packed).Get(3).SharesMemoryWith(packed));
}

TEST(PackedArrayTest, MayBeEmpty) {
  const TensorArray none(DataType::kInt64);
  const TensorArray array = UnpackArray(PackArray(none));
  EXPECT_EQ(array.size(), 0);
  EXPECT_EQ(array.dtype(), DataType::kInt64);
}

TEST(PackedArrayTest, CopiesWhatIsNotAligned) {
  const LoDTensor packed = PackArray(Ragged());
  LoDTensor shifted(Dims({packed.dims()[0] + 8}), DataType::kUInt8);
  std::memcpy(shifted.mutable_data<uint8_t>() + 8, packed.raw_data(),
              packed.bytes());
  const LoDTensor behind(shifted.Slice(8, shifted.dims()[0]));
  const TensorArray array = UnpackArray(behind);
  EXPECT_EQ(array.Get(3).data<float>()[0], 5);
  EXPECT_FALSE(array.Get(3).SharesMemoryWith(shifted));
}

TEST(PackedArrayTest, WhatCannotBePacked) {
  TensorArray array(DataType::kFloat32);
  array.Set(1, Floats({1}, {1}));
  EXPECT_ERROR(PackArray(array), OutOfRange, "element 0");
  LoDTensor sequences = Floats({1}, {1});
  sequences.set_lod(LoD::FromLengths({{1}}));
  array.Set(0, sequences);
  EXPECT_ERROR(PackArray(array), InvalidArgument,
               "element 0 of a tensor array has sequences");
}

TEST(PackedArrayTest, OtherTensors) {
  EXPECT_ERROR(UnpackArray(LoDTensor()), InvalidArgument, "no packed");
  EXPECT_ERROR(UnpackArray(Floats({2}, {1, 2})), InvalidArgument, "no packed");
  LoDTensor zeros(Dims({64}), DataType::kUInt8);
  std::memset(zeros.raw_mutable_data(), 0, zeros.bytes());
  EXPECT_ERROR(UnpackArray(zeros), InvalidArgument, "no packed");
}

TEST(PackedArrayTest, DamagedNumbers) {
  const LoDTensor good = PackArray(Ragged());
  // The number of elements, a rank, a size, and sizes whose product overflows.
  for (const auto& [word, value] :
       std::vector<std::pair<int, int64_t>>{{2, -1},
                                            {2, int64_t{1} << 40},
                                            {3, 10},
                                            {3, -1},
                                            {4, -3},
                                            {4, 1 << 20},
                                            {4, int64_t{1} << 62}}) {
    LoDTensor bad(Copy(good));
    *Word(&bad, word) = value;
    EXPECT_ERROR(UnpackArray(bad), InvalidArgument, "no packed");
  }
  LoDTensor type(Copy(good));
  *Word(&type, 1) = 1000;
  EXPECT_THROW(UnpackArray(type), platform::Error);
}

TEST(PackedArrayTest, CutOff) {
  const LoDTensor good = PackArray(Ragged());
  for (int64_t size = 0; size < good.dims()[0]; ++size) {
    const LoDTensor cut(good.Slice(0, size));
    EXPECT_ERROR(UnpackArray(cut), InvalidArgument, "no packed");
  }
}

}  // namespace
}  // namespace paddle::framework
