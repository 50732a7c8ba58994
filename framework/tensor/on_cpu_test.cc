#include "paddle/framework/tensor/on_cpu.h"

#include <numeric>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::framework {
namespace {

LoDTensor Counted() {
  LoDTensor tensor({3, 2}, DataType::kInt32);
  std::iota(tensor.mutable_data<int32_t>(), tensor.mutable_data<int32_t>() + 6,
            0);
  tensor.set_lod(LoD::FromLengths({{1, 2}}));
  return tensor;
}

TEST(OnCPU, IsTheTensorItself) {
  const LoDTensor tensor = Counted();
  EXPECT_TRUE(OnCPU(tensor).SharesMemoryWith(tensor));
  EXPECT_EQ(OnCPU(tensor).lod(), tensor.lod());
  EXPECT_ERROR(OnCPU(Tensor()), FailedPrecondition, "no memory yet");
}

TEST(OnCPU, CopiesFromAGPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  const LoDTensor tensor = Counted();
  const LoDTensor there(Copy(tensor, platform::CUDAPlace(0)), tensor.lod());
  EXPECT_EQ(there.place(), platform::CUDAPlace(0));
  const LoDTensor back = OnCPU(there);
  EXPECT_EQ(back.place(), platform::CPUPlace());
  EXPECT_EQ(back.lod(), tensor.lod());
  for (int i = 0; i < 6; ++i) EXPECT_EQ(back.data<int32_t>()[i], i);
  EXPECT_EQ(OnCPU(there.Slice(2, 3)).data<int32_t>()[0], 4);
}

}  // namespace
}  // namespace paddle::framework
