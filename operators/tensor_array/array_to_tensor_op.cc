#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient_registration.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/tensor_array/array_shape.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;
using framework::proto::OpDesc;

void DescribeArrayToTensor(framework::OpMaker* op) {
  op->AddInput("Array", "A tensor array, at least one element, none missing.")
      .Kinds({framework::proto::TENSOR_ARRAY});
  op->AddOutput("Out",
                "The elements, one behind the other along the axis, of rank "
                "one more than theirs if they are stacked.");
  op->AddOutput("Sizes", "How much of the axis each element takes, int64.")
      .AsIntermediate();
  op->AddAttr<int64_t>(
        "axis",
        "Along which axis; a negative one counts from the end of Out's.")
      .SetDefault(0);
  op->AddAttr<bool>("use_stack",
                    "Whether the axis is a new one, of as many elements as the "
                    "array has; their shapes are then equal. Otherwise it is "
                    "one of theirs, and they may differ in its size.")
      .SetDefault(true);
  op->HasValueDependentShape();
  op->AddComment(
      "Of three elements [2, 5]: [3, 2, 5], or [6, 5] if they are not stacked. "
      "Errors: FailedPrecondition, when run, for an array without elements; "
      "InvalidArgument for elements that cannot be joined.");
}

Dims JoinedDims(const InferShapeContext& context, int64_t size) {
  const bool stack = context.Attr<bool>("use_stack");
  const Dims dims = context.InputDims("Array");
  const int axis = framework::NormalizeAxis(context.Attr<int64_t>("axis"),
                                            dims.rank() + (stack ? 1 : 0));
  Dims joined = dims.Slice(0, axis);
  // Nobody knows the number of elements, or what they add up to, before a
  // run.
  joined.Append(size);
  // Stacking adds an axis, joining replaces one of the elements'.
  for (int i = stack ? axis : axis + 1; i < dims.rank(); ++i) {
    joined.Append(dims[i]);
  }
  return joined;
}

void InferArrayToTensor(InferShapeContext* context) {
  if (context->is_running()) return;  // the kernel finds the shape
  const int64_t size = context->sizes().Fresh();
  context->SetOutput("Out", JoinedDims(*context, size),
                     context->InputType("Array"));
  context->SetOutput("Sizes", {context->sizes().Fresh()}, DataType::kInt64);
}

class ArrayToTensorGradOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Array", "As forward.")
        .ShapeOnly()
        .Kinds({framework::proto::TENSOR_ARRAY});
    AddInput("Sizes", "As forward.").NoGradient();
    AddInput("Out@GRAD", "Tensor, as Out.");
    AddOutput("Array@GRAD", "Tensor array: the pieces of Out@GRAD.")
        .Kinds({framework::proto::TENSOR_ARRAY});
    AddAttr<int64_t>("axis", "As forward.").SetDefault(0);
    AddAttr<bool>("use_stack", "As forward.").SetDefault(true);
    KernelTypeFrom("Out@GRAD");
    AddComment("The gradient of array_to_tensor.");
  }
};

class ArrayToTensorGradOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* context) const override {
    PADDLE_ENFORCE(context->InputType("Sizes") == DataType::kInt64 &&
                       context->InputDims("Sizes").rank() == 1,
                   InvalidArgument,
                   "array_to_tensor_grad takes Sizes of int64 and one axis");
    // The kernel makes the pieces in the data type of the gradient.
    PADDLE_ENFORCE_EQ(context->InputType("Array"),
                      context->InputType("Out@GRAD"),
                      "array_to_tensor_grad: an array and the gradient");
    context->SetTensorArray(
        "Array@GRAD",
        // In a run an array has no one shape of elements.
        context->is_running() ? Dims() : context->InputDims("Array"),
        context->InputType("Array"));
  }
};

std::vector<OpDesc> ArrayToTensorGradient(const OpDesc& forward,
                                          framework::GradContext* context) {
  const std::string dx = context->InputGrad("Array");
  if (dx.empty()) return {};
  OpDesc grad =
      framework::MakeOp("array_to_tensor_grad",
                        {{"Array", framework::Inputs(forward, "Array")},
                         {"Sizes", framework::Outputs(forward, "Sizes")},
                         {"Out@GRAD", {context->OutputGrad("Out")}}},
                        {{"Array@GRAD", {dx}}});
  // The pieces are cut along the axis along which they were joined.
  *grad.mutable_attrs() = forward.attrs();
  return {framework::AsGradientOf(forward, grad)};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(array_to_tensor,
                             framework::ShapeFunction(InferArrayToTensor),
                             framework::MakerFunction(DescribeArrayToTensor));
REGISTER_GRADIENT_OP(array_to_tensor, array_to_tensor_grad, ArrayToTensorGradOp,
                     ArrayToTensorGradOpMaker, ArrayToTensorGradient);
REGISTER_OP_FLOPS(array_to_tensor, framework::NoFlops());

}  // namespace paddle::operators
