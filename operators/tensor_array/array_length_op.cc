#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/tensor_array/array_shape.h"

namespace paddle::operators {
namespace {

void DescribeArrayLength(framework::OpMaker* op) {
  op->AddInput("Array", "A tensor array of elements of any shape.")
      .NoGradient()
      .Kinds({framework::proto::TENSOR_ARRAY});
  op->AddOutput("Out", "int64 [1].");
  op->AddComment(
      "Out = how many elements the array has; missing ones before the last one "
      "count. Errors: InvalidArgument for what is no tensor array.");
}

void InferArrayLength(framework::InferShapeContext* context) {
  // The shape is known even though the length is not.
  context->SetOutput("Out", {1}, framework::DataType::kInt64);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(array_length,
                             framework::ShapeFunction(InferArrayLength),
                             framework::MakerFunction(DescribeArrayLength));
REGISTER_OP_FLOPS(array_length, framework::NoFlops());

}  // namespace paddle::operators
