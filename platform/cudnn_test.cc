#include "paddle/platform/cudnn.h"

#include <array>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::platform {
namespace {

// Descriptions need no GPU.

TEST(Cudnn, ErrorsHaveItsWords) {
  CheckCudnn(CUDNN_STATUS_SUCCESS, "nothing");
  EXPECT_ERROR(CheckCudnn(cudnnSetConvolutionGroupCount(nullptr, 1),
                          "describing a convolution"),
               Internal, "describing a convolution: CUDNN_STATUS_BAD_PARAM");
}

TEST(Cudnn, WhatItDoesNotTakeIsNoError) {
  EXPECT_TRUE(CudnnTakes(CUDNN_STATUS_SUCCESS, "a convolution"));
  EXPECT_FALSE(CudnnTakes(CUDNN_STATUS_NOT_SUPPORTED_SHAPE, "a convolution"));
  EXPECT_FALSE(CudnnTakes(cudnnSetConvolutionGroupCount(nullptr, 1),
                          "describing a convolution"));
  EXPECT_ERROR(CudnnTakes(CUDNN_STATUS_EXECUTION_FAILED, "a convolution"),
               Internal, "a convolution: CUDNN_STATUS_EXECUTION_FAILED");
}

TEST(Cudnn, DescribesContiguousTensors) {
  const CudnnTensor tensor;
  const std::array<int, 5> dims{2, 3, 4, 5, 6};
  ASSERT_EQ(SetContiguous(tensor, CudnnTypeOf<double>(), 5, dims.data()),
            CUDNN_STATUS_SUCCESS);
  cudnnDataType_t type = CUDNN_DATA_FLOAT;
  int rank = 0;
  std::array<int, 5> got{}, strides{};
  ASSERT_EQ(cudnnGetTensorNdDescriptor(tensor.get(), 5, &type, &rank,
                                       got.data(), strides.data()),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(type, CUDNN_DATA_DOUBLE);
  EXPECT_EQ(rank, 5);
  EXPECT_EQ(got, dims);
  EXPECT_EQ(strides, (std::array<int, 5>{360, 120, 30, 6, 1}));
}

}  // namespace
}  // namespace paddle::platform
