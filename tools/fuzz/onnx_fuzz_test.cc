// Mutated ONNX models through the import: whatever they hold, the process goes
// on, the only exception is platform::Error, and no file outside of the model's
// folder is read. Models of a folder (PADDLE_FUZZ_MODELS), such as those of the
// suite of ONNX, are mutated beside our own.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/load.h"
#include "paddle/framework/interchange/onnx/model_file.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/temporary_folder.h"
#include "paddle/tools/fuzz/fuzz_loop.h"
#include "paddle/tools/fuzz/mutate_bytes.h"
#include "paddle/tools/fuzz/mutate_onnx.h"
#include "paddle/tools/fuzz/onnx_seeds.h"
#include "paddle/tools/fuzz/outcomes.h"

namespace paddle::fuzz {
namespace {

using framework::Scope;

// The bytes of a file that no model may read, and how many of them show that
// one has done so.
constexpr char kSecret = 's';
constexpr int kSecretBytes = 64;

class OnnxFuzzTest : public ::testing::Test {
 protected:
  OnnxFuzzTest() {
    std::filesystem::create_directories(folder_.Path("model/folder"));
    Write("secret", kSecret);
    Write("model/weights", 'w');
    Write("model/folder/weights", 'w');
    const std::string link = folder_.Path("model/link");
    EXPECT_EQ(symlink("../secret", link.c_str()), 0);
  }

  void Write(const std::string& name, char byte) {
    platform::AtomicWriteFile(folder_.Path(name),
                              std::string(kWeightBytes, byte));
  }

  // Imports a model as LoadOnnx does once it has read the file.
  void Import(const std::string& bytes) {
    const auto scope = Scope::Create();
    const auto program = onnx::ImportModel(
        onnx::ParseModel(bytes, "model.onnx"), "model.onnx",
        folder_.Path("model"), framework::OpInfoMap::Instance(), scope.get());
    framework::Verify(*program);
    for (const std::string& name : scope->LocalNames()) {
      CheckNotSecret(scope->FindVar(name)->Get<framework::LoDTensor>());
    }
  }

  void CheckNotSecret(const framework::LoDTensor& tensor) {
    if (!tensor.initialized() || tensor.bytes() < kSecretBytes) return;
    const std::string secret(kSecretBytes, kSecret);
    EXPECT_NE(std::memcmp(tensor.raw_data(), secret.data(), secret.size()), 0);
  }

  platform::TemporaryFolder folder_;
};

std::vector<std::string> Seeds() {
  std::vector<std::string> seeds = OnnxSeeds();
  if (const char* folder = std::getenv("PADDLE_FUZZ_MODELS")) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      seeds.push_back(platform::ReadFile(entry.path()));
    }
  }
  return seeds;
}

TEST_F(OnnxFuzzTest, SeedsAreValidModels) {
  for (const std::string& seed : OnnxSeeds()) {
    try {
      Import(seed);
    } catch (const platform::Error& error) {
      EXPECT_EQ(error.code(), platform::ErrorCode::kUnimplemented)
          << error.what();
    }
  }
}

TEST_F(OnnxFuzzTest, ReadsMutatedModels) {
  const std::vector<std::string> seeds = Seeds();
  Outcomes outcomes;
  FuzzLoop("ONNX models", [&](uint64_t i) {
    Random random(i);
    const std::string bytes = MutateOnnx(seeds[i % seeds.size()], &random);
    outcomes.Count([&] { Import(bytes); });
  });
  outcomes.Check(platform::ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace paddle::fuzz
