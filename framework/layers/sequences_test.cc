#include "paddle/framework/layers/sequences.h"

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

class SequencesTest : public ::testing::Test {
 protected:
  void TearDown() override { framework::Verify(*main_); }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
  const Variable x_ = data("x", {-1, 4}, DataType::kFloat32, 1);
  const Variable numbers_ = data("numbers", {-1}, DataType::kInt64);
};

TEST_F(SequencesTest, ConvIsOfThreeOperators) {
  SequenceConvOptions options;
  options.act = "tanh";
  const Variable y = sequence_conv(x_, 5, 3, options);
  EXPECT_EQ(y.lod_level(), 1);
  EXPECT_EQ(PrintText(*main_),
            R"(block 0 {
  var x: [s2, 4] float32, lod 1, feed, no gradient
  var numbers: [N] int64, feed, no gradient
  var sequence_conv_0.w_0: [12, 5] float32, parameter
  var sequence_conv_0.tmp_0: [s2, 5] float32, lod 1
  var sequence_conv_0.b_0: [5] float32, parameter
  var sequence_conv_0.tmp_1: [s2, 5] float32, lod 1
  var sequence_conv_0.tmp_2: [s2, 5] float32, lod 1

  sequence_conv_0.tmp_0 = sequence_conv(X=x, Filter=sequence_conv_0.w_0, contextStart=-1, contextLength=3)
  sequence_conv_0.tmp_1 = elementwise_add(X=sequence_conv_0.tmp_0, Y=sequence_conv_0.b_0, axis=1)
  sequence_conv_0.tmp_2 = tanh(X=sequence_conv_0.tmp_1)
}
)");
}

TEST_F(SequencesTest, ConvCanDoWithoutBiasAndLookBack) {
  SequenceConvOptions options;
  options.bias = absl::nullopt;
  options.context_start = -3;
  sequence_conv(x_, 5, 2, options);
  const auto& block = main_->global_block().desc();
  ASSERT_EQ(block.ops_size(), 1);
  EXPECT_EQ(framework::GetAttr<int64_t>(block.ops(0), "contextStart"), -3);
  EXPECT_EQ(get_variable("sequence_conv_0.w_0").dims(), Dims({8, 5}));
}

TEST_F(SequencesTest, ConvWantsRowsOfAKnownWidth) {
  EXPECT_ERROR(sequence_conv(numbers_, 5), InvalidArgument,
               "sequence_conv_0: 5 filters of 3 rows on 'numbers [N] int64'");
  EXPECT_ERROR(sequence_conv(x_, 5, 0), InvalidArgument, "filters of 0 rows");
  EXPECT_ERROR(sequence_conv(data("dense", {-1, 4}), 5), InvalidArgument,
               "form no sequences");
}

TEST_F(SequencesTest, PoolingTakesSmallLetters) {
  EXPECT_EQ(sequence_pool(x_, "max").lod_level(), 0);
  EXPECT_EQ(sequence_first_step(x_).dims()[1], 4);
  sequence_last_step(x_);
  const auto& block = main_->global_block().desc();
  EXPECT_EQ(framework::GetAttr<std::string>(block.ops(0), "pooltype"), "MAX");
  EXPECT_EQ(framework::GetAttr<std::string>(block.ops(1), "pooltype"), "FIRST");
  EXPECT_EQ(framework::GetAttr<std::string>(block.ops(2), "pooltype"), "LAST");
  EXPECT_ERROR(sequence_pool(x_, "median"), InvalidArgument, "MEDIAN");
}

TEST_F(SequencesTest, MovingKeepsSequences) {
  EXPECT_EQ(sequence_reverse(x_).lod_level(), 1);
  EXPECT_EQ(sequence_concat({x_, x_}).lod_level(), 1);
  EXPECT_EQ(sequence_slice(x_, numbers_, numbers_).lod_level(), 1);
  const Variable scores = data("s", {-1, 1}, DataType::kFloat32, 1);
  EXPECT_EQ(sequence_softmax(scores).dims(), scores.dims());
  EXPECT_EQ(sequence_expand(sequence_last_step(x_), x_).lod_level(), 1);
  EXPECT_EQ(lod_reset(x_, {2, 3}).lod_level(), 1);
  EXPECT_EQ(lod_reset(x_, std::vector<int64_t>()).lod_level(), 0);
  EXPECT_EQ(lod_reset(data("y", {-1, 2}), x_).lod_level(), 1);
}

TEST_F(SequencesTest, PaddingAndBack) {
  const PaddedSequences padded = sequence_pad(x_, 0.5, 7);
  EXPECT_EQ(padded.out.dims().rank(), 3);
  EXPECT_EQ(padded.out.dims()[1], 7);
  EXPECT_EQ(padded.length.dtype(), DataType::kInt64);
  const Variable again = sequence_unpad(padded.out, padded.length);
  EXPECT_EQ(again.lod_level(), 1);
  EXPECT_EQ(sequence_mask(padded.length, 7, DataType::kBool).dtype(),
            DataType::kBool);
}

}  // namespace
}  // namespace paddle::layer
