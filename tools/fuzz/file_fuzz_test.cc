// Mutated files through every reader: whatever they hold, the process goes on,
// and the only exception is platform::Error, which names the file.

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>

#include "gtest/gtest.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/program_file.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/framework/tensor/serialization.h"
#include "paddle/platform/file.h"
#include "paddle/platform/manifest.h"
#include "paddle/platform/testing/temporary_folder.h"
#include "paddle/tools/fuzz/fuzz_loop.h"
#include "paddle/tools/fuzz/mutate_bytes.h"
#include "paddle/tools/fuzz/outcomes.h"

namespace paddle::fuzz {
namespace {

using framework::DataType;
using framework::LoDTensor;
using framework::NamedTensors;
using framework::Program;
using framework::SelectedRows;
using framework::Tensor;
using framework::testing::Mul;
using framework::testing::TinyOps;
using platform::ErrorCode;

Tensor Zeros(const framework::Dims& dims, DataType dtype) {
  Tensor tensor(dims, dtype);
  auto* bytes = static_cast<char*>(tensor.raw_mutable_data());
  std::fill(bytes, bytes + tensor.bytes(), 0);
  return tensor;
}

std::string TensorFile() {
  NamedTensors tensors;
  tensors["w"] = LoDTensor(Zeros({2, 3}, DataType::kFloat32));
  tensors["words"] = LoDTensor(Zeros({3, 1}, DataType::kInt64),
                               framework::LoD::FromLengths({{1, 1}, {2, 1}}));
  tensors["flag"] = LoDTensor(Zeros({}, DataType::kBool));
  tensors["none"] = LoDTensor(Zeros({0, 4}, DataType::kFloat64));
  SelectedRows rows;
  rows.set_height(5);
  *rows.mutable_rows() = {4, 0};
  *rows.mutable_value() = Zeros({2, 2}, DataType::kFloat16);
  tensors["rows"] = rows;
  return framework::SerializeTensors(tensors);
}

// A loop around a product of a feed and a parameter.
std::string ProgramFile() {
  Program program(TinyOps());
  framework::testing::AddFeed(&program, "x", {-1, 3});
  framework::testing::AddParameter(&program, "w", {3, 3});
  const int body = program.AddBlock(0);
  program.AppendOp(body, Mul("w", "w", "next"));
  program.AppendOp(0, Mul("x", "w", "y"));
  program.AppendOp(0, framework::testing::Loop({"y"}, {"z"}, body));
  return program.Serialize();
}

class FileFuzzTest : public testing::Test {
 protected:
  FileFuzzTest() {
    platform::AtomicWriteFile(folder_.Path("one"), "123456789");
    platform::AtomicWriteFile(folder_.Path("two"), "");
    platform::WriteManifest(folder_.Path(""));
    manifest_ = platform::ReadFile(folder_.Path(platform::kManifestFile));
  }

  std::string Written(const std::string& name, const std::string& bytes) const {
    const std::string path = folder_.Path(name);
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  // Reads mutation i. Each kind of file has its turn; every other tensor and
  // program has right checksums.
  void Read(uint64_t i) {
    Random random(i);
    const uint64_t kind = i % 6;
    const bool whole = random() % 4 != 0;
    if (kind < 4) {
      std::string bytes = MutateBytes(tensors_, &random);
      if (whole) bytes = WithTensorChecksums(std::move(bytes));
      kind == 0 ? ReadTensorFile(bytes) : ReadTensors(bytes);
    } else if (kind == 4) {
      std::string bytes = MutateBytes(program_, &random);
      if (whole) bytes = WithProgramChecksum(std::move(bytes));
      ReadProgram(bytes);
    } else {
      Written(platform::kManifestFile, MutateBytes(manifest_, &random));
      platform::CheckManifest(folder_.Path(""));
    }
  }

  void ReadTensors(const std::string& bytes) {
    const NamedTensors tensors = framework::ParseTensors(bytes, "file");
    const std::string again = framework::SerializeTensors(tensors);
    EXPECT_EQ(
        framework::SerializeTensors(framework::ParseTensors(again, "file")),
        again);
  }
  void ReadTensorFile(const std::string& bytes) {
    framework::LoadTensors(Written("file", bytes));
  }
  void ReadProgram(const std::string& bytes) {
    Program::Parse(TinyOps(),
                   framework::ReadProgramFile(Written("file", bytes)));
  }

 private:
  const platform::TemporaryFolder folder_;
  const std::string tensors_ = TensorFile();
  const std::string program_ = ProgramFile();
  std::string manifest_;
};

TEST_F(FileFuzzTest, DamagedFilesNeverEndTheProcess) {
  Outcomes outcomes;
  FuzzLoop("file", [&](uint64_t i) { outcomes.Count([&] { Read(i); }); });
  outcomes.Check(ErrorCode::kDataLoss);
}

TEST_F(FileFuzzTest, ChecksumsAreMadeRight) {
  std::string bytes = TensorFile();
  EXPECT_EQ(WithTensorChecksums(bytes), bytes);
  bytes.back() ^= 1;
  EXPECT_EQ(WithTensorChecksums(bytes), TensorFile());
  bytes = ProgramFile();
  EXPECT_EQ(WithProgramChecksum(bytes), bytes);
  bytes.back() ^= 1;
  EXPECT_EQ(WithProgramChecksum(bytes), ProgramFile());
}

}  // namespace
}  // namespace paddle::fuzz
