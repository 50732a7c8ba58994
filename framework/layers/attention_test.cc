#include "paddle/framework/layers/attention.h"

#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class AttentionTest : public ::testing::Test {
 protected:
  void TearDown() override {
    framework::Verify(*main_);
    framework::Verify(*startup_);
  }

  bool Writes(const std::string& text) const {
    return PrintText(*main_).find(text) != std::string::npos;
  }

  const std::shared_ptr<Program> main_ = NewProgram();
  const std::shared_ptr<Program> startup_ = NewProgram();
  const ProgramGuard guard_{main_, startup_};
  const Variable x_ = data("x", {-1, 5, 8});
  const Variable memory_ = data("memory", {-1, 7, 6});
};

TEST_F(AttentionTest, MasksOfBoolBecomeAddends) {
  AttentionOptions options;
  options.num_heads = 2;
  options.mask = data("mask", {-1, 1, 1, 5}, DataType::kBool);
  const Variable out = scaled_dot_product_attention(x_, x_, x_, options);
  EXPECT_EQ(out.dims()[2], 8);
  EXPECT_TRUE(Writes("where(Condition=mask"));
}

TEST_F(AttentionTest, SelfAttentionHasFourProjections) {
  const Variable out = multi_head_attention(x_, {}, {});
  EXPECT_EQ(out.dims(), x_.dims());
  for (const char* part : {"q", "k", "v", "out"}) {
    EXPECT_TRUE(Writes(std::string("var multi_head_attention_0.") + part +
                       ".w_0: [8, 8] float32, parameter"));
  }
}

TEST_F(AttentionTest, WidthsOfTheirOwn) {
  MultiHeadAttentionOptions options;
  options.attention.num_heads = 2;
  options.key_width = 4;
  options.value_width = 10;
  options.bias = {};
  options.name = "cross";
  const Variable out = multi_head_attention(x_, memory_, {}, 3, options);
  EXPECT_EQ(out.dims()[2], 3);
  EXPECT_TRUE(Writes("var cross.q.w_0: [8, 4]"));
  EXPECT_TRUE(Writes("var cross.k.w_0: [6, 4]"));
  EXPECT_TRUE(Writes("var cross.v.w_0: [6, 10]"));
  EXPECT_TRUE(Writes("var cross.out.w_0: [10, 3]"));
  EXPECT_FALSE(Writes(".b_0"));
}

TEST_F(AttentionTest, OnSequences) {
  const Variable rows = data("rows", {-1, 8}, DataType::kFloat32, 1);
  const Variable out = multi_head_attention(rows, {}, {});
  EXPECT_EQ(out.lod_level(), 1);
  EXPECT_EQ(out.dims().rank(), 2);
}

TEST_F(AttentionTest, HeadsDivideTheWidth) {
  AttentionOptions options;
  options.num_heads = 3;
  EXPECT_ERROR(scaled_dot_product_attention(x_, x_, x_, options),
               InvalidArgument, "not divisible by 3 heads");
}

}  // namespace
}  // namespace paddle::layer
