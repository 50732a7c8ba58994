#include "paddle/backward/block_gradient.h"

#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

using framework::BlockIndex;
using framework::NameList;
using framework::proto::OpDesc;

// Runs a block on its inputs.
class CallOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
  }
};
class CallOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "The block's arguments.").AsList();
    AddInput("Captures", "What the block reads whole.").AsList().AsOptional();
    AddOutput("Out", "The block's results.").AsList();
    AddAttr<BlockIndex>("block", "The block.");
    AddComment("For tests.");
  }
};
REGISTER_OP_WITHOUT_GRADIENT(call, CallOp, CallOpMaker);

class CallGradOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    for (const char* slot : {"X", "Captures"}) {
      const std::string grad = framework::GradName(slot);
      for (int i = 0; i < ctx->OutputCount(grad); ++i) {
        ctx->SetOutput(grad, ctx->InputDims(slot, i), ctx->InputType(slot, i),
                       i);
      }
    }
  }
};
class CallGradOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "As forward.").AsList().ShapeOnly();
    AddInput("Captures", "As forward.").AsList().AsOptional().ShapeOnly();
    AddInput("Out@GRAD", "The gradients of the results.").AsList();
    AddOutput("X@GRAD", "Of the arguments.").AsList().AsOptional();
    AddOutput("Captures@GRAD", "Of the captures.").AsList().AsOptional();
    AddAttr<BlockIndex>("block", "The gradient block.");
    AddComment("For tests.");
  }
};
REGISTER_OP_WITHOUT_GRADIENT(call_grad, CallGradOp, CallGradOpMaker);

std::vector<OpDesc> MakeCallGradient(const OpDesc& forward,
                                     framework::GradContext* context) {
  const auto block = framework::GetAttr<BlockIndex>(forward, "block");
  const int grad_block = context->DifferentiateBlock(block.index).index;
  return {
      framework::MakeOp("call_grad",
                        {{"X", framework::Inputs(forward, "X")},
                         {"Captures", framework::Inputs(forward, "Captures")},
                         {"Out@GRAD", context->OutputGradsOrZeros("Out")}},
                        {{"X@GRAD", context->InputGrads("X")},
                         {"Captures@GRAD", context->InputGrads("Captures")}},
                        {{"block", BlockIndex{grad_block}}})};
}
REGISTER_GRADIENT_MAKER(call, MakeCallGradient);

}  // namespace paddle::operators

namespace paddle::backward {
namespace {

using layer::DataType;
using layer::Variable;

class BlockGradientTest : public ProgramFixture {
 protected:
  // A block with an argument "step" of shape [3].
  int NewBlock() {
    const int block = main_->AddBlock(0);
    framework::SymbolTable& table = main_->block(block);
    table.mutable_desc()->add_arguments("step");
    auto* step = table.Var("step");
    step->set_dtype(framework::proto::FLOAT32);
    step->add_dims(3);
    return block;
  }
};

TEST_F(BlockGradientTest, DifferentiatesABlock) {
  const Variable w = layer::parameter({3}, DataType::kFloat32, "w");
  const Variable x = layer::exp(w);
  const int block = NewBlock();
  Variable result;
  {
    const layer::BlockGuard guard(block);
    const Variable step(main_, block, "step");
    result = layer::tanh(step * w) * w;
  }
  main_->block(block).mutable_desc()->add_results(result.name());
  layer::OpOptions options;
  options.counts = {{"Out", 1}};
  const Variable y = layer::Op(
      "call",
      {{"X", std::vector<Variable>{x}}, {"Captures", std::vector<Variable>{w}}},
      {{"block", framework::BlockIndex{block}}}, options);
  const ParamsAndGrads pairs = AppendBackward(layer::mean(y));
  ASSERT_EQ(pairs.size(), 1u);
  framework::PrintOptions print;
  print.variables = false;
  EXPECT_EQ(PrintText(*main_, print), R"(block 0 {
  exp_0.tmp_0 = exp(X=w)
  call_0.tmp_0 = call(X=exp_0.tmp_0, Captures=w, block=block 1)
  mean_0.tmp_0 = mean(X=call_0.tmp_0)
  # backward
  mean_0.tmp_0@GRAD = fill_constant(shape=[], value=1.0)
  call_0.tmp_0@GRAD = mean_grad(X=call_0.tmp_0, Out@GRAD=mean_0.tmp_0@GRAD)
  {X@GRAD: exp_0.tmp_0@GRAD, Captures@GRAD: w@GRAD@0} = call_grad(X=exp_0.tmp_0, Captures=w, Out@GRAD=call_0.tmp_0@GRAD, block=block 2)
  w@GRAD@1 = exp_grad(X=w, Out=exp_0.tmp_0, Out@GRAD=exp_0.tmp_0@GRAD)
  w@GRAD = sum(X=[w@GRAD@0, w@GRAD@1])
}
block 1 in 0 (step) -> (elementwise_mul_1.tmp_0) {
  elementwise_mul_0.tmp_0 = elementwise_mul(X=step, Y=w)
  tanh_0.tmp_0 = tanh(X=elementwise_mul_0.tmp_0)
  elementwise_mul_1.tmp_0 = elementwise_mul(X=tanh_0.tmp_0, Y=w)
}
block 2 in 0, gradient of 1 (elementwise_mul_1.tmp_0@GRAD) -> (step@GRAD, w@GRAD) {
  # backward
  {X@GRAD: tanh_0.tmp_0@GRAD, Y@GRAD: w@GRAD@0} = elementwise_mul_grad(X=tanh_0.tmp_0, Y=w, Out@GRAD=elementwise_mul_1.tmp_0@GRAD)
  elementwise_mul_0.tmp_0@GRAD = tanh_grad(X=elementwise_mul_0.tmp_0, Out=tanh_0.tmp_0, Out@GRAD=tanh_0.tmp_0@GRAD)
  {X@GRAD: step@GRAD, Y@GRAD: w@GRAD@1} = elementwise_mul_grad(X=step, Y=w, Out@GRAD=elementwise_mul_0.tmp_0@GRAD)
  w@GRAD = sum(X=[w@GRAD@0, w@GRAD@1])
}
)");
  const auto& gradient = main_->block(2).desc();
  EXPECT_EQ(gradient.parent(), 0);
  EXPECT_EQ(gradient.forward_block(), block);
  EXPECT_EQ(main_->block(2).GetVar(gradient.arguments(0)).dims(0), 3);
}

TEST_F(BlockGradientTest, WhatIsNotReachedGetsZeros) {
  const Variable w = layer::parameter({3}, DataType::kFloat32, "w");
  const int block = NewBlock();
  {
    const layer::BlockGuard guard(block);
    main_->block(block).mutable_desc()->add_results(layer::exp(w).name());
  }
  const int gradient = DifferentiateBlock(main_.get(), block, 0, {"w"}, {});
  const auto& desc = main_->block(gradient).desc();
  ASSERT_EQ(desc.results_size(), 2);
  EXPECT_EQ(desc.results(0), "step@GRAD");
  EXPECT_EQ(desc.results(1), "w@GRAD");
  const auto* zeros = main_->block(gradient).WriterOf("step@GRAD");
  EXPECT_EQ(zeros->type(), "fill_zeros_like");
}

TEST_F(BlockGradientTest, ArgumentsMayBeResults) {
  const int block = NewBlock();
  main_->block(block).mutable_desc()->add_results("step");
  const int gradient = DifferentiateBlock(main_.get(), block, 0, {}, {});
  const auto& desc = main_->block(gradient).desc();
  EXPECT_EQ(desc.ops_size(), 0);
  EXPECT_EQ(desc.results(0), desc.arguments(0));
}

}  // namespace
}  // namespace paddle::backward
