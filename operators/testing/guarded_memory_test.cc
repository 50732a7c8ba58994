#include "paddle/operators/testing/guarded_memory.h"

#include <cstdint>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;
using ::testing::HasSubstr;

TEST(GuardedMemory, NoticesWritesOnBothSides) {
  for (int where : {-1, -500, 12, 40}) {
    auto memory = GuardedMemory::Create(12, 0xAA);
    auto* bytes = static_cast<uint8_t*>(memory->data());
    EXPECT_EQ(bytes[0], 0xAA);
    for (int i = 0; i < 12; ++i) bytes[i] = 1;
    EXPECT_EQ(memory->Damage(), "");
    bytes[where] = 1;
    EXPECT_THAT(memory->Damage(), HasSubstr("at byte " + std::to_string(where) +
                                            " of a buffer of 12 bytes"));
  }
}

TEST(GuardedMemory, HoldsATensor) {
  framework::Tensor tensor = GuardedTensor(Dims({2, 0}), DataType::kFloat32, 0);
  ASSERT_NE(GuardsOf(tensor), nullptr);
  tensor.mutable_data<float>()[0] = 1;
  EXPECT_NE(GuardsOf(tensor)->Damage(), "");
  EXPECT_EQ(GuardsOf(framework::Tensor(Dims({1}), DataType::kInt8)), nullptr);
}

}  // namespace
}  // namespace paddle::operators::testing
