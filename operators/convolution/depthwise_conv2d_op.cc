#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/convolution/conv_schema_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

class DepthwiseConv2dOp final : public ConvOp {
 public:
  DepthwiseConv2dOp() : ConvOp(2) {}

 protected:
  void CheckChannels(framework::InferShapeContext* ctx, const Dims& input,
                     const Dims& filter) const override {
    ConvOp::CheckChannels(ctx, input, filter);
    const int64_t groups = ctx->Attr<int64_t>("groups");
    PADDLE_ENFORCE(framework::MayBeEqual(input[1], groups), InvalidArgument,
                   "depthwise_conv2d has a group for each channel, but Input ",
                   input.ToString(), " has ", input[1],
                   " channels, and groups is ", groups);
  }
};

}  // namespace

REGISTER_OP(
    depthwise_conv2d, DepthwiseConv2dOp,
    ConvOpMaker(
        2,
        "Each channel by filters of its own: groups is C, and M a multiple of "
        "it. conv2d with as many groups computes the same. "),
    depthwise_conv2d_grad, ConvGradOp);
REGISTER_PRECISION(depthwise_conv2d, kHalf);
REGISTER_OP_FLOPS(depthwise_conv2d,
                  framework::FlopsOfFilters("Output", "Filter"),
                  framework::GradFlops::kOfEachGradient);

}  // namespace paddle::operators
