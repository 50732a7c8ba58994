#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/random/random_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class UniformRandomOpMaker : public RandomOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddAttr<double>("min", "The least value.").SetDefault(-1);
    AddAttr<double>("max", "The bound that no value reaches, but for rounding.")
        .SetDefault(1);
    AddComment(
        "Out = min + (max - min) * u, with u drawn uniformly from [0, 1) for "
        "each element. Errors: InvalidArgument for a negative size, and a min "
        "above max; Unimplemented, when run, for another data type.");
  }
};

class UniformRandomOp : public RandomOp {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    PADDLE_ENFORCE_LE(context->Attr<double>("min"),
                      context->Attr<double>("max"),
                      "uniform_random needs a min that is not above its max");
    RandomOp::InferShape(context);
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(uniform_random, UniformRandomOp,
                             UniformRandomOpMaker);
REGISTER_OP_FLOPS(uniform_random, framework::NoFlops());

}  // namespace paddle::operators
