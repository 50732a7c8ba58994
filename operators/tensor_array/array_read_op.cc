#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/tensor_array/array_shape.h"

namespace paddle::operators {
namespace {

void DescribeArrayRead(framework::OpMaker* op) {
  op->AddInput("Array", "A tensor array of elements of any shape.")
      .Kinds({framework::proto::TENSOR_ARRAY});
  op->AddInput("I", "Which element: one int64 or int32.").NoGradient();
  op->AddOutput(
      "Out",
      "The element, of the shape it was written with, and its sequences.");
  op->HasValueDependentShape();
  op->AddComment(
      "Out = Array[I]. An element beyond the end, or that was never written, "
      "is an error of the run. Errors: InvalidArgument for what is no tensor "
      "array, and an I that is not one int32 or int64; OutOfRange, when run, "
      "for an element that is not there.");
}

void InferArrayRead(framework::InferShapeContext* context) {
  CheckIndex(*context, "I");
  if (context->is_running()) return;  // the kernel finds the shape
  context->SetOutput("Out", context->InputDims("Array"),
                     context->InputType("Array"));
  context->ShareLoD("Array", "Out");
}

// An array whose only element is Out@GRAD.
std::vector<framework::proto::OpDesc> ArrayReadGradient(
    const framework::proto::OpDesc& forward, framework::GradContext* context) {
  // Several reads of one array give arrays of one element each, which are added
  // up, missing elements counting as zeros.
  const std::string darray = context->InputGrad("Array");
  if (darray.empty()) return {};
  return {framework::AsGradientOf(
      forward, framework::MakeOp("array_write",
                                 {{"X", {context->OutputGrad("Out")}},
                                  {"I", framework::Inputs(forward, "I")}},
                                 {{"Out", {darray}}}))};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(array_read,
                             framework::ShapeFunction(InferArrayRead),
                             framework::MakerFunction(DescribeArrayRead));
REGISTER_GRADIENT_MAKER(array_read, ArrayReadGradient);
REGISTER_OP_FLOPS(array_read, framework::NoFlops());

}  // namespace paddle::operators
