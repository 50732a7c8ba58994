#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/random/random_base.h"

namespace paddle::operators {
namespace {

class TruncatedGaussianRandomOpMaker : public RandomOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddAttr<double>("mean", "The mean of the normal distribution.")
        .SetDefault(0);
    AddAttr<double>("std", "Its standard deviation.").SetDefault(1).AtLeast(0);
    AddComment(
        "Out = mean + std * z, with z drawn from the standard normal "
        "distribution; those farther than two standard deviations from the "
        "mean are drawn again. Errors: InvalidArgument for a negative size; "
        "Unimplemented, when run, for another data type.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(truncated_gaussian_random, RandomOp,
                             TruncatedGaussianRandomOpMaker);
REGISTER_OP_FLOPS(truncated_gaussian_random, framework::NoFlops());

}  // namespace paddle::operators
