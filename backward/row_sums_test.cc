#include "paddle/backward/row_sums.h"

#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/block_gradient.h"
#include "paddle/backward/testing/program_fixture.h"

namespace paddle::backward {
namespace {

using framework::NameList;
using layer::DataType;
using layer::Variable;
using ::testing::ElementsAre;

class RowSumsTest : public ProgramFixture {
 protected:
  // A block with an argument "step" of shape [N, 64], and results that `write`
  // returns.
  template <typename Write>
  int NewBlock(const Write& write) {
    const int block = main_->AddBlock(0);
    framework::SymbolTable& table = main_->block(block);
    table.mutable_desc()->add_arguments("step");
    auto* step = table.Var("step");
    step->set_dtype(framework::proto::FLOAT32);
    step->add_dims(-1);
    step->add_dims(64);
    const layer::BlockGuard guard(block);
    const Variable result = write(Variable(main_, block, "step"));
    table.mutable_desc()->add_results(result.name());
    return block;
  }

  framework::GradBlock Differentiated(int block, const NameList& captures) {
    return {DifferentiateBlock(main_.get(), block, 0, captures, {}), captures,
            captures};
  }

  static Variable Mul(const Variable& x, const Variable& y) {
    return layer::Op("mul", {{"X", x}, {"Y", y}}, {});
  }
  std::string Text() const {
    framework::PrintOptions print;
    print.variables = false;
    return PrintText(*main_, print);
  }

  const Variable w_ = layer::parameter({64, 64}, DataType::kFloat32, "w");
  const Variable v_ = layer::parameter({64, 64}, DataType::kFloat32, "v");
  const Variable b_ = layer::parameter({64}, DataType::kFloat32, "b");
};

TEST_F(RowSumsTest, AProductOfAllStepsFollowsThem) {
  const int block = NewBlock(
      [&](const Variable& step) { return layer::tanh(Mul(step, w_) + b_); });
  framework::GradBlock grad = Differentiated(block, {"w", "b"});
  EXPECT_EQ(DeferRowSums(main_.get(), 0, &grad), 3);
  EXPECT_THAT(grad.captures, ElementsAre("b", "w"));
  EXPECT_THAT(grad.reads, ElementsAre("b", "w"));
  EXPECT_EQ(Text(), R"(block 0 {
}
block 1 in 0 (step) -> (tanh_0.tmp_0) {
  mul_0.tmp_0 = mul(X=step, Y=w)
  elementwise_add_0.tmp_0 = elementwise_add(X=mul_0.tmp_0, Y=b)
  tanh_0.tmp_0 = tanh(X=elementwise_add_0.tmp_0)
}
block 2 in 0, gradient of 1 (tanh_0.tmp_0@GRAD) -> (step@GRAD, b@GRAD, step, mul_0.tmp_0@GRAD) {
  # backward
  elementwise_add_0.tmp_0@GRAD = tanh_grad(X=elementwise_add_0.tmp_0, Out=tanh_0.tmp_0, Out@GRAD=tanh_0.tmp_0@GRAD)
  {X@GRAD: mul_0.tmp_0@GRAD, Y@GRAD: b@GRAD} = elementwise_add_grad(X=mul_0.tmp_0, Y=b, Out@GRAD=elementwise_add_0.tmp_0@GRAD)
  step@GRAD = mul_grad(X=step, Y=w, Out@GRAD=mul_0.tmp_0@GRAD)
}
block 3 in 0 (step@ROWS_0, mul_0.tmp_0@GRAD@ROWS_0) -> (w@GRAD) {
  # backward
  w@GRAD = mul_grad(X=step@ROWS_0, Y=w, Out@GRAD=mul_0.tmp_0@GRAD@ROWS_0)
}
)");
}

TEST_F(RowSumsTest, AnOperatorThatHasNothingElseToDoLeaves) {
  const int block = NewBlock([&](const Variable& step) {
    Variable constant = layer::exp(step);
    constant.set_stop_gradient(true);
    return Mul(constant, w_);
  });
  framework::GradBlock grad = Differentiated(block, {"w"});
  EXPECT_EQ(DeferRowSums(main_.get(), 0, &grad), 3);
  EXPECT_THAT(grad.reads, ElementsAre("w"));
  for (const auto& op : main_->block(grad.index).desc().ops()) {
    EXPECT_NE(op.type(), "mul_grad");
  }
}

TEST_F(RowSumsTest, WithoutUse) {
  const Variable narrow = layer::parameter({64, 31}, DataType::kFloat32, "n");
  const std::vector<int> blocks = {
      // Small beside its rows.
      NewBlock([&](const Variable& step) { return Mul(step, narrow); }),
      // Two contributions.
      NewBlock([&](const Variable& step) { return Mul(Mul(step, w_), w_); }),
      // A product of a capture.
      NewBlock([&](const Variable& step) {
        return layer::reduce_sum(step) * Mul(v_, w_);
      })};
  for (int block : blocks) {
    const int before = main_->num_blocks();
    framework::GradBlock grad = Differentiated(block, {"w", "n"});
    EXPECT_EQ(DeferRowSums(main_.get(), 0, &grad), -1);
    EXPECT_EQ(main_->num_blocks(), before + 1);
    EXPECT_THAT(grad.captures, ElementsAre("w", "n"));
  }
}

}  // namespace
}  // namespace paddle::backward
