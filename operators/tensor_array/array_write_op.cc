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

using framework::Dims;
using framework::InferShapeContext;
using framework::proto::OpDesc;

void DescribeArrayWrite(framework::OpMaker* op) {
  op->AddInput("X", "The element: a dense tensor.");
  op->AddInput("I", "Which element of Out it becomes: one int64 or int32.")
      .NoGradient();
  op->AddInput("Array",
               "A tensor array of elements shaped like X; left out: one "
               "without elements.")
      .AsOptional()
      .Kinds({framework::proto::TENSOR_ARRAY});
  op->AddOutput("Out",
                "A tensor array, long enough to hold element I, of elements "
                "shaped like X.")
      .Kinds({framework::proto::TENSOR_ARRAY});
  op->AddComment(
      "Out = Array, but Out[I] = X, in memory of its own. The other elements "
      "are shared with Array, which stays as it is; writing behind the end "
      "costs no more than copying X. Errors: InvalidArgument for an Array of "
      "another data type than X, or of elements of another shape, and an I "
      "that is not one int32 or int64; OutOfRange, when run, for one that is "
      "negative or far behind the end.");
}

Dims ElementDims(InferShapeContext* context) {
  // In a run elements may differ in shape.
  if (context->is_running()) return Dims();
  const Dims dims = context->InputDims("X");
  if (!context->HasInput("Array")) return dims;
  return CommonDims(context->InputDims("Array"), dims, &context->sizes());
}

void InferArrayWrite(InferShapeContext* context) {
  CheckIndex(*context, "I");
  if (context->HasInput("Array")) {
    PADDLE_ENFORCE_EQ(context->InputType("Array"), context->InputType("X"),
                      "array_write: the array and its element");
  }
  context->SetTensorArray("Out", ElementDims(context), context->InputType("X"));
  // Describes the elements; in a run each has a LoD of its own.
  if (!context->is_running()) context->ShareLoD("X", "Out");
}

class ArrayWriteGradOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "As forward.").ShapeOnly();
    AddInput("I", "As forward.").NoGradient();
    AddInput("Out@GRAD", "A tensor array.")
        .Kinds({framework::proto::TENSOR_ARRAY});
    AddOutput("X@GRAD",
              "Element I of Out@GRAD; zeros of X's shape if it has none.")
        .AsOptional();
    AddOutput("Array@GRAD", "Out@GRAD without element I.")
        .AsOptional()
        .Kinds({framework::proto::TENSOR_ARRAY});
    AddComment("The gradient of array_write.");
  }
};

class ArrayWriteGradOp : public framework::OpSchema {
 public:
  void InferShape(InferShapeContext* context) const override {
    CheckIndex(*context, "I");
    const framework::DataType dtype = context->InputType("Out@GRAD");
    PADDLE_ENFORCE_EQ(context->InputType("X"), dtype,
                      "array_write_grad: an element and the gradients");
    context->ShareShape("X", "X@GRAD");
    context->SetTensorArray(
        "Array@GRAD",
        context->is_running() ? Dims() : context->InputDims("Out@GRAD"), dtype);
  }
};

std::vector<OpDesc> ArrayWriteGradient(const OpDesc& forward,
                                       framework::GradContext* context) {
  OpDesc grad = framework::MakeOp("array_write_grad",
                                  {{"X", framework::Inputs(forward, "X")},
                                   {"I", framework::Inputs(forward, "I")},
                                   {"Out@GRAD", {context->OutputGrad("Out")}}},
                                  {});
  // The element and the rest of the array may be wanted each by itself.
  bool wanted = false;
  for (const char* slot : {"X", "Array"}) {
    const std::string name = context->InputGrad(slot);
    if (name.empty()) continue;
    framework::SetOutput(&grad, framework::GradName(slot), {name});
    wanted = true;
  }
  if (!wanted) return {};
  return {framework::AsGradientOf(forward, grad)};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(array_write,
                             framework::ShapeFunction(InferArrayWrite),
                             framework::MakerFunction(DescribeArrayWrite));
REGISTER_GRADIENT_OP(array_write, array_write_grad, ArrayWriteGradOp,
                     ArrayWriteGradOpMaker, ArrayWriteGradient);
REGISTER_OP_FLOPS(array_write, framework::NoFlops());

}  // namespace paddle::operators
