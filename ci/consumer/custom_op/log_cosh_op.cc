#include "paddle/framework/registry/op_registry.h"

namespace custom_op {
namespace {

namespace framework = paddle::framework;

void DescribeLogCosh(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput("Out", "Tensor of the shape of X.");
  op->AddAttr<double>("scale", "Where the square becomes a line.")
      .SetDefault(1.0)
      .GreaterThan(0);
  op->AddComment(
      "Out = scale^2 log(cosh(X / scale)): about X^2 / 2 near 0, and as flat "
      "as "
      "|X| far from it.");
}

void InferLogCosh(framework::InferShapeContext* context) {
  context->ShareShape("X", "Out");
}

}  // namespace

// Each element of the gradient is read before it is written, so both may share
// memory.
REGISTER_OP(log_cosh, framework::ShapeFunction(InferLogCosh),
            framework::MakerFunction(DescribeLogCosh), log_cosh_grad,
            framework::GradOpSchema({"X"},
                                    /*reuses=*/{{"X@GRAD", "Out@GRAD"}}));

}  // namespace custom_op
