#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/pack_schema_base.h"
#include "paddle/operators/convolution/packed_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void InferPackedFilter(framework::InferShapeContext* ctx) {
  CheckPackedFilter(*ctx, "pack_conv_filter");
  const framework::Dims filter = ctx->InputDims("Filter");
  if (ctx->HasInput("Scale")) {
    PADDLE_ENFORCE(ctx->InputDims("Scale") == framework::Dims({filter[0]}) &&
                       ctx->InputType("Scale") == ctx->InputType("Filter"),
                   InvalidArgument, "Scale of pack_conv_filter is [", filter[0],
                   "] of Filter's data type, not ",
                   ctx->InputDims("Scale").ToString());
  }
  ctx->SetOutput(
      "Out",
      {kernels::PackedSize(filter[0], filter[1], filter[2] * filter[3],
                           ctx->Attr<int64_t>("groups"))},
      ctx->InputType("Filter"));
}

class PackConvFilterOpMaker final : public PackMaker {
 public:
  void Make() override {
    AddPacking(".");
    AddInput("Scale", "Multiplies each filter before, [M].").AsOptional();
    AddComment(
        "Puts the filter of a fused_conv2d with the same attributes, times "
        "Scale, into the "
        "order in which this processor reads it fastest, once for all runs: "
        "its PackedFilter. The bytes mean nothing on other processors, and "
        "belong in no file. Errors: InvalidArgument for a Scale of another "
        "shape or data type, a Filter of another rank, without elements or of "
        "unknown sizes, groups that do not divide "
        "the filters, and a window larger than the padded image. Source: "
        "Georganas et al., \"Anatomy of High-Performance Deep Learning "
        "Convolutions on SIMD Architectures\" (SC 2018), section II.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(pack_conv_filter,
                             framework::ShapeFunction(InferPackedFilter),
                             PackConvFilterOpMaker);
REGISTER_OP_FLOPS(pack_conv_filter, framework::NoFlops());

}  // namespace paddle::operators
