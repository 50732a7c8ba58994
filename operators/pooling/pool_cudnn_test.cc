#include "paddle/operators/pooling/pool_cudnn.h"

#include <array>
#include <optional>

#include "gtest/gtest.h"

#include "paddle/operators/pooling/pool_library_sizes.h"

namespace paddle::operators::kernels {
namespace {

// cuDNN computes the dims of the output from a description, without a GPU.
template <typename T>
void ExpectSameOutput(const PoolShape& shape, bool exclusive) {
  const std::optional<PoolLibrarySizes> sizes = PoolForLibrary(shape);
  ASSERT_TRUE(sizes.has_value());
  const PoolDescriptors d;
  ASSERT_TRUE(Describe<T>(*sizes, exclusive, d));
  std::array<int, 5> output{};
  ASSERT_EQ(cudnnGetPoolingNdForwardOutputDim(d.pooling.get(), d.x.get(),
                                              2 + sizes->axes, output.data()),
            CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(output, sizes->out);
}

TEST(PoolCudnn, SeesTheSameOutputs) {
  PoolWindow global;
  global.global = true;
  for (const PoolShape& shape :
       {MakePoolShape({4, 3, 9, 12}, {4, 3, 5, 5},
                      {{1, 3, 4}, {1, 2, 2}, {0, 1, 0}}),
        MakePoolShape({4, 3, 7, 9}, {4, 3, 3, 4}, {{1, 2, 2}, {1, 2, 2}}),
        MakePoolShape({2, 5, 4, 6, 8}, {2, 5, 3, 3, 4},
                      {{2, 2, 2}, {1, 2, 2}, {0, 0, 0}}),
        MakePoolShape({2, 5, 4, 6}, {2, 5, 1, 1}, global)}) {
    for (bool exclusive : {false, true}) {
      ExpectSameOutput<float>(shape, exclusive);
      ExpectSameOutput<double>(shape, exclusive);
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
