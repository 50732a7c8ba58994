#include "paddle/framework/interchange/onnx/packed_elements.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace paddle::onnx {
namespace {

using framework::DataType;
using framework::Tensor;

std::vector<int> Bytes(const Tensor& tensor) {
  const auto* data = static_cast<const uint8_t*>(tensor.raw_data());
  return {data, data + tensor.numel()};
}

TEST(PackedElements, TheFirstIsInTheLowestBits) {
  const uint8_t bytes[] = {0x21, 0xf3};
  Tensor four({3}, DataType::kInt4);
  Unpack(bytes, &four);
  EXPECT_EQ(Bytes(four), std::vector<int>({1, 2, 3}));
  EXPECT_EQ(Stored(four), std::string("\x21\x03"));
  Tensor two({5}, DataType::kUInt2);
  Unpack(bytes, &two);
  EXPECT_EQ(Bytes(two), std::vector<int>({1, 0, 2, 0, 3}));
  EXPECT_EQ(Stored(two), std::string("\x21\x03"));
}

TEST(PackedElements, Sizes) {
  EXPECT_EQ(StoredBytes(DataType::kFloat4E2M1FN, 3), 2);
  EXPECT_EQ(StoredBytes(DataType::kInt2, 5), 2);
  EXPECT_EQ(StoredBytes(DataType::kUInt4, 0), 0);
  EXPECT_EQ(StoredBytes(DataType::kFloat8E5M2, 3), 3);
  EXPECT_EQ(StoredBytes(DataType::kUInt64, 3), 24);
}

TEST(PackedElements, OtherTypesAreStoredAsTheyAre) {
  Tensor tensor({1}, DataType::kUInt16);
  *tensor.mutable_data<uint16_t>() = 0x4241;
  EXPECT_EQ(Stored(tensor), "AB");
}

}  // namespace
}  // namespace paddle::onnx
