#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/whole_base.h"

namespace paddle::operators {
namespace {

class SquaredL2NormOpMaker : public WholeOpMaker {
 public:
  SquaredL2NormOpMaker() : WholeOpMaker("Out = sum(X^2); 0 of no elements.") {}
};

class SquaredL2NormGradOp : public framework::GradOpSchema {
 public:
  SquaredL2NormGradOp() : GradOpSchema({"X"}) {}
};

}  // namespace

REGISTER_OP(squared_l2_norm, WholeOp, SquaredL2NormOpMaker,
            squared_l2_norm_grad, SquaredL2NormGradOp);
REGISTER_OP_FLOPS(squared_l2_norm, framework::FlopsOfEach("X", 2));

}  // namespace paddle::operators
