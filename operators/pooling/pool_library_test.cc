#include "paddle/operators/pooling/pool_library.h"

#include <algorithm>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;
using platform::CUDAPlace;

const platform::DeviceContext& Device() {
  return platform::DeviceContextOf(CUDAPlace(0));
}

Tensor OnGPU(const std::vector<float>& values) {
  Tensor tensor({static_cast<int64_t>(values.size())}, DataType::kFloat32);
  std::copy(values.begin(), values.end(), tensor.mutable_data<float>());
  return Copy(tensor, CUDAPlace(0));
}

std::vector<float> Read(const Tensor& tensor) {
  const Tensor copy = Copy(tensor);
  return {copy.data<float>(), copy.data<float>() + copy.numel()};
}

// Windows of 2 x 2, the first of which sees some padding, over an image of
// 2 x 3.
PoolShape Small() {
  return MakePoolShape({1, 1, 2, 3}, {1, 1, 1, 2},
                       {{1, 2, 2}, {1, 1, 2}, {0, 0, 1}});
}

TEST(PoolLibrary, AveragesWithAndWithoutPadding) {
  PADDLE_SKIP_WITHOUT_GPU();
  const Tensor x = OnGPU({4, 8, 16, 12, 24, 32});
  Tensor out = OnGPU({0, 0}), d_x = OnGPU({9, 9, 9, 9, 9, 9});
  ASSERT_TRUE(LibraryAveragePool<float>(
      Device(), Small(), true, x.data<float>(), out.mutable_data<float>()));
  EXPECT_EQ(Read(out), (std::vector<float>{8, 20}));
  ASSERT_TRUE(LibraryAveragePool<float>(
      Device(), Small(), false, x.data<float>(), out.mutable_data<float>()));
  EXPECT_EQ(Read(out), (std::vector<float>{4, 20}));
  for (bool exclusive : {false, true}) {
    ASSERT_TRUE(LibraryAveragePoolGrad<float>(Device(), Small(), exclusive,
                                              out.data<float>(),
                                              d_x.mutable_data<float>()));
    const float first = exclusive ? 2 : 1;
    EXPECT_EQ(Read(d_x), (std::vector<float>{first, 5, 5, first, 5, 5}));
  }
}

TEST(PoolLibrary, CanBeRecorded) {
  PADDLE_SKIP_WITHOUT_GPU();
  const Tensor x = OnGPU({4, 8, 16, 12, 24, 32});
  Tensor out = OnGPU({0, 0}), d_x = OnGPU({9, 9, 9, 9, 9, 9});
  const auto pool = [&] {
    EXPECT_TRUE(LibraryAveragePool<float>(
        Device(), Small(), false, x.data<float>(), out.mutable_data<float>()));
    EXPECT_TRUE(LibraryAveragePoolGrad<float>(Device(), Small(), false,
                                              out.data<float>(),
                                              d_x.mutable_data<float>()));
  };
  pool();
  out = OnGPU({0, 0});
  const auto graph = platform::RecordGraph(Device(), pool);
  ASSERT_NE(graph, nullptr);
  EXPECT_EQ(Read(out), (std::vector<float>{0, 0}));
  graph->Launch();
  EXPECT_EQ(Read(out), (std::vector<float>{4, 20}));
  EXPECT_EQ(Read(d_x), (std::vector<float>{1, 5, 5, 1, 5, 5}));
}

}  // namespace
}  // namespace paddle::operators::kernels
