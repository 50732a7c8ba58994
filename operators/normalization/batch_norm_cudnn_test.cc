#include "paddle/operators/normalization/batch_norm_cudnn.h"

#include <array>

#include "gtest/gtest.h"

#include "paddle/platform/cudnn.h"
#include "paddle/platform/float16.h"

namespace paddle::operators::kernels {
namespace {

// cuDNN computes the dims of a channel from a description, without a GPU.
template <typename T>
void ExpectChannels(cudnnDataType_t expected) {
  const BatchNormDescriptors d;
  ASSERT_TRUE(Describe<T>({8, 16, 49, 1}, d));
  cudnnDataType_t type = CUDNN_DATA_INT8;
  int rank = 0;
  std::array<int, 4> dims{}, strides{};
  ASSERT_EQ(cudnnGetTensorNdDescriptor(d.channels.get(), 4, &type, &rank,
                                       dims.data(), strides.data()),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(type, expected);
  EXPECT_EQ(dims, (std::array<int, 4>{1, 16, 1, 1}));
}

TEST(BatchNormCudnn, WantsChannelsInTheAccumulatorType) {
  ExpectChannels<float>(CUDNN_DATA_FLOAT);
  ExpectChannels<double>(CUDNN_DATA_DOUBLE);
  ExpectChannels<platform::float16>(CUDNN_DATA_FLOAT);
}

}  // namespace
}  // namespace paddle::operators::kernels
