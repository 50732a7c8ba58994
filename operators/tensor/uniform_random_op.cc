#include "paddle/operators/tensor/random_base.h"
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
    AddComment("Numbers drawn uniformly from [min, max).");
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

}  // namespace paddle::operators
