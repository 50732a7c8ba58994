#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/reduction/whole_base.h"

namespace paddle::operators {
namespace {

class L1NormOpMaker : public WholeOpMaker {
 public:
  L1NormOpMaker() : WholeOpMaker("Out = sum(|X|); 0 of no elements.") {}
};

// 0 where X is 0.
class L1NormGradOp : public framework::GradOpSchema {
 public:
  L1NormGradOp() : GradOpSchema({"X"}) {}
};

}  // namespace

REGISTER_OP(l1_norm, WholeOp, L1NormOpMaker, l1_norm_grad, L1NormGradOp);
REGISTER_OP_FLOPS(l1_norm, framework::FlopsOfEach("X", 2));

}  // namespace paddle::operators
