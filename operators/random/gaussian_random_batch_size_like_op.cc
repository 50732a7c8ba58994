#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_upgrade.h"
#include "paddle/operators/random/random_batch_size_like.h"

namespace paddle::operators {
namespace {

class GaussianRandomBatchSizeLikeOpMaker : public RandomBatchSizeLikeOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddAttr<double>("mean", "The mean.").SetDefault(0);
    AddAttr<double>("std", "The standard deviation.").SetDefault(1).AtLeast(0);
    AddComment(
        "As gaussian_random, for a batch: with Input [N, 5] and shape [-1, 3], "
        "Out is [N, 3]. Errors: "
        "InvalidArgument for a negative size, and a data type that is not "
        "float32 or float64; OutOfRange for an axis that does not exist.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(gaussian_random_batch_size_like,
                             RandomBatchSizeLikeOp,
                             GaussianRandomBatchSizeLikeOpMaker);
REGISTER_OP_UPGRADE(gaussian_random_batch_size_like, 1, CountRows);
REGISTER_OP_FLOPS(gaussian_random_batch_size_like, framework::NoFlops());

}  // namespace paddle::operators
