#include <algorithm>
#include <cstdint>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/pack_schema_base.h"
#include "paddle/operators/convolution/packed_size.h"
#include "paddle/operators/convolution/winograd_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

// Room for the transformed filter, too, where processors may want that: it is
// four times as large. The size of the image is asked: that of the output is
// about the same.
int64_t PackedSize(const framework::InferShapeContext& ctx,
                   const framework::Dims& filter) {
  using Numbers = std::vector<int64_t>;
  const int64_t groups = ctx.Attr<int64_t>("groups");
  const int64_t size =
      kernels::PackedSize(filter[0], filter[1], filter[2] * filter[3], groups);
  const bool is_float =
      ctx.InputType("Filter") == framework::DataType::kFloat32;
  if (is_float && groups == 1 && filter[2] == 1 && filter[3] == 1) {
    return kernels::PackedPointwiseSize(filter[0], filter[1]);
  }
  const auto& image = ctx.Attr<Numbers>("image_size");
  const Numbers each(2, 1);
  const bool may_be_transformed = filter[2] == 3 && filter[3] == 3 &&
                                  groups == 1 &&
                                  ctx.Attr<Numbers>("strides") == each &&
                                  ctx.Attr<Numbers>("dilations") == each;
  if (!may_be_transformed) return size;
  const int tile =
      kernels::WinogradTileOf(filter[1], filter[0], image[0], image[1]);
  // In floats, for bfloat16 too, of which only large tiles are.
  if (tile == 0 || (!is_float && tile != 4)) return size;
  const int64_t factors =
      kernels::WinogradFilterSize(filter[1], filter[0], tile);
  return std::max(size,
                  kernels::kPackedNote + (is_float ? factors : 2 * factors));
}

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
  ctx->SetOutput("Out", {PackedSize(*ctx, filter)}, ctx->InputType("Filter"));
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
