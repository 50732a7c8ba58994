#include "paddle/framework/tensor/dlpack.h"

#include <gtest/gtest.h>

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

// A tensor of another package: float32 [2, 3].
struct Given {
  alignas(8) float data[6] = {0, 1, 2, 3, 4, 5};
  int64_t shape[2] = {2, 3};
  int64_t strides[2] = {3, 1};
  DLTensor tensor = {data, {kDLCPU, 0}, 2, {2, 32, 1}, shape, strides, 0};
};

TEST(DLPackTest, WhatWeGiveCanBeTaken) {
  Tensor tensor(Dims({2, 3}), DataType::kInt16);
  DLManagedTensor* managed = ToDLPack(tensor);
  const void* const data = tensor.raw_data();
  tensor = Tensor();  // The memory lives on.
  const DLElements elements = ElementsOf(managed->tensor);
  EXPECT_EQ(elements.data, data);
  EXPECT_EQ(elements.dtype, DataType::kInt16);
  EXPECT_EQ(elements.dims, Dims({2, 3}));
  EXPECT_EQ(elements.bytes(), 12);
  EXPECT_TRUE(elements.contiguous);
  managed->deleter(managed);
}

TEST(DLPackTest, TypesThatAreStoredOnly) {
  for (const DataType type : {DataType::kUInt64, DataType::kFloat8E4M3FN}) {
    const Tensor tensor(Dims({2}), type);
    DLManagedTensor* managed = ToDLPack(tensor);
    EXPECT_EQ(ElementsOf(managed->tensor).dtype, type);
    managed->deleter(managed);
  }
  // They are packed there.
  EXPECT_ERROR(ToDLPack(Tensor(Dims({2}), DataType::kInt4)), TypeMismatch,
               "DLPack has no int4");
}

TEST(DLPackTest, StridesTellWhetherThereAreGaps) {
  Given given;
  EXPECT_TRUE(ElementsOf(given.tensor).contiguous);
  given.strides[0] = 4;
  EXPECT_FALSE(ElementsOf(given.tensor).contiguous);
  given.shape[0] = 1;
  EXPECT_TRUE(ElementsOf(given.tensor).contiguous);
  given.tensor.strides = nullptr;
  EXPECT_TRUE(ElementsOf(given.tensor).contiguous);
  given.shape[0] = 0;
  given.tensor.data = nullptr;
  EXPECT_NE(ElementsOf(given.tensor).data, nullptr);
}

TEST(DLPackTest, WhatNoTensorHoldsIsRefused) {
  const auto refused = [](auto change) {
    Given given;
    change(&given);
    ElementsOf(given.tensor);
  };
  EXPECT_ERROR(refused([](Given* g) { g->tensor.device.type = kDLCUDA; }),
               InvalidArgument, "device (2, 0)");
  EXPECT_ERROR(refused([](Given* g) { g->tensor.dtype.bits = 31; }),
               TypeMismatch, "type 2 with 31 bits");
  EXPECT_ERROR(refused([](Given* g) { g->tensor.dtype.lanes = 4; }),
               TypeMismatch, "4 lanes");
  EXPECT_ERROR(refused([](Given* g) { g->tensor.rank = -1; }), InvalidArgument,
               "at most 9 axes, not -1");
  EXPECT_ERROR(refused([](Given* g) { g->tensor.shape = nullptr; }),
               InvalidArgument, "no shape");
  EXPECT_ERROR(refused([](Given* g) { g->shape[1] = -3; }), InvalidArgument,
               "negative size");
  EXPECT_ERROR(refused([](Given* g) { g->tensor.data = nullptr; }),
               InvalidArgument, "has no memory");
  EXPECT_ERROR(refused([](Given* g) { g->tensor.byte_offset = 2; }),
               InvalidArgument, "not aligned");
  EXPECT_ERROR(ToDLPack(Tensor()), FailedPrecondition, "not initialised");
}

}  // namespace
}  // namespace paddle::framework
