// Mutated files of arrays through every reader of framework/io: whatever they
// hold, the process goes on, and the only exception is platform::Error. Each
// test makes 10^5 of them, unless the environment says how many (fuzz_loop.h).

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/io/batch_reader.h"
#include "paddle/framework/io/dataset.h"
#include "paddle/framework/io/json_reader.h"
#include "paddle/framework/io/testing/array_files.h"
#include "paddle/framework/io/testing/opened.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/fuzz/fuzz_loop.h"
#include "paddle/tools/fuzz/mutate_bytes.h"
#include "paddle/tools/fuzz/outcomes.h"

namespace paddle::fuzz {
namespace {

using framework::testing::Gzip;
using framework::testing::ImageFile;
using framework::testing::NpyFile;
using platform::ErrorCode;

// The sanitizers make 10^5 inputs take minutes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsSlow = true;
#else
constexpr bool kIsSlow = false;
#endif

// Calls a fuzz loop, of 10^5 inputs if nobody has said how many.
void Loop(const char* what, ErrorCode expected,
          const std::function<void(uint64_t)>& once) {
  if (!kIsSlow && std::getenv("PADDLE_FUZZ_SECONDS") == nullptr) {
    setenv("PADDLE_FUZZ_COUNT", "100000", /*overwrite=*/0);
  }
  Outcomes outcomes;
  FuzzLoop(what, [&](uint64_t i) { outcomes.Count([&] { once(i); }); });
  outcomes.Check(expected);
}

class ArrayFuzzTest : public framework::testing::ArrayFilesTest {
 protected:
  // Opens the bytes and reads what they promise.
  void Read(const std::string& bytes) const {
    const framework::Dataset data = Opened(bytes);
    for (const auto& [name, array] : data.arrays()) {
      EXPECT_EQ(array.Read().dims(), array.dims());
      if (array.dims().rank() > 0) array.Read(array.rows() / 2, array.rows());
    }
  }
  // Reads mutations of files in turn.
  void Fuzz(const char* what, const std::vector<std::string>& files) const {
    Loop(what, ErrorCode::kInvalidArgument, [&](uint64_t i) {
      Random random(i);
      Read(MutateBytes(files[i % files.size()], &random));
    });
  }
};

std::string Safetensors() {
  return framework::testing::SafetensorsFile(
      "{\"__metadata__\":{\"a\":\"\\u00e9\"},\"w\":{\"dtype\":\"F32\",\"shape\""
      ":[2,3],\"data_offsets\":[0,24]},\"flag\":{\"dtype\":\"BOOL\",\"shape\":["
      "],\"data_offsets\":[24,25]}}",
      std::string(25, '\1'));
}

std::string Npz(bool deflated) {
  return framework::testing::ZipFile(
      {{"words.npy", NpyFile("<i2", "(5, 1)", std::string(10, 'w'))},
       {"lengths.npy",
        NpyFile("<i4", "(2,)", std::string("\2\0\0\0\3\0\0", 8))},
       {"x.npy", NpyFile("<f4", "(2,)", std::string(8, 'x'))}},
      deflated);
}

TEST_F(ArrayFuzzTest, Safetensors) { Fuzz("safetensors", {Safetensors()}); }

TEST_F(ArrayFuzzTest, Npy) {
  Fuzz("npy", {NpyFile("<f4", "(2, 3)", std::string(24, 'x'))});
}

TEST_F(ArrayFuzzTest, Npz) { Fuzz("npz", {Npz(false), Npz(true)}); }

TEST_F(ArrayFuzzTest, Idx) {
  const std::string images = ImageFile(4, 3, 3, std::string(36, 'p'));
  Fuzz("idx", {images, Gzip(images)});
}

// Bytes that are damaged before they are compressed have right checksums.
TEST_F(ArrayFuzzTest, CompressedIdx) {
  const std::string images = ImageFile(4, 3, 3, std::string(36, 'p'));
  Loop("compressed idx", ErrorCode::kInvalidArgument, [&](uint64_t i) {
    Random random(i);
    Read(Gzip(MutateBytes(images, &random)));
  });
}

TEST_F(ArrayFuzzTest, Batches) {
  const std::string file = Npz(false);
  Loop("batches", ErrorCode::kInvalidArgument, [&](uint64_t i) {
    Random random(i);
    const std::string path = Written("file", MutateBytes(file, &random));
    framework::BatchReader reader(
        {path}, {{"word", {"words", "lengths"}}, {"x", {"x", ""}}}, {2, i});
    while (reader.Next()) continue;
  });
}

TEST_F(ArrayFuzzTest, Json) {
  const std::string text = "{\"a\\n\":[1,20],\"\\ud83d\\ude00\":[ ],\"b\":[0]}";
  Loop("json", ErrorCode::kInvalidArgument, [&](uint64_t i) {
    Random random(i);
    const std::string mutated = MutateBytes(text, &random);
    framework::JsonReader json(mutated, "text", 0);
    json.Object([&](const std::string&) {
      json.Array([&] { EXPECT_GE(json.Integer(), 0); });
    });
    json.End();
  });
}

}  // namespace
}  // namespace paddle::fuzz
