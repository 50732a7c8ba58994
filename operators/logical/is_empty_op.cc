#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

class IsEmptyOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensor of any shape.").ShapeOnly().NoGradient();
    AddOutput("Out", "bool, a scalar.");
    AddComment(
        "Out = whether X has no element. Errors: none beside those of every "
        "operator.");
  }
};

class IsEmptyOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->SetOutput("Out", {}, framework::DataType::kBool);
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(is_empty, IsEmptyOp, IsEmptyOpMaker);
REGISTER_OP_FLOPS(is_empty, framework::NoFlops());

}  // namespace paddle::operators
