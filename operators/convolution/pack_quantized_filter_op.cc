#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/common/fused_activation_attr.h"
#include "paddle/operators/convolution/pack_schema_base.h"
#include "paddle/operators/convolution/packed_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;

void InferPackedQuantized(framework::InferShapeContext* ctx) {
  CheckPackedFilter(*ctx, "pack_quantized_filter");
  const DataType type = ctx->InputType("Filter");
  PADDLE_ENFORCE(type == DataType::kInt8, InvalidArgument,
                 "Filter of pack_quantized_filter is of int8, not ",
                 framework::DataTypeName(type));
  const framework::Dims filter = ctx->InputDims("Filter");
  ctx->SetOutput(
      "Out",
      {kernels::PackedQuantizedSize(filter[0], filter[1], filter[2] * filter[3],
                                    ctx->Attr<int64_t>("groups"))},
      type);
}

class PackQuantizedFilterOpMaker final : public PackMaker {
 public:
  void Make() override {
    AddPacking(", int8.");
    AddFusedActivationAttr(this, "The activation of the convolution.");
    AddAttr<std::string>("input_dtype", "The data type of its Input.")
        .SetDefault("int8")
        .OneOf({"int8", "uint8"});
    AddAttr<std::string>("out_dtype", "The data type of its Output.")
        .SetDefault("float32")
        .OneOf({"int8", "uint8", "float32"});
    AddAttr<std::string>("residual_dtype",
                         "The data type of its Residual; \"\": none.")
        .SetDefault("")
        .OneOf({"", "int8", "uint8", "float32"});
    AddComment(
        "Puts the filter of a quantized_conv2d with the same attributes into "
        "the order in which this processor reads it fastest, once for all "
        "runs: its PackedFilter. The bytes mean nothing on other processors, "
        "and belong in no file. Errors: InvalidArgument as of "
        "pack_conv_filter, and for a Filter that is not of int8. Source: "
        "Georganas et al., \"Anatomy of High-Performance Deep Learning "
        "Convolutions on SIMD Architectures\" (SC 2018), section II.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(pack_quantized_filter,
                             framework::ShapeFunction(InferPackedQuantized),
                             PackQuantizedFilterOpMaker);
REGISTER_OP_FLOPS(pack_quantized_filter, framework::NoFlops());

}  // namespace paddle::operators
