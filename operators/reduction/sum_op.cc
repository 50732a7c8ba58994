#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::GradContext;
using framework::InferShapeContext;
using framework::proto::OpDesc;

void DescribeSum(framework::OpMaker* op) {
  op->AddInput("X",
               "What to add: one or more tensors of the same shape, or "
               "SelectedRows of that shape, or both; or tensor arrays only, in "
               "which a missing element stands for zeros.")
      .AsList()
      .Kinds(framework::kAnyTensors);
  op->AddOutput("Out",
                "Tensor of the shape of the inputs; SelectedRows, with the "
                "rows of all inputs one behind the other, if all inputs are; "
                "of tensor arrays one as long as the longest.")
      .Kinds(framework::kAnyTensors);
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out = X[0] + X[1] + ..., element by element. Errors: InvalidArgument "
      "for no inputs, for tensors of different shapes or data types, and for "
      "tensor arrays among tensors.");
}

void CheckKinds(const InferShapeContext& context, int i) {
  PADDLE_ENFORCE(
      context.InputIsTensorArray("X") == context.InputIsTensorArray("X", i),
      InvalidArgument,
      "sum adds tensor arrays to tensor arrays only: one of inputs 0 and ", i,
      " is a tensor");
  PADDLE_ENFORCE_EQ(context.InputType("X"), context.InputType("X", i),
                    "sum adds tensors of one data type");
}

void InferArray(InferShapeContext* context) {
  framework::Dims dims;
  for (int i = 0; i < context->InputCount("X"); ++i) {
    CheckKinds(*context, i);
    // Elements of unknown shape have none.
    if (dims.rank() == 0) dims = context->InputDims("X", i);
  }
  context->SetTensorArray("Out",
                          context->is_running() ? framework::Dims() : dims,
                          context->InputType("X"));
}

// Refuses an input that does not go with the first one.
void CheckInput(const InferShapeContext& context, int i) {
  CheckKinds(context, i);
  const framework::Dims first = context.InputDims("X");
  const framework::Dims dims = context.InputDims("X", i);
  PADDLE_ENFORCE(framework::MayBeEqual(first, dims), InvalidArgument,
                 "sum adds tensors of one shape; input 0 has ",
                 first.ToString(), ", input ", i, " has ", dims.ToString());
}

void InferSum(InferShapeContext* context) {
  const int count = context->InputCount("X");
  PADDLE_ENFORCE_GE(count, 1, "sum needs something to add");
  if (context->InputIsTensorArray("X")) return InferArray(context);
  int dense = -1;  // the first tensor
  for (int i = 0; i < count; ++i) {
    CheckInput(*context, i);
    if (dense < 0 && !context->InputIsSelectedRows("X", i)) dense = i;
  }
  if (dense < 0) {
    context->SetSelectedRows("Out", context->InputDims("X"),
                             context->InputType("X"));
    return;
  }
  context->SetOutput("Out", context->InputDims("X", dense),
                     context->InputType("X"));
  context->ShareLoD("X", "Out", dense);
}

// Each input gets Out@GRAD.
std::vector<OpDesc> SumGradient(const OpDesc& forward, GradContext* context) {
  const std::string dout = context->OutputGrad("Out");
  std::vector<OpDesc> ops;
  for (const std::string& dx : context->InputGrads("X")) {
    if (dx.empty()) continue;
    ops.push_back(framework::AsGradientOf(
        forward,
        framework::MakeOp("assign", {{"X", {dout}}}, {{"Out", {dx}}})));
  }
  return ops;
}

double SumFlops(const framework::FlopsContext& op) {
  return op.SizeOf("X") - op.SizeOf("Out");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(sum, framework::ShapeFunction(InferSum),
                             framework::MakerFunction(DescribeSum));
REGISTER_GRADIENT_MAKER(sum, SumGradient);
REGISTER_OP_FLOPS(sum, SumFlops);

}  // namespace paddle::operators
