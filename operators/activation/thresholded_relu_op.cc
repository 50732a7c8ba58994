#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class ThresholdedReluOpMaker : public ActivationOpMaker {
 public:
  ThresholdedReluOpMaker()
      : ActivationOpMaker("X where X > threshold, else 0") {}
  void Make() override {
    ActivationOpMaker::Make();
    AddAttr<double>("threshold", "What X must exceed.").SetDefault(1);
  }
};

}  // namespace

REGISTER_OP(thresholded_relu, ActivationOp, ThresholdedReluOpMaker,
            thresholded_relu_grad, ActivationGradFromX);
REGISTER_OP_FLOPS(thresholded_relu, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
