#include "paddle/framework/interchange/onnx/tensor_data.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::onnx {
namespace {

using framework::DataType;
using framework::Tensor;
using proto::TensorProto;

TensorProto Proto(int type, const std::vector<int64_t>& dims) {
  TensorProto proto;
  proto.set_name("w");
  proto.set_data_type(type);
  *proto.mutable_dims() = {dims.begin(), dims.end()};
  return proto;
}

void AddExternal(TensorProto* proto, const std::string& key,
                 const std::string& value) {
  proto->set_data_location(TensorProto::EXTERNAL);
  auto* entry = proto->add_external_data();
  entry->set_key(key);
  entry->set_value(value);
}

TEST(TensorDataTest, ReadsRawData) {
  TensorProto proto = Proto(TensorProto::INT16, {2});
  proto.set_raw_data(std::string("\x01\x00\xff\xff", 4));
  const Tensor tensor = ReadTensor(proto, "");
  EXPECT_EQ(tensor.dtype(), DataType::kInt16);
  EXPECT_EQ(tensor.data<int16_t>()[0], 1);
  EXPECT_EQ(tensor.data<int16_t>()[1], -1);
}

TEST(TensorDataTest, ReadsTypedFields) {
  TensorProto floats = Proto(TensorProto::FLOAT, {});
  floats.add_float_data(2.5f);
  EXPECT_EQ(*ReadTensor(floats, "").data<float>(), 2.5f);
  TensorProto doubles = Proto(TensorProto::DOUBLE, {1});
  doubles.add_double_data(2.5);
  EXPECT_EQ(*ReadTensor(doubles, "").data<double>(), 2.5);
  TensorProto longs = Proto(TensorProto::INT64, {1});
  longs.add_int64_data(int64_t{1} << 40);
  EXPECT_EQ(*ReadTensor(longs, "").data<int64_t>(), int64_t{1} << 40);
  TensorProto bytes = Proto(TensorProto::UINT8, {1});
  bytes.add_int32_data(200);
  EXPECT_EQ(*ReadTensor(bytes, "").data<uint8_t>(), 200);
  TensorProto bools = Proto(TensorProto::BOOL, {1});
  bools.add_int32_data(1);
  EXPECT_TRUE(*ReadTensor(bools, "").data<bool>());
  TensorProto halves = Proto(TensorProto::FLOAT16, {1});
  halves.add_int32_data(0x3c00);
  const Tensor half = ReadTensor(halves, "");
  EXPECT_EQ(static_cast<float>(*half.data<platform::float16>()), 1.f);
}

TEST(TensorDataTest, ReadsElementsThatAreStoredOnly) {
  TensorProto longs = Proto(TensorProto::UINT64, {1});
  longs.add_uint64_data(~uint64_t{0});
  EXPECT_EQ(*ReadTensor(longs, "").data<uint64_t>(), ~uint64_t{0});
  TensorProto words = Proto(TensorProto::UINT32, {1});
  words.add_uint64_data(7);
  EXPECT_EQ(*ReadTensor(words, "").data<uint32_t>(), 7);
  TensorProto shorts = Proto(TensorProto::UINT16, {1});
  shorts.add_int32_data(65535);
  EXPECT_EQ(*ReadTensor(shorts, "").data<uint16_t>(), 65535);
  TensorProto bytes = Proto(TensorProto::FLOAT8E5M2, {2});
  bytes.add_int32_data(0x3c);
  bytes.add_int32_data(0xbc);
  EXPECT_EQ(ReadTensor(bytes, "").data<platform::float8_e5m2>()[1].bits, 0xbc);
}

TEST(TensorDataTest, UnpacksElementsOfLessThanAByte) {
  TensorProto raw = Proto(TensorProto::INT4, {3});
  raw.set_raw_data(std::string("\x21\x0f", 2));
  EXPECT_EQ(ReadTensor(raw, "").data<platform::int4>()[2].bits, 15);
  TensorProto typed = Proto(TensorProto::FLOAT4E2M1, {2});
  typed.add_int32_data(0x97);
  EXPECT_EQ(ReadTensor(typed, "").data<platform::float4_e2m1fn>()[1].bits, 9);
  typed.add_int32_data(0);
  EXPECT_ERROR(ReadTensor(typed, ""), DataLoss,
               "has 2 bytes of data instead of 1");
  const platform::TemporaryFolder folder;
  platform::AtomicWriteFile(folder.Path("w.bin"), "\x1b\x02");
  TensorProto external = Proto(TensorProto::UINT2, {5});
  AddExternal(&external, "location", "w.bin");
  const Tensor two = ReadTensor(external, folder.Path(""));
  EXPECT_EQ(two.data<platform::uint2>()[0].bits, 3);
  EXPECT_EQ(two.data<platform::uint2>()[4].bits, 2);
}

TEST(TensorDataTest, BoolsAreZeroOrOne) {
  TensorProto proto = Proto(TensorProto::BOOL, {2});
  proto.set_raw_data(std::string("\x07\x00", 2));
  const Tensor tensor = ReadTensor(proto, "");
  EXPECT_EQ(static_cast<const uint8_t*>(tensor.raw_data())[0], 1);
}

TEST(TensorDataTest, ChecksTheNumberOfElements) {
  TensorProto proto = Proto(TensorProto::FLOAT, {3});
  proto.set_raw_data("12345678");
  EXPECT_ERROR(ReadTensor(proto, ""), DataLoss,
               "tensor 'w' [3] has 8 bytes of data instead of 12");
  TensorProto typed = Proto(TensorProto::FLOAT, {3});
  typed.add_float_data(1);
  EXPECT_ERROR(ReadTensor(typed, ""), DataLoss, "has 4 bytes");
  // The data of another type is none.
  TensorProto other = Proto(TensorProto::FLOAT, {1});
  other.add_int64_data(1);
  EXPECT_ERROR(ReadTensor(other, ""), DataLoss, "has 0 bytes");
}

TEST(TensorDataTest, RefusesAbsurdDims) {
  const int64_t huge = std::numeric_limits<int64_t>::max();
  EXPECT_ERROR(ReadTensor(Proto(TensorProto::FLOAT, {-1}), ""), DataLoss,
               "has a size of -1");
  EXPECT_ERROR(ReadTensor(Proto(TensorProto::FLOAT, {huge, huge}), ""),
               DataLoss, "more elements than memory can hold");
  EXPECT_ERROR(ReadTensor(Proto(TensorProto::INT8, {0, huge, huge}), ""),
               DataLoss, "more elements than memory can hold");
  EXPECT_ERROR(ReadTensor(Proto(TensorProto::INT8, {int64_t{1} << 40}), ""),
               DataLoss, "has 0 bytes of data instead of 1099511627776");
  EXPECT_ERROR(
      ReadTensor(Proto(TensorProto::FLOAT, std::vector<int64_t>(10, 1)), ""),
      Unimplemented, "rank 10");
}

TEST(TensorDataTest, RefusesTypesThatTensorsLack) {
  EXPECT_ERROR(TypeOf(TensorProto::STRING), Unimplemented, "string");
  EXPECT_ERROR(TypeOf(TensorProto::COMPLEX64), Unimplemented, "complex64");
  EXPECT_ERROR(TypeOf(0), DataLoss, "number 0");
  EXPECT_ERROR(TypeOf(99), DataLoss, "number 99");
}

TEST(TensorDataTest, ReadsExternalData) {
  const platform::TemporaryFolder folder;
  platform::AtomicWriteFile(folder.Path("w.bin"), "....\x01\x02\x03\x04");
  TensorProto proto = Proto(TensorProto::UINT8, {2, 2});
  AddExternal(&proto, "location", "w.bin");
  AddExternal(&proto, "offset", "4");
  EXPECT_EQ(ReadTensor(proto, folder.Path("")).data<uint8_t>()[3], 4);
  AddExternal(&proto, "length", "3");
  EXPECT_ERROR(ReadTensor(proto, folder.Path("")), DataLoss,
               "has 3 bytes of data instead of 4");
}

// Returns the kilobytes of this process that no other one and no file shares.
int64_t PrivateKilobytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  int64_t kilobytes = -1;
  while (kilobytes < 0 && status >> word) {
    if (word == "RssAnon:") status >> kilobytes;
  }
  return kilobytes;
}

TEST(TensorDataTest, LargeExternalDataStaysInItsFile) {
  constexpr int64_t kBytes = 100 << 20;
  const platform::TemporaryFolder folder;
  platform::AtomicWriteFile(folder.Path("w.bin"), std::string(64, 'x'));
  std::filesystem::resize_file(folder.Path("w.bin"), kBytes + 64);
  TensorProto proto = Proto(TensorProto::UINT8, {kBytes});
  AddExternal(&proto, "location", "w.bin");
  AddExternal(&proto, "offset", "64");
  const int64_t before = PrivateKilobytes();
  ASSERT_GT(before, 0);
  Tensor tensor = ReadTensor(proto, folder.Path(""));
  const auto* data = tensor.data<uint8_t>();
  EXPECT_EQ(std::count(data, data + kBytes, 0), kBytes);
  EXPECT_LT(PrivateKilobytes() - before, kBytes / 1024 / 10);
  tensor.mutable_data<uint8_t>()[0] = 7;
  std::ifstream file(folder.Path("w.bin"));
  EXPECT_EQ(file.seekg(64).get(), 0);
}

TEST(TensorDataTest, MapsNoElementsOutOfPlace) {
  const platform::TemporaryFolder folder;
  std::string bytes(1 << 17, 'x');
  bytes[4] = 'a';
  platform::AtomicWriteFile(folder.Path("w.bin"), bytes);
  TensorProto proto = Proto(TensorProto::UINT8, {1 << 16});
  AddExternal(&proto, "location", "w.bin");
  AddExternal(&proto, "offset", "4");
  const Tensor tensor = ReadTensor(proto, folder.Path(""));
  EXPECT_EQ(tensor.data<uint8_t>()[0], 'a');
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.raw_data()) % 64, 0);
}

TEST(TensorDataTest, NamesNoExternalByteTwice) {
  const platform::TemporaryFolder folder;
  platform::AtomicWriteFile(folder.Path("w.bin"), "12345678");
  proto::ModelProto model;
  proto::GraphProto& graph = *model.mutable_graph();
  for (const char* offset : {"0", "4"}) {
    TensorProto* half = graph.add_initializer();
    *half = Proto(TensorProto::UINT8, {4});
    AddExternal(half, "location", "w.bin");
    AddExternal(half, "offset", offset);
  }
  CheckExternalBytes(model, folder.Path(""));
  auto* inner = graph.add_node()->add_attribute()->mutable_g();
  auto* again = inner->add_node()->add_attribute()->mutable_t();
  *again = graph.initializer(0);
  EXPECT_ERROR(CheckExternalBytes(model, folder.Path("")), DataLoss,
               "need 12 bytes of external data, and its 1 files have 8");
  // A file that is not there is reported when it is read.
  AddExternal(again, "location", "none.bin");
  CheckExternalBytes(model, folder.Path(""));
}

TEST(TensorDataTest, ChecksExternalDataBeforeItAllocates) {
  const platform::TemporaryFolder folder;
  platform::AtomicWriteFile(folder.Path("w.bin"), "1234");
  TensorProto large = Proto(TensorProto::UINT8, {int64_t{1} << 50});
  AddExternal(&large, "location", "w.bin");
  EXPECT_ERROR(ReadTensor(large, folder.Path("")), DataLoss,
               "of w.bin on, which has 4");
  TensorProto behind = Proto(TensorProto::UINT8, {1});
  AddExternal(&behind, "location", "w.bin");
  AddExternal(&behind, "offset", "18446744073709551615");
  EXPECT_ERROR(ReadTensor(behind, folder.Path("")), DataLoss, "which has 4");
  TensorProto text = Proto(TensorProto::UINT8, {1});
  AddExternal(&text, "offset", "four");
  EXPECT_ERROR(ReadTensor(text, folder.Path("")), DataLoss, "is no number");
  TensorProto outside = Proto(TensorProto::UINT8, {4});
  AddExternal(&outside, "location", "../w.bin");
  EXPECT_ERROR(ReadTensor(outside, folder.Path("")), InvalidArgument,
               "below the model's folder");
}

}  // namespace
}  // namespace paddle::onnx
