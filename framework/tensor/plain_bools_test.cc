#include "paddle/framework/tensor/plain_bools.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

Tensor TensorOf(const std::vector<uint8_t>& bytes, DataType dtype) {
  Tensor tensor({static_cast<int64_t>(bytes.size())}, dtype);
  std::memcpy(tensor.raw_mutable_data(), bytes.data(), bytes.size());
  return tensor;
}

std::vector<uint8_t> BytesOf(const Tensor& tensor) {
  const auto* bytes = static_cast<const uint8_t*>(tensor.raw_data());
  return {bytes, bytes + tensor.bytes()};
}

TEST(PlainBools, OtherBytesBecomeOne) {
  const Tensor odd = TensorOf({0, 1, 2, 255, 0}, DataType::kBool);
  const Tensor plain = PlainBools(odd);
  EXPECT_EQ(BytesOf(plain), (std::vector<uint8_t>{0, 1, 1, 1, 0}));
  EXPECT_EQ(plain.dims(), odd.dims());
  EXPECT_EQ(BytesOf(odd)[3], 255);
}

TEST(PlainBools, PlainOnesAreNotCopied) {
  for (const auto& bytes : {std::vector<uint8_t>{0, 1, 1}, {}}) {
    const Tensor tensor = TensorOf(bytes, DataType::kBool);
    EXPECT_TRUE(PlainBools(tensor).SharesMemoryWith(tensor));
  }
}

TEST(PlainBools, OtherTypesAndEmptyTensorsAreLeftAlone) {
  const Tensor bytes = TensorOf({0, 7}, DataType::kUInt8);
  EXPECT_TRUE(PlainBools(bytes).SharesMemoryWith(bytes));
  EXPECT_FALSE(PlainBools(Tensor()).initialized());
}

}  // namespace
}  // namespace paddle::framework
