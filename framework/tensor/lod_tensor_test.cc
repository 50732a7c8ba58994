#include "paddle/framework/tensor/lod_tensor.h"

#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

TEST(LoDTensor, SharesItsSequences) {
  LoDTensor tensor(Dims{3, 2}, DataType::kFloat32);
  EXPECT_EQ(tensor.lod(), nullptr);
  tensor.set_lod(LoD::FromLengths({{1, 2}}));
  const LoDTensor copy = tensor;
  EXPECT_EQ(copy.lod(), tensor.lod());
  EXPECT_TRUE(copy.SharesMemoryWith(tensor));
}

TEST(LoDTensor, FromATensor) {
  const Tensor plain({3}, DataType::kInt32);
  const LoDTensor tensor(plain, LoD::FromLengths({{3}}));
  EXPECT_TRUE(tensor.SharesMemoryWith(plain));
  EXPECT_EQ(tensor.lod()->rows(), 3);
}

}  // namespace
}  // namespace paddle::framework
