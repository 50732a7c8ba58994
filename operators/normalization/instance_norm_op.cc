#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/normalization/image_norm_base.h"

namespace paddle::operators {
namespace {

class InstanceNormOpMaker : public ImageNormOpMaker {
 public:
  void Make() override {
    MakeImageNorm("[N, C]");
    AddComment(
        "Normalises each channel of each of N to mean 0 and variance 1, then Y "
        "= normalised * Scale + Bias, channel by channel. Source: Ulyanov, "
        "Vedaldi, Lempitsky, \"Instance Normalization\" (2016). Errors: "
        "InvalidArgument unless X has a batch and channels, and Scale and Bias "
        "a number for each channel.");
  }
};

}  // namespace

REGISTER_OP(instance_norm, ImageNormOp, InstanceNormOpMaker, instance_norm_grad,
            ImageNormGradOp);
REGISTER_PRECISION(instance_norm, kFollows, "X");
REGISTER_OP_FLOPS(instance_norm, framework::FlopsOfEach("X", 8));

}  // namespace paddle::operators
