#include "paddle/tools/serve/infer_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/serving/testing/models.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"
#include "paddle/tools/serve/infer_reply.h"
#include "paddle/tools/serve/json_values.h"

namespace paddle::serve {
namespace {

using ::testing::ElementsAre;

class InferCallTest : public ::testing::Test {
 protected:
  InferCallTest() {
    serving::testing::SaveModel(
        folder_.Path("1"), [] { return serving::testing::Recurrent(2, 4); });
    model_ = std::make_unique<serving::ServedModel>(folder_.Path("1"));
  }

  InferCall Parsed(const std::string& json, const std::string& binary = "") {
    return ParseInferCall(json + binary, json.size(), *model_, limits_);
  }
  // An input "x" of 3 rows, then more.
  static std::string Rows(const std::string& more) {
    return absl::StrCat(
        R"({"inputs":[{"name":"x","datatype":"FP32","shape":[3,2],)",
        R"("data":[[1,2],[3,4],[5,6.5]]})", more, "]}");
  }
  static std::string Lengths(const std::string& values) {
    return Rows(absl::StrCat(
        R"(,{"name":"x.lengths","datatype":"INT64","shape":[2],"data":)",
        values, "}"));
  }

  platform::TemporaryFolder folder_;
  std::unique_ptr<serving::ServedModel> model_;
  Limits limits_;
};

TEST_F(InferCallTest, ReadsRowsAndLengths) {
  const InferCall one = Parsed(Rows(""));
  EXPECT_THAT(one.inputs[0].lod()->offsets(0), ElementsAre(0, 3));
  EXPECT_EQ(one.inputs[0].data<float>()[5], 6.5f);
  EXPECT_EQ(one.outputs.size(), 2);
  EXPECT_THAT(Parsed(Lengths("[1,2]")).inputs[0].lod()->offsets(0),
              ElementsAre(0, 1, 3));
}

TEST_F(InferCallTest, LengthsMustAddUp) {
  for (const char* lengths :
       {"[1,1]", "[2,2]", "[-1,4]", "[9223372036854775807,4]"}) {
    EXPECT_ERROR(Parsed(Lengths(lengths)), InvalidArgument,
                 "the lengths of x.lengths do not add up to the 3 rows of x");
  }
}

TEST_F(InferCallTest, ReadsBinaryTensors) {
  const float rows[2] = {1.5f, -2};
  std::string bytes(sizeof(rows), '\0');
  std::memcpy(&bytes[0], rows, sizeof(rows));
  const std::string json =
      R"({"inputs":[{"name":"x","datatype":"FP32","shape":[1,2],)"
      R"("parameters":{"binary_data_size":8}}],)"
      R"("parameters":{"binary_data_output":true,"timeout":5}})";
  const InferCall call = Parsed(json, bytes);
  EXPECT_EQ(call.inputs[0].data<float>()[1], -2);
  EXPECT_TRUE(call.outputs[0].binary);
  EXPECT_EQ(call.timeout->count(), 5);
  EXPECT_ERROR(Parsed(json, bytes + "x"), InvalidArgument,
               "1 bytes behind the JSON belong to no input");
  EXPECT_ERROR(Parsed(json, "short"), InvalidArgument,
               "inputs[0].parameters.binary_data_size is 8, but only 5");
}

TEST_F(InferCallTest, HasLimits) {
  limits_.elements = 5;
  EXPECT_ERROR(Parsed(Rows("")), OutOfRange,
               "inputs[0].shape has more than 5 elements");
  limits_ = {};
  limits_.tensors = 1;
  EXPECT_ERROR(Parsed(Lengths("[1,2]")), OutOfRange, "more than 1 tensors");
  limits_ = {};
  limits_.sequences = 1;
  EXPECT_ERROR(Parsed(Lengths("[1,2]")), OutOfRange,
               "inputs[1].shape has more than 1 elements");
}

TEST_F(InferCallTest, EachOutputIsWantedOnce) {
  const std::string name = model_->outputs()[0].name;
  const std::string twice = absl::StrCat(
      Rows("").substr(0, Rows("").size() - 1), R"(,"outputs":[{"name":")", name,
      R"("},{"name":")", name, R"("}]})");
  EXPECT_ERROR(Parsed(twice), InvalidArgument,
               absl::StrCat("outputs[1].name: ", name, " was given before"));
}

TEST_F(InferCallTest, FreesWhatALargeDocumentTook) {
  Parsed(Rows(""));
  const std::string spaces(8 << 20, ' ');
  Parsed(spaces + Rows(""));
  EXPECT_LT(JsonCapacity(), 2 << 20);
  EXPECT_ERROR(Parsed(spaces + "{}"), InvalidArgument, "inputs is missing");
  EXPECT_LT(JsonCapacity(), 2 << 20);
}

TEST_F(InferCallTest, RepliesHaveALimit) {
  const InferCall call = Parsed(Rows(""));
  const auto outputs = model_->Run(call.inputs);
  const auto written = [&](bool binary, size_t limit) {
    return WriteInferReply("lstm", 3, *model_, "", {{1, binary}}, outputs,
                           limit);
  };
  // 3 rows of 4 and a length.
  EXPECT_ERROR(written(true, 55), OutOfRange,
               "the outputs have up to 56 bytes, more than the 55");
  EXPECT_NO_THROW(written(true, 56));
  EXPECT_ERROR(written(false, 200), OutOfRange, "more than the 200");
  const InferReply json = written(false, 3 * 4 * 16 + 21);
  EXPECT_LT(json.body.size(), 3 * 4 * 16 + 21 + 200);
}

TEST_F(InferCallTest, WritesReplies) {
  const InferCall call = Parsed(Lengths("[1,2]"));
  const auto outputs = model_->Run(call.inputs);
  const InferReply json =
      WriteInferReply("lstm", 3, *model_, "a\"b", call.outputs, outputs, 1000);
  EXPECT_FALSE(json.json_size.has_value());
  EXPECT_THAT(json.body,
              ::testing::StartsWith(R"({"model_name":"lstm",)"
                                    R"("model_version":"3","id":"a\"b",)"
                                    R"("outputs":[{"name":)"));
  EXPECT_THAT(json.body, ::testing::HasSubstr(
                             R"(.lengths","datatype":"INT64","shape":[2],)"
                             R"("data":[1,2]})"));
  const InferReply binary =
      WriteInferReply("lstm", 3, *model_, "", {{1, true}}, outputs, 1000);
  // 3 rows of 4 and two lengths.
  EXPECT_EQ(binary.body.size() - *binary.json_size, 3 * 4 * 4 + 2 * 8);
}

}  // namespace
}  // namespace paddle::serve
