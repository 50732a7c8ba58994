#include "paddle/framework/layers/loss.h"

#include "gtest/gtest.h"

#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"

namespace paddle::layer {
namespace {

class LossTest : public ::testing::Test {
 protected:
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

TEST_F(LossTest, SquareErrorIsPerElement) {
  EXPECT_EQ(square_error_cost(x_, data("y", {-1, 10})).dims(), x_.dims());
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
