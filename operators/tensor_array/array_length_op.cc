#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/tensor_array/array_shape.h"

namespace paddle::operators {
namespace {

class ArrayLengthOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Array", "A tensor array of elements of any shape.")
        .NoGradient()
        .Kinds({framework::proto::TENSOR_ARRAY});
    AddOutput("Out", "int64 [1].");
    AddComment(
        "Out = how many elements the array has; missing ones before the last "
        "one count. Errors: InvalidArgument for what is no tensor array.");
  }
};

class ArrayLengthOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    // The shape is known even though the length is not.
    context->SetOutput("Out", {1}, framework::DataType::kInt64);
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(array_length, ArrayLengthOp, ArrayLengthOpMaker);
REGISTER_OP_FLOPS(array_length, framework::NoFlops());

}  // namespace paddle::operators
