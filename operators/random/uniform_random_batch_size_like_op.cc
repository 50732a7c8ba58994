#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_upgrade.h"
#include "paddle/operators/random/random_batch_size_like.h"

namespace paddle::operators {
namespace {

class UniformRandomBatchSizeLikeOpMaker : public RandomBatchSizeLikeOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddAttr<double>("min", "The least value.").SetDefault(-1);
    AddAttr<double>("max", "The bound that no value reaches, but for rounding.")
        .SetDefault(1);
    AddComment(
        "As uniform_random, for a batch: with Input [N, 5] and shape [-1, 3], "
        "Out is [N, 3]. Errors: "
        "InvalidArgument for a negative size, a data type that is not float32 "
        "or float64, and a min above max; OutOfRange for an axis that does not "
        "exist.");
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
REGISTER_OP_UPGRADE(uniform_random_batch_size_like, 1, CountRows);
REGISTER_OP_FLOPS(uniform_random_batch_size_like, framework::NoFlops());

}  // namespace paddle::operators
