#include "paddle/operators/tensor/random_batch_size_like.h"

namespace paddle::operators {
namespace {

class UniformRandomBatchSizeLikeOpMaker : public RandomBatchSizeLikeOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddAttr<double>("min", "The least value.").SetDefault(-1);
    AddAttr<double>("max", "The bound that no value reaches, but for rounding.")
        .SetDefault(1);
    AddComment("As uniform_random, for a batch: uniformly from [min, max).");
  }
};

class UniformRandomBatchSizeLikeOp : public RandomBatchSizeLikeOp {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    PADDLE_ENFORCE_LE(context->Attr<double>("min"),
                      context->Attr<double>("max"), context->op_type(),
                      " needs a min that is not above its max");
    RandomBatchSizeLikeOp::InferShape(context);
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(uniform_random_batch_size_like,
                             UniformRandomBatchSizeLikeOp,
                             UniformRandomBatchSizeLikeOpMaker);

}  // namespace paddle::operators
