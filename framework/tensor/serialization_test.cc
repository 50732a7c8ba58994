#include "paddle/framework/tensor/serialization.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>

#include "gtest/gtest.h"

#include "paddle/platform/crc32c.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/gpu.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::framework {
namespace {

Tensor Filled(const Dims& dims, DataType dtype) {
  Tensor tensor(dims, dtype);
  auto* bytes = static_cast<unsigned char*>(tensor.raw_mutable_data());
  for (size_t i = 0; i < tensor.bytes(); ++i) {
    bytes[i] = dtype == DataType::kBool ? i % 2 : i * 7 + 1;
  }
  return tensor;
}

NamedTensors Samples() {
  NamedTensors tensors;
  for (int number = 1; number <= 10; ++number) {
    const DataType type = DataTypeFromNumber(number);
    tensors[DataTypeName(type)] = LoDTensor(Filled({3, 2}, type));
  }
  tensors["scalar"] = LoDTensor(Filled({}, DataType::kFloat64));
  tensors["no rows"] = LoDTensor(Filled({0, 5}, DataType::kFloat32));
  tensors["rank 9"] =
      LoDTensor(Filled({1, 2, 1, 2, 1, 1, 1, 1, 3}, DataType::kInt16));
  tensors[""] = LoDTensor(Filled({1}, DataType::kInt8));
  tensors[std::string("w/\0\xff", 4)] = LoDTensor(
      Filled({4, 2}, DataType::kFloat32), LoD::FromLengths({{2, 0}, {1, 3}}));
  SelectedRows rows;
  rows.set_height(100);
  *rows.mutable_rows() = {99, 0, 99};
  *rows.mutable_value() = Filled({3, 2}, DataType::kFloat32);
  tensors["rows"] = rows;
  return tensors;
}

std::string Bytes(const Tensor& tensor) {
  return {static_cast<const char*>(tensor.raw_data()), tensor.bytes()};
}

void ExpectEqual(const LoDTensor& a, const LoDTensor& b) {
  EXPECT_EQ(a.dims(), b.dims());
  EXPECT_EQ(a.dtype(), b.dtype());
  EXPECT_TRUE(SameLoD(a.lod(), b.lod()));
  EXPECT_EQ(Bytes(a), Bytes(b));
}

void ExpectEqual(const SelectedRows& a, const SelectedRows& b) {
  EXPECT_EQ(a.height(), b.height());
  EXPECT_EQ(a.rows(), b.rows());
  EXPECT_EQ(Bytes(a.value()), Bytes(b.value()));
}

void ExpectEqual(const NamedTensors& a, const NamedTensors& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [name, value] : a) {
    ASSERT_EQ(b.count(name), 1u) << name;
    std::visit(
        [&other = b.at(name)](const auto& mine) {
          using Value = std::decay_t<decltype(mine)>;
          ExpectEqual(mine, std::get<Value>(other));
        },
        value);
  }
}

// Returns copies of the tensors on a GPU.
NamedTensors OnGPU(const NamedTensors& tensors) {
  const platform::Place place = platform::CUDAPlace(0);
  NamedTensors there = tensors;
  for (auto& [name, value] : there) {
    if (auto* tensor = std::get_if<LoDTensor>(&value)) {
      *tensor = LoDTensor(Copy(*tensor, place), tensor->lod());
    } else {
      Tensor* rows = std::get<SelectedRows>(value).mutable_value();
      *rows = Copy(*rows, place);
    }
  }
  return there;
}

NamedTensors One() {
  return {{"w", LoDTensor(Filled({2, 2}, DataType::kFloat32))}};
}

// Replaces bytes of the only entry's header and makes its checksum right.
std::string WithHeader(std::string bytes, size_t at, const std::string& patch) {
  constexpr size_t kStart = 24;  // of the entry
  bytes.replace(kStart + 8 + at, patch.size(), patch);
  uint64_t length;
  std::memcpy(&length, &bytes[kStart], sizeof(length));
  const uint32_t sum = platform::Crc32c(&bytes[kStart], 8 + length);
  std::memcpy(&bytes[kStart + 8 + length], &sum, sizeof(sum));
  return bytes;
}

std::string Number(uint64_t value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

void Parse(const std::string& bytes) { ParseTensors(bytes, "x.pdt"); }

TEST(Serialization, EverythingComesBack) {
  ExpectEqual(ParseTensors(SerializeTensors(Samples()), "memory"), Samples());
  EXPECT_TRUE(ParseTensors(SerializeTensors({}), "memory").empty());
}

TEST(Serialization, SameTensorsSameBytes) {
  EXPECT_EQ(SerializeTensors(Samples()), SerializeTensors(Samples()));
}

TEST(Serialization, ValuesOfAGPUAreWrittenAlike) {
  PADDLE_SKIP_WITHOUT_GPU();
  EXPECT_EQ(SerializeTensors(OnGPU(Samples())), SerializeTensors(Samples()));
}

// Written out by hand from FORMAT.md: old files must stay readable.
TEST(Serialization, TheBytesAreThoseOfTheDocument) {
  const auto start = [](char version) {
    return "\x93PADDLE\n" + std::string(1, version) + std::string(3, '\0') +
           Number(1);
  };
  std::string header = Number(1) + "w" + '\0' + '\x05' + Number(1) + Number(2) +
                       std::string(4, '\0') + Number(8);
  std::string framed = Number(header.size()) + header;
  const std::string data("\1\0\0\0\xff\xff\xff\xff", 8);
  const auto with_sum = [](const std::string& bytes) {
    const uint32_t sum = platform::Crc32c(bytes.data(), bytes.size());
    return bytes + std::string(reinterpret_cast<const char*>(&sum), 4);
  };
  // The data would begin at byte 75.
  const std::string file = with_sum(start(2)) + with_sum(framed) +
                           std::string(53, '\0') + with_sum(data);
  const std::string old_file =
      with_sum(start(1)) + with_sum(framed) + with_sum(data);
  Tensor tensor({2}, DataType::kInt32);
  tensor.mutable_data<int32_t>()[0] = 1;
  tensor.mutable_data<int32_t>()[1] = -1;
  EXPECT_EQ(SerializeTensors({{"w", LoDTensor(tensor)}}), file);
  ExpectEqual(ParseTensors(file, "x"), {{"w", LoDTensor(tensor)}});
  ExpectEqual(ParseTensors(old_file, "x"), {{"w", LoDTensor(tensor)}});
}

TEST(Serialization, EveryTruncationIsFound) {
  const std::string bytes = SerializeTensors(Samples());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_ERROR(Parse(bytes.substr(0, size)), DataLoss, "file x.pdt");
  }
  EXPECT_ERROR(Parse(bytes + "x"), DataLoss,
               "file x.pdt: 1 bytes follow the last entry");
}

TEST(Serialization, EveryFlippedBitIsFound) {
  std::string bytes = SerializeTensors(Samples());
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<char>(1 << bit % 8);
    EXPECT_ERROR(Parse(bytes), DataLoss, "file x.pdt");
    bytes[bit / 8] ^= static_cast<char>(1 << bit % 8);
  }
}

TEST(Serialization, ErrorsSayWhereAndWhat) {
  const std::string bytes = SerializeTensors(One());
  EXPECT_ERROR(Parse(bytes.substr(0, bytes.size() - 6)), DataLoss,
               "DataLoss: file x.pdt, entry 0 \"w\": the data needs 16 bytes, "
               "14 are left");
  std::string flipped = bytes;
  flipped[bytes.size() - 5] ^= 4;
  EXPECT_ERROR(Parse(flipped), DataLoss,
               "file x.pdt, entry 0 \"w\": the checksum of the data does not "
               "match");
  EXPECT_ERROR(Parse("hello, world"), DataLoss, "this is no file of tensors");
  EXPECT_ERROR(Parse(""), DataLoss, "the magic number needs 8 bytes, 0 are");
  std::string newer = bytes;
  newer[8] = 3;
  EXPECT_ERROR(Parse(newer), DataLoss, "version 3 of the format is not known");
}

// The header of One(): name at 0 (9 bytes), kind 9, type 10, dims at 11
// (count, 2, 2), LoD at 35, length at 39.
TEST(Serialization, AbsurdHeadersAreRefused) {
  const std::string bytes = SerializeTensors(One());
  const auto parse = [&bytes](size_t at, const std::string& patch) {
    Parse(WithHeader(bytes, at, patch));
  };
  parse(0, "");
  const uint64_t huge = uint64_t{1} << 61;
  EXPECT_ERROR(parse(0, Number(huge)), DataLoss, "the name has 23058430092136");
  EXPECT_ERROR(parse(9, "\x02"), DataLoss, "no kind of entry has the number 2");
  EXPECT_ERROR(parse(10, "\x18"), DataLoss, "no data type has the number 24");
  EXPECT_ERROR(parse(11, Number(huge)), DataLoss, "dims has");
  EXPECT_ERROR(parse(19, Number(huge)), DataLoss, "16 bytes cannot be float32");
  EXPECT_ERROR(parse(19, Number(huge) + Number(huge)), DataLoss, "overflows");
  EXPECT_ERROR(parse(19, Number(-2)), DataLoss, "a size is negative");
  EXPECT_ERROR(parse(35, "\xff\xff\xff\xff"), DataLoss, "LoD level");
  EXPECT_ERROR(parse(39, Number(huge)), DataLoss, "cannot be float32 [2, 2]");
  EXPECT_ERROR(parse(19, Number(huge) + Number(2) + std::string(4, '\0') +
                             Number(huge * 8)),
               DataLoss, "cannot be float32");
  EXPECT_ERROR(parse(19, Number(huge / 8) + Number(2) + std::string(4, '\0') +
                             Number(huge)),
               DataLoss, "the data needs");
}

TEST(Serialization, ABoolIsZeroOrOne) {
  Tensor tensor({1}, DataType::kBool);
  *static_cast<unsigned char*>(tensor.raw_mutable_data()) = 2;
  EXPECT_ERROR(Parse(SerializeTensors({{"b", LoDTensor(tensor)}})), DataLoss,
               "entry 0 \"b\": a bool is the byte 2");
}

TEST(Serialization, RandomDamageNeverEscapesAsAnotherError) {
  const std::string bytes = SerializeTensors(Samples());
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 4; ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    if (damaged == bytes) continue;
    EXPECT_ERROR(Parse(damaged), DataLoss, "file x.pdt");
  }
}

class TensorFileTest : public testing::Test {
 protected:
  std::string Path() const { return folder_.Path("x.pdt"); }
  int Files() const { return folder_.Entries(); }

 private:
  const platform::TemporaryFolder folder_;
};

TEST_F(TensorFileTest, SavedAndLoaded) {
  SaveTensors(Path(), Samples());
  ExpectEqual(LoadTensors(Path()), Samples());
  EXPECT_EQ(platform::ReadFile(Path()), SerializeTensors(Samples()));
  EXPECT_EQ(Files(), 1);
}

LoadOptions Mapped() {
  LoadOptions options;
  options.map = true;
  return options;
}

TEST_F(TensorFileTest, MappedTensorsHaveTheBytesOfTheFile) {
  SaveTensors(Path(), Samples());
  const NamedTensors mapped = LoadTensors(Path(), Mapped());
  platform::AtomicWriteFile(Path(), "replaced");
  ExpectEqual(mapped, Samples());
  for (const auto& [name, value] : mapped) {
    if (const auto* tensor = std::get_if<LoDTensor>(&value)) {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor->raw_data()) % 64, 0);
    }
  }
}

TEST_F(TensorFileTest, WritesToMappedTensorsStayInMemory) {
  SaveTensors(Path(), One());
  NamedTensors mapped = LoadTensors(Path(), Mapped());
  std::get<LoDTensor>(mapped["w"]).mutable_data<float>()[0] = 7;
  ExpectEqual(LoadTensors(Path(), Mapped()), One());
  ExpectEqual(LoadTensors(Path()), One());
}

TEST_F(TensorFileTest, MappedFilesAreJudgedAsOthersAre) {
  const std::string bytes = SerializeTensors(Samples());
  for (size_t size = 0; size < bytes.size(); size += 13) {
    platform::AtomicWriteFile(Path(), bytes.substr(0, size));
    EXPECT_ERROR(LoadTensors(Path(), Mapped()), DataLoss, Path());
    std::string flipped = bytes;
    flipped[size] ^= 4;
    platform::AtomicWriteFile(Path(), flipped);
    EXPECT_ERROR(LoadTensors(Path(), Mapped()), DataLoss, Path());
  }
}

TEST_F(TensorFileTest, AFailedSaveKeepsTheOldFile) {
  SaveTensors(Path(), One());
  NamedTensors bad = Samples();
  bad["z"] = LoDTensor();
  EXPECT_ERROR(SaveTensors(Path(), bad), FailedPrecondition,
               "when saving \"z\"");
  ExpectEqual(LoadTensors(Path()), One());
  EXPECT_EQ(Files(), 1);
}

TEST_F(TensorFileTest, WhatCouldNotBeLoadedIsNotSaved) {
  NamedTensors tensors;
  tensors["w"] =
      LoDTensor(Filled({2}, DataType::kInt8), LoD::FromLengths({{1, 2}}));
  EXPECT_ERROR(SaveTensors(Path(), tensors), InvalidArgument,
               "a LoD of 3 rows on a tensor [2]");
  SelectedRows rows;
  rows.set_height(1);
  *rows.mutable_rows() = {1};
  *rows.mutable_value() = Filled({1}, DataType::kInt8);
  EXPECT_ERROR(SaveTensors(Path(), {{"r", rows}}), OutOfRange,
               "selected row 1 of 1");
  EXPECT_EQ(Files(), 0);
}

// A file of another kind that would fill the memory, and one of ours whose
// sizes would: neither is read.
TEST_F(TensorFileTest, AHugeFileIsJudgedByItsStart) {
  const auto huge = uint64_t{1} << 42;
  platform::AtomicWriteFile(Path(), "not a tensor");
  std::filesystem::resize_file(Path(), huge);
  EXPECT_ERROR(LoadTensors(Path()), DataLoss, "this is no file of tensors");
  std::string bytes = SerializeTensors(One());
  bytes.replace(24, 8, Number(huge / 2));
  platform::AtomicWriteFile(Path(), bytes);
  std::filesystem::resize_file(Path(), huge);
  EXPECT_ERROR(LoadTensors(Path()), DataLoss, "a header of 2199023255552");
  // Legal sizes: there is no such memory, and the process goes on.
  bytes = WithHeader(
      SerializeTensors(One()), 19,
      Number(huge / 16) + Number(2) + std::string(4, '\0') + Number(huge / 2));
  platform::AtomicWriteFile(Path(), bytes);
  std::filesystem::resize_file(Path(), huge);
  EXPECT_ERROR(LoadTensors(Path()), ResourceExhausted, "entry 0 \"w\"");
}

TEST_F(TensorFileTest, FilesAreJudgedAsBytesAre) {
  const std::string bytes = SerializeTensors(Samples());
  for (size_t size = 0; size < bytes.size(); size += 7) {
    std::ofstream(Path(), std::ios::binary) << bytes.substr(0, size);
    EXPECT_ERROR(LoadTensors(Path()), DataLoss, Path());
  }
}

TEST_F(TensorFileTest, AMissingFileIsNamed) {
  EXPECT_ERROR(LoadTensors(Path()), NotFound, "x.pdt: No such file");
}

}  // namespace
}  // namespace paddle::framework
