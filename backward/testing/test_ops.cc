// Operators for tests of gradients:
//
//   fork    X -> Left, Right; its gradient needs both of theirs, and has a
//           gradient itself
//   opaque  X -> Out; its gradient reads X and has no gradient
//   bump    X -> Out, in place
//   shy     X, Y -> Left, Right; its gradient maker gives Y a gradient only
#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Has two outputs, both of whose gradients the gradient operator needs.
class ForkOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Left");
    ctx->ShareShape("X", "Right");
  }
};
class ForkOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddOutput("Left", "X.");
    AddOutput("Right", "X.");
    AddComment("For tests.");
  }
};
class ForkGradOp : public framework::GradOpSchema {
 public:
  ForkGradOp() : GradOpSchema({}) {}
};
REGISTER_OP(fork, ForkOp, ForkOpMaker, fork_grad, ForkGradOp);

// Computes X@GRAD = Left@GRAD + Right@GRAD.
std::vector<framework::proto::OpDesc> MakeForkSecondGradient(
    const framework::proto::OpDesc&, framework::GradContext* context) {
  std::vector<framework::proto::OpDesc> ops;
  for (const char* slot : {"Left@GRAD", "Right@GRAD"}) {
    const std::string out = context->InputGrad(slot);
    if (out.empty()) continue;
    ops.push_back(framework::MakeOp(
        "assign", {{"X", {context->OutputGrad("X@GRAD")}}}, {{"Out", {out}}}));
  }
  return ops;
}
REGISTER_GRADIENT_MAKER(fork_grad, MakeForkSecondGradient);

// Its gradient reads X and has no gradient.
class OpaqueOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
  }
};
class OpaqueOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddOutput("Out", "A function of X.");
    AddComment("For tests.");
  }
};
class OpaqueGradOp : public framework::GradOpSchema {
 public:
  OpaqueGradOp() : GradOpSchema({"X"}) {}
};
REGISTER_OP(opaque, OpaqueOp, OpaqueOpMaker, opaque_grad, OpaqueGradOp);

// Adds one in place; differentiable as far as the schema says.
class BumpOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddOutput("Out", "X, updated.");
    Updates("Out", "X");
    AddComment("For tests.");
  }
};
class BumpGradOp : public framework::GradOpSchema {
 public:
  BumpGradOp() : GradOpSchema({}) {}
};
REGISTER_OP(bump, OpaqueOp, BumpOpMaker, bump_grad, BumpGradOp);

// Its gradient maker gives no gradient for X, although the schema has one.
std::vector<framework::proto::OpDesc> MakeShyGradient(
    const framework::proto::OpDesc&, framework::GradContext* context) {
  return {framework::MakeOp("scale", {{"X", {context->OutputGrad("Left")}}},
                            {{"Out", {context->InputGrad("Y")}}})};
}
class ShyOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddInput("Y", "A tensor.").AsOptional();
    AddOutput("Left", "X.");
    AddOutput("Right", "X.").AsOptional();
    AddComment("For tests.");
  }
};
REGISTER_OP_WITHOUT_GRADIENT(shy, ForkOp, ShyOpMaker);
REGISTER_GRADIENT_MAKER(shy, MakeShyGradient);

}  // namespace paddle::operators
