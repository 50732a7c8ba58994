// An operator of each family has kernels for GPUs in this build.
#include <algorithm>
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/executor/kernel_table.h"

namespace paddle::gpu_bundle {
namespace {

class OneOfEach : public testing::TestWithParam<const char*> {};

TEST_P(OneOfEach, HasKernelsForGpus) {
  const std::string type = GetParam();
  const auto keys = framework::KernelTable::Instance().Keys(type);
  const auto types = std::count_if(keys.begin(), keys.end(), [](const auto& k) {
    return k.place == platform::PlaceKind::kCUDA;
  });
  EXPECT_GT(types, 0) << type;
}

INSTANTIATE_TEST_SUITE_P(Families, OneOfEach,
                         testing::Values("relu", "relu_grad",
                                         "depthwise_conv2d", "elementwise_add",
                                         "gather", "less_than", "lookup_table",
                                         "matmul", "softmax", "layer_norm",
                                         "adam", "reduce_sum", "concat"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace paddle::gpu_bundle
