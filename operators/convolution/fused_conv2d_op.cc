#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/fused_activation_attr.h"
#include "paddle/operators/convolution/conv_schema_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;

// Throws InvalidArgument unless an optional input has these dims and Input's
// data type.
void CheckOptional(const InferShapeContext& ctx, const char* slot,
                   const Dims& wanted) {
  if (!ctx.HasInput(slot)) return;
  const Dims dims = ctx.InputDims(slot);
  PADDLE_ENFORCE(framework::MayBeEqual(dims, wanted) &&
                     ctx.InputType(slot) == ctx.InputType("Input"),
                 InvalidArgument, slot, " of fused_conv2d is ",
                 wanted.ToString(), " of Input's data type, not ",
                 dims.ToString());
}

class FusedConv2dOp final : public ConvNhwcOp {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    const Dims out = LastDims(ctx);
    CheckOptional(*ctx, "Bias", {out[3]});
    CheckOptional(*ctx, "Residual", out);
    CheckOptional(*ctx, "FilterScale", {out[3]});
    ctx->SetOutput("Output", out, ctx->InputType("Input"));
    ctx->ShareLoD("Input", "Output");
  }
};

class FusedConv2dOpMaker final : public ConvNhwcMaker {
 public:
  void Make() override {
    AddImages();
    AddInput("Bias", "Added to each pixel, [M].").AsOptional();
    AddInput("Residual", "Added to the result, [N, OH, OW, M].").AsOptional();
    AddInput(
        "PackedFilter",
        "Filter as pack_conv_filter returns it, [K]: saves reordering it in "
        "each run.")
        .AsOptional();
    AddInput("FilterScale",
             "Multiplies each filter, [M], which PackedFilter is already: as "
             "batch normalization does, without another copy of Filter.")
        .AsOptional();
    AddResults();
    AddFusedActivationAttr(this);
    AddComment(
        "Output = activation(conv2d(Input, Filter * FilterScale) + Bias + "
        "Residual) with the channels of images last, for inference: passes "
        "write it in place of "
        "several operators, which leave the memory of the processor for each "
        "of them. Errors: InvalidArgument as of conv2d, and for a Bias, "
        "Residual or FilterScale of another shape or data type. Source: "
        "Chetlur et al., "
        "\"cuDNN: Efficient Primitives for Deep Learning\" (2014), whose "
        "convolution adds a bias and applies an activation likewise.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(fused_conv2d, FusedConv2dOp, FusedConv2dOpMaker);
REGISTER_OP_FLOPS(fused_conv2d, framework::FlopsOfFilters("Output", "Filter"));

}  // namespace paddle::operators
