#include "paddle/framework/layers/op.h"

#include "gtest/gtest.h"

#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {

// Has an output of each sort.
class ManyOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    for (const char* slot : {"Out", "Extra", "Kept", "StateOut"}) {
      ctx->ShareShape("X", slot);
    }
    for (int i = 0; i < ctx->OutputCount("Parts"); ++i) {
      ctx->SetOutput("Parts", ctx->InputDims("X"), ctx->InputType("X"), i);
    }
  }
};
class ManyOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddInput("State", "Another.").AsOptional();
    AddOutput("Out", "Always there.");
    AddOutput("Extra", "On request.").AsOptional();
    AddOutput("Kept", "For the gradient.").AsOptional().AsIntermediate();
    AddOutput("StateOut", "In place.").AsOptional();
    AddOutput("Parts", "Any number.").AsList();
    AddAttr<int64_t>("n", "A number.").SetDefault(1);
    Updates("StateOut", "State");
    AddComment("Tests the generic call.");
  }
};
REGISTER_OP_WITHOUT_GRADIENT(many, ManyOp, ManyOpMaker);

}  // namespace paddle::operators

namespace paddle::layer {
namespace {

class OpTest : public ::testing::Test {
 protected:
  OpOptions TwoParts() const {
    OpOptions options;
    options.counts = {{"Parts", 2}};
    return options;
  }

  const std::shared_ptr<Program> main_ = NewProgram();
  const ProgramGuard guard_{main_, NewProgram()};
  const Variable x_ = data("x", {-1, 3});
};

TEST_F(OpTest, MakesOutputsWithUniqueNames) {
  const Outputs outputs = AppendOp("many", {{"X", x_}}, {{"n", 4}}, TwoParts());
  EXPECT_EQ(outputs.First().name(), "many_0.tmp_0");
  EXPECT_EQ(outputs["Kept"].name(), "many_0.tmp_1");
  EXPECT_EQ(outputs.List("Parts").size(), 2u);
  EXPECT_EQ(outputs.List("Parts")[1].ToString(), "many_0.tmp_3 [N, 3] float32");
  EXPECT_TRUE(outputs.List("Extra").empty());
  EXPECT_EQ(AppendOp("many", {{"X", x_}}, {}, TwoParts()).First().name(),
            "many_1.tmp_0");
  const auto& op = main_->global_block().desc().ops(0);
  EXPECT_EQ(framework::GetAttr<int64_t>(op, "n"), 4);
}

TEST_F(OpTest, CannotMakeLessThanNothing) {
  OpOptions options;
  options.counts = {{"Parts", -1}};
  EXPECT_ERROR(AppendOp("many", {{"X", x_}}, {}, options), InvalidArgument,
               "operator many cannot make -1 variables of output Parts");
}

TEST_F(OpTest, WritesWhereAsked) {
  const Variable mine(main_, 0, "mine");
  OpOptions options = TwoParts();
  options.counts.emplace_back("Extra", 1);
  options.prefix = "layer_7";
  options.outputs = {{"Out", mine}};
  const Outputs outputs = AppendOp("many", {{"X", x_}}, {}, options);
  EXPECT_EQ(outputs.First(), mine);
  EXPECT_EQ(mine.dims(), x_.dims());
  EXPECT_EQ(outputs["Extra"].name(), "layer_7.tmp_0");
}

TEST_F(OpTest, UpdatesInPlace) {
  const Variable state =
      Op("many", {{"X", x_}, {"State", Variable()}}, {}, TwoParts());
  const Outputs outputs =
      AppendOp("many", {{"X", x_}, {"State", state}}, {}, TwoParts());
  EXPECT_EQ(outputs["StateOut"], state);
}

TEST_F(OpTest, GoesToTheProgramOfItsInputs) {
  const ProgramGuard other(NewProgram());
  EXPECT_EQ(Op("many", {{"X", x_}}, {}, TwoParts()).program(), main_);
}

TEST_F(OpTest, SeesEnclosingBlocksOnly) {
  const int child = main_->AddBlock(0);
  Variable local;
  {
    const BlockGuard block(child);
    local = Op("many", {{"X", x_}}, {}, TwoParts());
    EXPECT_EQ(local.block(), child);
  }
  EXPECT_ERROR(Op("many", {{"X", local}}, {}, TwoParts()), InvalidArgument,
               "cannot be seen from block 0");
}

TEST_F(OpTest, SaysWhatIsWrong) {
  EXPECT_ERROR(Op("many", {{"X", x_}}), InvalidArgument,
               "how many variables output Parts makes must be said");
  OpOptions options = TwoParts();
  options.outputs = {{"Oot", x_}};
  EXPECT_ERROR(Op("many", {{"X", x_}}, {}, options), InvalidArgument,
               "operator many has no output Oot");
  EXPECT_ERROR(Op("mani", {{"X", x_}}), NotFound, "many");
  const Outputs outputs = AppendOp("many", {{"X", x_}}, {}, TwoParts());
  EXPECT_ERROR(outputs["Extra"], NotFound, "made no output Extra");
  EXPECT_ERROR(outputs["Parts"], InvalidArgument, "is a list");
  EXPECT_ERROR(Outputs().First(), NotFound, "no output");
  Variable foreign;
  {
    const ProgramGuard other(NewProgram());
    foreign = data("y", {1});
  }
  EXPECT_ERROR(Op("many", {{"X", x_}, {"State", foreign}}, {}, TwoParts()),
               InvalidArgument, "'x' and 'y' belong to different programs");
}

TEST_F(OpTest, LayerNamesAreUnique) {
  EXPECT_EQ(LayerName("fc"), "fc_0");
  EXPECT_EQ(LayerName("fc", "", {x_}), "fc_1");
  EXPECT_EQ(LayerName("fc", "mine"), "mine");
}

}  // namespace
}  // namespace paddle::layer
