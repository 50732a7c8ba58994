#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/random/random_base.h"

namespace paddle::operators {
namespace {

class GaussianRandomOpMaker : public RandomOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddAttr<double>("mean", "The mean.").SetDefault(0);
    AddAttr<double>("std", "The standard deviation.").SetDefault(1).AtLeast(0);
    AddComment(
        "Out = mean + std * z, with z drawn from the standard normal "
        "distribution for each element. Errors: InvalidArgument for a negative "
        "size; Unimplemented, when run, for another data type.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(gaussian_random, RandomOp, GaussianRandomOpMaker);
REGISTER_OP_FLOPS(gaussian_random, framework::NoFlops());

}  // namespace paddle::operators
