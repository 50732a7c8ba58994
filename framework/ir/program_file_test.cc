// Also of Program::Serialize and Program::Parse.
#include "paddle/framework/ir/program_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>

#include "gtest/gtest.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::framework::testing {
namespace {

constexpr size_t kHeader = 20;

std::shared_ptr<Program> Example() {
  auto program = std::make_shared<Program>(TinyOps());
  AddFeed(program.get(), "x", {-1, 3});
  AddParameter(program.get(), "w", {3, 3});
  program->global_block().sizes().Mul(kBatchSize, 3);
  const int body = program->AddBlock(0);
  program->AppendOp(body, Mul("w", "w", "next"));
  proto::OpDesc mul = Mul("x", "w", "y");
  mul.add_call_site()->set_file("net.py");
  program->AppendOp(0, mul);
  program->AppendOp(0, Loop({"y"}, {"z"}, body));
  program->NewVar(0, "fc");
  program->set_random_seed(7);
  return program;
}

std::string Message(const Program& program) {
  return program.desc().SerializeAsString();
}

// A container, whole by its checksum, around any payload.
std::string Container(const std::string& payload, char version = 1) {
  std::string bytes = Example()->Serialize().substr(0, kHeader);
  bytes[8] = version;
  for (int i = 0; i < 8; ++i) {
    bytes[12 + i] = static_cast<char>(payload.size() >> (8 * i));
  }
  bytes += payload;
  const uint32_t sum = platform::Crc32c(bytes.data(), bytes.size());
  for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(sum >> 8 * i));
  return bytes;
}

TEST(ContainerTest, ParseGivesBackWhatSerializeWrote) {
  auto program = Example();
  auto parsed = Program::Parse(TinyOps(), program->Serialize(true));
  EXPECT_EQ(Message(*parsed), Message(*program));
  EXPECT_EQ(parsed->UniqueName("fc.tmp"), "fc.tmp_1");
  EXPECT_EQ(parsed->global_block().sizes().Mul(kBatchSize, 3), -2);
}

TEST(ContainerTest, CallSitesOnlyOnRequest) {
  auto program = Example();
  auto parsed = Program::Parse(TinyOps(), program->Serialize());
  EXPECT_EQ(parsed->desc().blocks(0).ops(0).call_site_size(), 0);
  EXPECT_EQ(program->desc().blocks(0).ops(0).call_site_size(), 1);
}

TEST(ContainerTest, TheSameBytesEachTime) {
  EXPECT_EQ(Example()->Serialize(), Example()->Serialize());
  EXPECT_EQ(Example()->Clone()->Serialize(), Example()->Serialize());
}

TEST(ContainerTest, EveryTruncationIsDataLoss) {
  const std::string bytes = Example()->Serialize();
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_ERROR(Program::Parse(TinyOps(), bytes.substr(0, length)), DataLoss,
                 "");
  }
}

TEST(ContainerTest, EveryFlippedByteIsDataLoss) {
  const std::string bytes = Example()->Serialize();
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = bytes;
    damaged[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
    EXPECT_ERROR(Program::Parse(TinyOps(), damaged), DataLoss, "");
  }
}

// Damage that a correct checksum hides is caught or harmless.
TEST(ContainerTest, NoMessageCrashes) {
  const std::string message = Message(*Example());
  std::mt19937 random(2);
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string damaged = message;
    const int times = 1 + random() % 3;
    for (int k = 0; k < times; ++k) {
      damaged[random() % message.size()] = static_cast<char>(random());
    }
    try {
      auto program = Program::Parse(TinyOps(), Container(damaged));
      Verify(*program->InferenceClone());
    } catch (const platform::Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(ContainerTest, Messages) {
  const std::string bytes = Example()->Serialize();
  EXPECT_ERROR(Program::Parse(TinyOps(), "hello"), DataLoss,
               "this is not a program: it does not begin with PDLPROG");
  EXPECT_ERROR(Program::Parse(TinyOps(), bytes + "x"), DataLoss,
               "the program is followed by other bytes");
  EXPECT_ERROR(Program::Parse(TinyOps(), bytes.substr(0, bytes.size() - 9)),
               DataLoss, "the program is truncated");
  std::string damaged = bytes;
  damaged[kHeader] ^= 1;
  EXPECT_ERROR(Program::Parse(TinyOps(), damaged), DataLoss,
               "the program is damaged: its checksum is wrong");
  EXPECT_ERROR(Program::Parse(TinyOps(), Container("", 2)), Unimplemented,
               "the program is in format version 2; this build reads version "
               "1");
  EXPECT_ERROR(Program::Parse(TinyOps(), Container("\x07\x07\x07")), DataLoss,
               "the program does not read as a ProgramDesc");
  EXPECT_ERROR(Program::Parse(TinyOps(), Container("")), InvalidArgument,
               "schema version 0");
}

TEST(ContainerTest, TextIsUtf8) {
  auto program = Example();
  program->global_block().Var("\xff");
  EXPECT_ERROR(program->Serialize(), InvalidArgument,
               "a name or text in the program is not UTF-8");
  EXPECT_ERROR(Program::Parse(TinyOps(), Container(Message(*program))),
               DataLoss, "the program does not read as a ProgramDesc");
}

TEST(ContainerTest, NewAttributesGetTheirDefaults) {
  proto::ProgramDesc desc = Example()->desc();
  desc.mutable_blocks(0)->mutable_ops(0)->clear_attrs();
  auto parsed = Program::Parse(TinyOps(), Container(desc.SerializeAsString()));
  EXPECT_EQ(GetAttr<int64_t>(parsed->desc().blocks(0).ops(0), "num_col_dims"),
            1);
}

TEST(ContainerTest, AFileIsJudgedByItsStart) {
  const platform::TemporaryFolder folder;
  const std::string path = folder.Path("program");
  const std::string bytes = Example()->Serialize();
  platform::AtomicWriteFile(path, bytes);
  EXPECT_EQ(ReadProgramFile(path), bytes);
  std::filesystem::resize_file(path, uint64_t{1} << 40);
  EXPECT_ERROR(ReadProgramFile(path), DataLoss, "followed by other bytes");
  EXPECT_ERROR(ReadProgramFile(path), DataLoss, "in " + path);
  platform::AtomicWriteFile(path, "text");
  std::filesystem::resize_file(path, uint64_t{1} << 40);
  EXPECT_ERROR(ReadProgramFile(path), DataLoss, "this is not a program");
  // As long as it says, and too long for protobuf.
  std::string huge = bytes.substr(0, kHeader);
  huge[12 + 5] = 1;  // the length: 2^40 and some
  platform::AtomicWriteFile(path, huge);
  std::filesystem::resize_file(path, (uint64_t{1} << 40) + bytes.size());
  EXPECT_ERROR(ReadProgramFile(path), DataLoss, "at most 1073741824");
  EXPECT_ERROR(ReadProgramFile(folder.Path("none")), NotFound, "none");
}

}  // namespace
}  // namespace paddle::framework::testing
