#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/gradient_registration.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/control_flow/block_ends.h"
#include "paddle/operators/control_flow/block_gradient_base.h"
#include "paddle/operators/control_flow/block_maker.h"
#include "paddle/operators/control_flow/second_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::BlockIndex;
using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;
using framework::NameList;

class WhileOpMaker : public BlockOpMaker {
 public:
  void Make() override {
    AddInput("Condition", "Whether there is a first iteration: one bool.")
        .NoGradient();
    AddInput("Carried",
             "What the loop carries from iteration to iteration: tensors or "
             "tensor arrays of any shape.")
        .AsList()
        .AsOptional()
        .Kinds(framework::kTensorOrArray);
    AddCaptures("What else the block reads from outside, of any shape.");
    AddOutput("Out",
              "The carried values behind the last iteration, shaped like "
              "Carried but for unknown sizes.")
        .AsList()
        .AsOptional()
        .Kinds(framework::kTensorOrArray);
    AddScopes("StepScopes", "What the gradient reads of each iteration.");
    AddAttr<BlockIndex>(
        "block",
        "An iteration. Its arguments: the carried values. Its results: whether "
        "there is a next iteration, then the next carried values.");
    AddAttr<int64_t>("max_iterations",
                     "More iterations are an error; 0: any number.")
        .SetDefault(0)
        .AtLeast(0);
    HasValueDependentShape();
    AddComment(
        "Out = Carried, then Out = block(Out) as long as a condition holds. "
        "What changes from iteration to iteration is carried, so that the "
        "gradient finds each value. Errors: InvalidArgument for a condition "
        "that is not one bool, and for carried values that change data type or "
        "known sizes; OutOfRange, when run, for more than max_iterations.");
  }
};

void CheckCondition(const Dims& dims, DataType dtype) {
  PADDLE_ENFORCE(dtype == DataType::kBool, InvalidArgument,
                 "the condition of while is a bool, not ",
                 framework::DataTypeName(dtype));
  PADDLE_ENFORCE(!dims.IsStatic() || dims.Numel() == 1, InvalidArgument,
                 "the condition of while is one bool, not ", dims.ToString());
}

void SetOut(InferShapeContext* ctx, const BlockEnds& ends, int i) {
  const BlockEnds::Var argument = ends.argument(i);
  const BlockEnds::Var next = ends.result(i + 1);
  BlockEnds::CheckSame(argument, next, "the carried value");
  BlockEnds::CheckKind(argument,
                       ctx->InputIsTensorArray("Carried", i)
                           ? framework::proto::TENSOR_ARRAY
                           : framework::proto::DENSE_TENSOR,
                       "argument");
  BlockEnds::CheckType(argument, ctx->InputType("Carried", i), "argument");
  Dims dims;
  for (int axis = 0; axis < next.dims.rank(); ++axis) {
    // A size that an iteration changes differs after the loop, too, by a
    // number that only a run knows.
    const bool same = next.dims[axis] == argument.dims[axis];
    dims.Append(same ? next.dims[axis] : ctx->sizes().Fresh());
  }
  if (next.kind == framework::proto::TENSOR_ARRAY) {
    return ctx->SetTensorArray("Out", dims, next.dtype, i);
  }
  ctx->SetOutput("Out", dims, next.dtype, i);
  ctx->SetLoDLevels("Out", next.lod_level, i);
}

void InferWhile(InferShapeContext* ctx) {
  if (ctx->is_running()) return;  // the kernel finds the shapes
  CheckCondition(ctx->InputDims("Condition"), ctx->InputType("Condition"));
  const int carried = ctx->InputCount("Carried");
  const BlockEnds ends(*ctx, "block");
  PADDLE_ENFORCE(
      ends.num_arguments() == carried && ends.num_results() == carried + 1 &&
          ctx->OutputCount("Out") == carried,
      InvalidArgument, "the block of while has ", ends.num_arguments(),
      " arguments and ", ends.num_results(), " results, but it carries ",
      carried, " values to ", ctx->OutputCount("Out"), " outputs");
  CheckCondition(ends.result(0).dims, ends.result(0).dtype);
  for (int i = 0; i < carried; ++i) SetOut(ctx, ends, i);
  ctx->SetStepScopes("StepScopes");
}

class WhileGradOpMaker : public BlockGradOpMaker {
 public:
  void Make() override {
    AddInput("Condition", "As forward.").AsOptional().NoGradient().ShapeOnly();
    AddForwardList("Carried", framework::kTensorOrArray);
    AddForwardScopes("StepScopes");
    AddBlockGrad(framework::kTensorOrArray);
    AddGradList("Carried", "Of the carried values before the loop.",
                framework::kTensorOrArray);
    AddAttr<BlockIndex>("block", "The gradient block of an iteration.");
    AddComment(
        "The gradient of while: runs the gradient block once for each "
        "iteration, from the last to the first.");
  }
};

class WhileGradOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    CheckOutputGrads(*ctx);
    SetGrads(ctx, "Carried");
    SetCaptureGrads(ctx, "block");
  }
};

std::vector<framework::proto::OpDesc> MakeWhileGradient(
    const framework::proto::OpDesc& forward, framework::GradContext* context) {
  const auto block = framework::GetAttr<BlockIndex>(forward, "block");
  const framework::GradBlock grad = context->DifferentiateBlock(block.index);
  return {MakeBlockGrad(forward, {{"Condition", "Carried"}, {"Carried"}}, grad,
                        {{"block", BlockIndex{grad.index}}}, context)};
}

std::vector<framework::proto::OpDesc> MakeWhileSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context) {
  SecondGradient second(grad, context);
  WithTangents carried = second.Slot("Carried");
  const framework::TangentBlock block =
      second.Tangents(framework::GetAttr<BlockIndex>(grad, "block").index,
                      // All may get a tangent on the way, even those that begin
                      // without one.
                      std::vector<bool>(carried.values.size(), true));
  second.FillTangents(block.argument_tangents, &carried);
  const NameList tangents(block.result_tangents.begin() + 1,
                          block.result_tangents.end());
  const NameList captures = second.context()->SetBlockEnds(
      block.index, Joined({block.arguments, Given(block.argument_tangents)}),
      Joined({block.results, Given(tangents)}));
  NameList outs;
  for (const std::string& value : carried.values) {
    // The values themselves are computed once more, for the tangents' sake;
    // nobody reads how they end.
    outs.push_back(second.Unused(value));
  }
  second.Finish(framework::MakeOp(
      "while",
      {{"Condition", framework::Inputs(grad, "Condition")},
       {"Carried", carried.All()},
       {"Captures", captures}},
      {{"Out", Joined({outs, second.TangentOutputs(tangents)})},
       {"StepScopes", {second.Unused("steps")}}},
      {{"block", BlockIndex{block.index}}}));
  return {};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(while, framework::ShapeFunction(InferWhile),
                             WhileOpMaker);
REGISTER_GRADIENT_OP(while, while_grad, WhileGradOp, WhileGradOpMaker,
                     MakeWhileGradient);
REGISTER_GRADIENT_MAKER(while_grad, MakeWhileSecondGradient);
REGISTER_OP_FLOPS(while, framework::FlopsOfItsBlocks());

}  // namespace paddle::operators
