#include "paddle/framework/layers/loss.h"

#include <memory>
#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

class LossTest : public ::testing::Test {
 protected:
  void TearDown() override { framework::Verify(*main_); }

  const std::shared_ptr<Program> main_ = NewProgram();
  const ProgramGuard guard_{main_, NewProgram()};
  const Variable x_ = data("x", {-1, 10});
  const Variable label_ = data("label", {-1, 1}, DataType::kInt64);
};

TEST_F(LossTest, ClassificationLossesAreARow) {
  EXPECT_EQ(cross_entropy(x_, label_).dims(), Dims({-1, 1}));
  EXPECT_EQ(softmax_with_cross_entropy(x_, label_).dims(), Dims({-1, 1}));
  const Variable soft = data("soft", {-1, 10});
  EXPECT_EQ(cross_entropy(x_, soft, true).dims(), Dims({-1, 1}));
}

TEST_F(LossTest, ClassesMayLieAlongAnyAxis) {
  const Variable images = data("images", {-1, 5, 4, 6});
  for (const std::vector<int64_t>& shape :
       {std::vector<int64_t>{-1, 4, 6}, {-1, 1, 4, 6}}) {
    const Variable classes =
        data("classes" + std::to_string(shape.size()), shape, DataType::kInt64);
    for (int axis : {1, -3}) {
      EXPECT_EQ(
          softmax_with_cross_entropy(images, classes, false, 0, axis).dims(),
          Dims({-1, 1, 4, 6}));
    }
  }
  EXPECT_EQ(softmax_with_cross_entropy(images, images, true, 0, 2).dims(),
            Dims({-1, 5, 1, 6}));
  EXPECT_ERROR(softmax_with_cross_entropy(images, images, true, 0, 4),
               InvalidArgument, "axis 4 of logits 'images");
}

TEST_F(LossTest, LossesOfElementsHaveTheirShape) {
  const Variable y = data("y", {-1, 10});
  for (const Variable& loss :
       {square_error_cost(x_, y), huber_loss(x_, y, 1), hinge_loss(x_, y),
        log_loss(x_, y), rank_loss(y, x_, x_), margin_rank_loss(y, x_, x_),
        sigmoid_cross_entropy_with_logits(x_, y), kl_div(x_, y, "none"),
        label_smooth(y), mse_loss(x_, y, "none"), l1_loss(x_, y, "none")}) {
    EXPECT_EQ(loss.dims(), x_.dims()) << loss.ToString();
  }
}

TEST_F(LossTest, LossesOfRowsAreAColumn) {
  const Variable y = data("y", {-1, 10});
  const Variable weight = data("weight", {10});
  for (const Variable& loss :
       {smooth_l1(x_, y), smooth_l1(x_, y, x_, y, 2),
        nll_loss(x_, label_, weight, "none"), nce(x_, label_, 100)}) {
    EXPECT_EQ(loss.dims(), Dims({-1, 1})) << loss.ToString();
  }
}

TEST_F(LossTest, ReductionsAreNumbers) {
  const Variable y = data("y", {-1, 10});
  for (const std::string reduction : {"mean", "sum"}) {
    for (const Variable& loss :
         {mse_loss(x_, y, reduction), l1_loss(x_, y, reduction),
          nll_loss(x_, label_, Variable(), reduction),
          kl_div(x_, y, reduction)}) {
      EXPECT_EQ(loss.dims().rank(), 0) << loss.ToString();
    }
  }
  EXPECT_EQ(dice_loss(x_, y).dims().rank(), 0);
  EXPECT_ERROR(mse_loss(x_, y, "median"), InvalidArgument,
               "reduction 'median' of a loss: it is none, mean or sum");
  EXPECT_ERROR(dice_loss(data("flat", {-1}), y), InvalidArgument,
               "dice_loss takes [rows, ..., classes], not 'flat");
}

TEST_F(LossTest, NceMakesWeightAndBias) {
  NceOptions options;
  options.sampler = "log_uniform";
  options.is_sparse = true;
  nce(x_, label_, 100, options);
  options.bias.reset();
  options.name = "plain";
  options.custom_neg_classes = {1, 2};
  options.num_neg_samples = 2;
  nce(x_, label_, 100, options);
  EXPECT_EQ(PrintText(*main_), R"(block 0 {
  var x: [N, 10] float32, feed, no gradient
  var label: [N, 1] int64, feed, no gradient
  var nce_0.w_0: [100, 10] float32, parameter
  var nce_0.b_0: [100] float32, parameter
  var nce_0.tmp_0: [N, 1] float32
  var nce_0.tmp_1: [N, 11] float32
  var nce_0.tmp_2: [N, 11] int64
  var plain.w_0: [100, 10] float32, parameter
  var plain.tmp_0: [N, 1] float32
  var plain.tmp_1: [N, 3] float32
  var plain.tmp_2: [N, 3] int64

  {Cost: nce_0.tmp_0, SampleLogits: nce_0.tmp_1, SampleLabels: nce_0.tmp_2} = nce(Input=x, Label=label, Weight=nce_0.w_0, Bias=nce_0.b_0, num_total_classes=100, sampler="log_uniform", is_sparse=true)
  {Cost: plain.tmp_0, SampleLogits: plain.tmp_1, SampleLabels: plain.tmp_2} = nce(Input=x, Label=label, Weight=plain.w_0, num_total_classes=100, num_neg_samples=2, sampler="log_uniform", custom_neg_classes=[1, 2], is_sparse=true)
}
)");
}

TEST_F(LossTest, NceChecksItsInput) {
  EXPECT_ERROR(nce(data("flat", {-1}), label_, 100), InvalidArgument,
               "nce_0 takes rows [rows, width], not 'flat");
}

TEST_F(LossTest, AccuracyIsANumber) {
  const TopK top = top_k(x_, 3);
  EXPECT_EQ(top.values.dims(), Dims({-1, 3}));
  EXPECT_EQ(top.indices.dtype(), DataType::kInt64);
  const Variable hits = accuracy(x_, label_, 5);
  EXPECT_EQ(hits.dtype(), DataType::kFloat32);
  EXPECT_EQ(hits.dims().rank(), 0);
}

}  // namespace
}  // namespace paddle::layer
