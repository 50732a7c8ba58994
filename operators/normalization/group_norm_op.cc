#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/normalization/image_norm_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class GroupNormOp : public ImageNormOp {
 protected:
  int64_t GroupsOf(framework::InferShapeContext* ctx,
                   int64_t channels) const override {
    const int64_t groups = ctx->Attr<int64_t>("groups");
    PADDLE_ENFORCE(channels < 0 || channels % groups == 0, InvalidArgument,
                   groups, " groups do not divide the channels of X ",
                   ctx->InputDims("X").ToString());
    return groups;
  }
};

class GroupNormOpMaker : public ImageNormOpMaker {
 public:
  void Make() override {
    MakeImageNorm("[N, groups]");
    AddAttr<int64_t>("groups", "How many groups the channels form.").AtLeast(1);
    AddComment(
        "Normalises each group of C / groups neighbouring channels of each of "
        "N to mean 0 and variance 1, then Y = normalised * Scale + Bias, "
        "channel by channel. Source: Wu, He, \"Group Normalization\" (ECCV "
        "2018). Errors: InvalidArgument unless groups divide the channels, and "
        "Scale and Bias have a number for each channel.");
  }
};

}  // namespace

REGISTER_OP(group_norm, GroupNormOp, GroupNormOpMaker, group_norm_grad,
            ImageNormGradOp);
REGISTER_PRECISION(group_norm, kFollows, "X");
REGISTER_OP_FLOPS(group_norm, framework::FlopsOfEach("X", 8));

}  // namespace paddle::operators
