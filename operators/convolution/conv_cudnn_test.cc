#include "paddle/operators/convolution/conv_cudnn.h"

#include <array>
#include <optional>

#include "gtest/gtest.h"

#include "paddle/operators/convolution/conv_library_sizes.h"
#include "paddle/operators/convolution/conv_test_shapes.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators::kernels {
namespace {

using testing::Deep;
using testing::Shape;

// cuDNN computes the dims of the output from a description, without a GPU.
template <typename T>
void ExpectSameOutput(const ConvShape& shape) {
  const std::optional<ConvLibrarySizes> sizes = ConvForLibrary(shape);
  ASSERT_TRUE(sizes.has_value());
  const ConvDescriptors d;
  ASSERT_TRUE(Describe<T>(*sizes, d));
  std::array<int, 5> output{};
  ASSERT_EQ(cudnnGetConvolutionNdForwardOutputDim(
                d.conv.get(), d.input.get(), d.filter.get(), 2 + sizes->axes,
                output.data()),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(output, sizes->output);
}

TEST(ConvCudnn, SeesTheSameOutputs) {
  for (const ConvShape& shape :
       {Shape(3, 1, 9, 4, 3, 1, 1, 0, 1), Shape(8, 6, 10, 4, 3, 2, 2, 1, 2),
        Shape(1, 3, 5, 2, 1, 1, 1, 0, 1), Shape(3, 5, 11, 6, 4, 1, 3, 5, 2),
        Deep(Shape(2, 3, 6, 4, 3, 1, 1, 1, 1), 5, 3, 2, 1, 1),
        Deep(Shape(2, 4, 6, 6, 2, 2, 2, 0, 1), 6, 2, 1, 1, 2),
        Deep(Shape(2, 3, 6, 4, 3, 1, 1, 1, 1), 1, 3, 1, 1, 1)}) {
    ExpectSameOutput<float>(shape);
    ExpectSameOutput<double>(shape);
    ExpectSameOutput<platform::float16>(shape);
    ExpectSameOutput<platform::bfloat16>(shape);
  }
}

template <typename T>
void ExpectSums(cudnnDataType_t sum_type, cudnnMathType_t math) {
  const auto sizes = ConvForLibrary(Shape(3, 1, 9, 4, 3, 1, 1, 0, 1));
  ASSERT_TRUE(sizes.has_value());
  const ConvDescriptors d;
  ASSERT_TRUE(Describe<T>(*sizes, d));
  std::array<int, 3> padding{}, stride{}, dilation{};
  int axes = 0;
  cudnnConvolutionMode_t mode = CUDNN_CONVOLUTION;
  cudnnDataType_t type = CUDNN_DATA_INT8;
  ASSERT_EQ(cudnnGetConvolutionNdDescriptor(d.conv.get(), 3, &axes,
                                            padding.data(), stride.data(),
                                            dilation.data(), &mode, &type),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(type, sum_type);
  cudnnMathType_t got = CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION;
  ASSERT_EQ(cudnnGetConvolutionMathType(d.conv.get(), &got),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(got, math);
}

TEST(ConvCudnn, AddsUpSixteenBitsInFloat) {
  ExpectSums<platform::float16>(CUDNN_DATA_FLOAT, CUDNN_TENSOR_OP_MATH);
  ExpectSums<platform::bfloat16>(CUDNN_DATA_FLOAT, CUDNN_TENSOR_OP_MATH);
  ExpectSums<float>(CUDNN_DATA_FLOAT, CUDNN_FMA_MATH);
  ExpectSums<double>(CUDNN_DATA_DOUBLE, CUDNN_DEFAULT_MATH);
}

}  // namespace
}  // namespace paddle::operators::kernels
