#include "paddle/operators/tensor/random_base.h"

namespace paddle::operators {
namespace {

class GaussianRandomOpMaker : public RandomOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddAttr<double>("mean", "The mean.").SetDefault(0);
    AddAttr<double>("std", "The standard deviation.").SetDefault(1).AtLeast(0);
    AddComment("Numbers drawn from a normal distribution.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(gaussian_random, RandomOp, GaussianRandomOpMaker);

}  // namespace paddle::operators
