#include "paddle/framework/registry/op_registry.h"

namespace custom_op {
namespace {

namespace framework = paddle::framework;

class LogCoshOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensor of any shape.");
    AddOutput("Out", "Tensor of the shape of X.");
    AddAttr<double>("scale", "Where the square becomes a line.")
        .SetDefault(1.0)
        .GreaterThan(0);
    AddComment(
        "Out = scale^2 log(cosh(X / scale)): about X^2 / 2 near 0, and as flat "
        "as |X| far from it.");
  }
};

class LogCoshOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->ShareShape("X", "Out");
  }
};

}  // namespace

// Each element of the gradient is read before it is written, so both may share
// memory.
REGISTER_OP(log_cosh, LogCoshOp, LogCoshOpMaker, log_cosh_grad,
            framework::GradOpSchema({"X"},
                                    /*reuses=*/{{"X@GRAD", "Out@GRAD"}}));

}  // namespace custom_op
