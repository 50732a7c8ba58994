#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/convolution/conv_schema_base.h"
#include "paddle/operators/convolution/packed_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using Numbers = std::vector<int64_t>;

void InferPackedFilter(framework::InferShapeContext* ctx) {
  const Dims filter = ctx->InputDims("Filter");
  const int64_t groups = ctx->Attr<int64_t>("groups");
  PADDLE_ENFORCE(filter.rank() == 4 && filter.IsStatic() &&
                     filter.Numel() > 0 && filter[0] % groups == 0,
                 InvalidArgument,
                 "Filter of pack_conv_filter is [M, C / groups, KH, KW] of "
                 "sizes that are known, with M a multiple of the ",
                 groups, " groups, not ", filter.ToString());
  const auto& image = ctx->Attr<Numbers>("image_size");
  for (int i = 0; i < 2; ++i) {
    const int64_t reach =
        (filter[2 + i] - 1) * ctx->Attr<Numbers>("dilations")[i] + 1;
    const int64_t padded = image[i] + 2 * ctx->Attr<Numbers>("paddings")[i];
    PADDLE_ENFORCE(padded >= reach, InvalidArgument,
                   "windows of pack_conv_filter reach over ", reach,
                   " elements, but the padded image has ", padded);
  }
  ctx->SetOutput("Out",
                 {kernels::PackedSize(filter[0], filter[1],
                                      filter[2] * filter[3], groups)},
                 ctx->InputType("Filter"));
}

class PackConvFilterOpMaker final : public ConvMaker {
 public:
  PackConvFilterOpMaker() : ConvMaker(2) {}
  void Make() override {
    AddInput("Filter", "[M, C / groups, KH, KW].");
    AddOutput("Out",
              "[K]: a note of the order, and Filter in that order, filled up "
              "to whole registers.");
    AddWindow("The strides of the convolution", "The paddings of it",
              "The groups of it.");
    AddAttr<Numbers>("image_size",
                     "The size of the images that the convolution will see: "
                     "height, width. Others are computed right, but slower.")
        .Length(2)
        .AtLeast(1)
        .AtMost(int64_t{1} << 31);
    AddComment(
        "Puts the filter of a fused_conv2d with the same attributes into the "
        "order in which this processor reads it fastest, once for all runs: "
        "its PackedFilter. The bytes mean nothing on other processors, and "
        "belong in no file. Errors: InvalidArgument for a Filter of another "
        "rank, without elements or of unknown sizes, groups that do not divide "
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
