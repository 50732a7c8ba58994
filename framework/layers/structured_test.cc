#include "paddle/framework/layers/structured.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class StructuredTest : public ::testing::Test {
 protected:
  void TearDown() override { framework::Verify(*main_); }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
  const Variable x_ = data("x", {-1, 4}, DataType::kFloat32, 1);
  const Variable tags_ = data("tags", {-1, 1}, DataType::kInt64, 1);
};

TEST_F(StructuredTest, DecodingSharesTheTransitions) {
  EXPECT_EQ(linear_chain_crf(x_, tags_, "crf.w").dims()[1], 1);
  crf_decoding(x_, "crf.w");
  crf_decoding(x_, "crf.w", tags_);
  EXPECT_EQ(PrintText(*main_),
            R"(block 0 {
  var x: [s2, 4] float32, lod 1, feed, no gradient
  var tags: [s3, 1] int64, lod 1, feed, no gradient
  var crf.w: [6, 4] float32, parameter
  var linear_chain_crf_0.tmp_0: [s2, 4] float32, lod 1
  var linear_chain_crf_0.tmp_1: [s4, 1] float32
  var crf_decoding_0.tmp_0: [s2, 1] int64, lod 1
  var crf_decoding_1.tmp_0: [s2, 1] int64, lod 1

  {Alpha: linear_chain_crf_0.tmp_0, LogLikelihood: linear_chain_crf_0.tmp_1} = linear_chain_crf(Emission=x, Transition=crf.w, Label=tags)
  crf_decoding_0.tmp_0 = crf_decoding(Emission=x, Transition=crf.w)
  crf_decoding_1.tmp_0 = crf_decoding(Emission=x, Transition=crf.w, Label=tags)
}
)");
}

TEST_F(StructuredTest, DecodingNeedsTransitionsThatWereLearnt) {
  EXPECT_ERROR(crf_decoding(x_, ParamAttr()), InvalidArgument,
               "needs the name of the parameter that linear_chain_crf learns");
  linear_chain_crf(data("other", {-1, 7}, DataType::kFloat32, 1), tags_,
                   "crf.w");
  EXPECT_ERROR(crf_decoding(x_, "crf.w"), InvalidArgument, "crf.w");
}

TEST_F(StructuredTest, TagsAreKnown) {
  EXPECT_ERROR(
      linear_chain_crf(data("a", {-1, -1}, DataType::kFloat32, 1), tags_),
      InvalidArgument, "linear_chain_crf_0's weight");
  EXPECT_ERROR(
      linear_chain_crf(data("b", {-1, 2, 2}, DataType::kFloat32, 1), tags_),
      InvalidArgument, "takes sequences of rows [rows, tags], not 'b");
}

TEST_F(StructuredTest, Judges) {
  const EditDistances distances = edit_distance(tags_, tags_);
  EXPECT_EQ(distances.distance.dtype(), DataType::kFloat32);
  EXPECT_EQ(distances.sequence_num.dims().rank(), 0);
  const ChunkScores scores = chunk_eval(tags_, tags_, "IOE", 3, {1});
  EXPECT_EQ(scores.f1_score.dtype(), DataType::kFloat32);
  EXPECT_EQ(scores.num_correct_chunks.dtype(), DataType::kInt64);
  const auto& op = main_->global_block().desc().ops(1);
  EXPECT_EQ(framework::GetAttr<std::string>(op, "chunk_scheme"), "IOE");
  EXPECT_EQ(framework::GetAttr<int64_t>(op, "num_chunk_types"), 3);
  EXPECT_EQ(
      framework::GetAttr<std::vector<int64_t>>(op, "excluded_chunk_types"),
      std::vector<int64_t>{1});
}

}  // namespace
}  // namespace paddle::layer
