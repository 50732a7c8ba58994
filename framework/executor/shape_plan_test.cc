#include "paddle/framework/executor/shape_plan.h"

#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

// A program that reads data x and computes h = x + 1 and y = h + 1.
class ShapePlanTest : public ::testing::Test {
 protected:
  ShapePlanTest() {
    AddData(program_.get(), "x", 2);
    Plus(program_.get(), "x", "h", 1);
    Plus(program_.get(), "h", "y", 1);
    block_ = BlockCompiler(program_, 0, {}).Compile();
    for (const auto& slot : block_->slots()) {
      vars_.push_back(scope_->Var(slot.name));
    }
  }

  LoDTensor* x() { return scope_->Var("x")->GetMutable<LoDTensor>(); }
  std::unique_ptr<const ShapePlan> Make() {
    return MakeShapePlan(*block_, vars_, &shapes_);
  }

  const std::shared_ptr<Program> program_ = NewProgram();
  const std::shared_ptr<Scope> scope_ = Scope::Create();
  std::shared_ptr<const CompiledBlock> block_;
  std::vector<Variable*> vars_;
  std::vector<SlotShape> shapes_;
};

TEST_F(ShapePlanTest, HasTheShapesOfAllVariables) {
  *x() = TensorOf({3, 2}, std::vector<float>(6));
  const auto plan = Make();
  EXPECT_EQ(plan->shapes[block_->FindSlot("y")].dims, Dims({3, 2}));
  EXPECT_EQ(shapes_[block_->FindSlot("h")].dims, Dims({3, 2}));
  EXPECT_EQ(plan->external.size(), 1u);
  EXPECT_EQ(plan->arena.slots.size(), 2u);
}

TEST_F(ShapePlanTest, NeedsNoValuesIfShapesAreGiven) {
  const SlotShape shape = {Dims({3, 2}), DataType::kFloat32, nullptr};
  const auto plan = MakeShapePlan(*block_, {shape}, &shapes_);
  EXPECT_EQ(plan->shapes[block_->FindSlot("y")].dims, Dims({3, 2}));
  *x() = TensorOf({3, 2}, std::vector<float>(6));
  EXPECT_TRUE(Fits(*block_, *plan, vars_));
}

TEST_F(ShapePlanTest, HoldsForTheSameShapesOnly) {
  *x() = TensorOf({3, 2}, std::vector<float>(6));
  const auto plan = Make();
  *x() = TensorOf({3, 2}, std::vector<float>(6, 7));
  EXPECT_TRUE(Fits(*block_, *plan, vars_));
  x()->set_lod(LoD::FromLengths({{1, 2}}));
  EXPECT_FALSE(Fits(*block_, *plan, vars_));
  *x() = TensorOf({2, 2}, std::vector<float>(4));
  EXPECT_FALSE(Fits(*block_, *plan, vars_));
  *x() = LoDTensor();
  EXPECT_FALSE(Fits(*block_, *plan, vars_));
}

TEST_F(ShapePlanTest, AVariableWithoutAValue) {
  EXPECT_ERROR(Make(), FailedPrecondition,
               "variable x is not initialised: nothing writes it before it is "
               "read, and the scope has no value for it");
  EXPECT_THAT(platform::MessageOf([this] { Make(); }),
              ::testing::HasSubstr("when running operator test_plus"));
}

TEST_F(ShapePlanTest, AnotherDataTypeThanDescribed) {
  x()->Allocate({3, 2}, DataType::kInt32);
  EXPECT_ERROR(Make(), InvalidArgument,
               "variable x of the scope does not have the data type the "
               "program says");
}

// x as a program has it whose x is SelectedRows, such as a table.
class RowsPlanTest : public ShapePlanTest {
 protected:
  RowsPlanTest() {
    program_->global_block().GetVar("x").set_kind(proto::SELECTED_ROWS);
    program_->Changed();
    block_ = BlockCompiler(program_, 0, {}).Compile();
    Set(DataType::kFloat32);
  }
  void Set(DataType dtype) {
    auto* rows = scope_->Var("x")->GetMutable<SelectedRows>();
    rows->set_height(9);
    *rows->mutable_rows() = {4, 1};
    rows->mutable_value()->Allocate({2, 2}, dtype);
  }
};

TEST_F(RowsPlanTest, HaveTheShapeOfTheWhole) {
  const auto plan = Make();
  EXPECT_EQ(plan->shapes[block_->FindSlot("y")].dims, Dims({9, 2}));
  EXPECT_TRUE(Fits(*block_, *plan, vars_));
  Set(DataType::kFloat64);
  EXPECT_FALSE(Fits(*block_, *plan, vars_));
  *x() = TensorOf({9, 2}, std::vector<float>(18));
  EXPECT_FALSE(Fits(*block_, *plan, vars_));
}

TEST_F(RowsPlanTest, AnotherTypeOrKindThanDescribed) {
  Set(DataType::kFloat64);
  EXPECT_ERROR(Make(), InvalidArgument,
               "variable x of the scope does not have the data type the "
               "program says");
  *x() = TensorOf({9, 2}, std::vector<float>(18));
  EXPECT_ERROR(Make(), FailedPrecondition,
               "variable x of the scope is no SelectedRows, which the program "
               "says it is");
}

TEST_F(ShapePlanTest, SequencesThatDoNotCoverTheRows) {
  *x() = TensorOf({3, 2}, std::vector<float>(6));
  x()->set_lod(LoD::FromLengths({{1, 1}}));
  EXPECT_ERROR(Make(), InvalidArgument,
               "the sequences of variable x cover 2 rows, but its shape is "
               "[3, 2]");
}

}  // namespace
}  // namespace paddle::framework::testing
