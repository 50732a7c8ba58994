#include "paddle/operators/convolution/conv_cudnn.h"

#include <array>
#include <optional>

#include "gtest/gtest.h"

#include "paddle/operators/convolution/conv_library_sizes.h"
#include "paddle/operators/convolution/conv_test_shapes.h"

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
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
