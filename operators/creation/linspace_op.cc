#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_shape.h"

namespace paddle::operators {
namespace {

class LinspaceOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddOutput("Out", "The numbers, [num].");
    AddAttr<double>("start", "The first number.");
    AddAttr<double>("stop", "The last number.");
    AddAttr<int64_t>("num", "How many numbers; 1: only start.").AtLeast(0);
    AddDataTypeAttr("dtype", "The data type of Out: float32 or float64.");
    AddComment(
        "Out[i] = start + i * (stop - start) / (num - 1): numbers at even "
        "distances, both ends included. Errors: "
        "Unimplemented, when run, for another data type.");
  }
};

class LinspaceOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->SetOutput("Out", ConstantShape({context->Attr<int64_t>("num")}),
                       context->DataTypeAttr("dtype"));
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(linspace, LinspaceOp, LinspaceOpMaker);
REGISTER_OP_FLOPS(linspace, framework::NoFlops());

}  // namespace paddle::operators
