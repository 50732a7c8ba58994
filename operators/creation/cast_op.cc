#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

class CastOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensor of any shape.");
    AddOutput("Out", "Tensor of the shape of X, of type out_dtype.");
    AddDataTypeAttr("out_dtype", "The data type of Out.");
    AddComment(
        "Out = X converted to another data type. Floating point is rounded "
        "towards zero and kept within the range of an integer type (NaN "
        "becomes 0); integers wrap around; bool is whether X is not 0. Errors: "
        "none beside those of every operator: every value has a result.");
  }
};

class CastOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->SetOutput("Out", context->InputDims("X"),
                       context->DataTypeAttr("out_dtype"));
    context->ShareLoD("X", "Out");
  }
};

}  // namespace

REGISTER_OP(cast, CastOp, CastOpMaker, cast_grad, framework::GradOpSchema({}));
REGISTER_OP_FLOPS(cast, framework::NoFlops());

}  // namespace paddle::operators
