#include "paddle/operators/convolution/quantized_schema_base.h"

#include <string>

#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/fused_activation_attr.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;

bool IsByte(DataType type) {
  return type == DataType::kInt8 || type == DataType::kUInt8;
}

void CheckInput(const InferShapeContext& ctx, const char* slot,
                const Dims& wanted, DataType type) {
  if (!ctx.HasInput(slot)) return;
  PADDLE_ENFORCE(framework::MayBeEqual(ctx.InputDims(slot), wanted) &&
                     ctx.InputType(slot) == type,
                 InvalidArgument, slot, " of ", ctx.op_type(), " is ",
                 wanted.ToString(), " of ", framework::DataTypeName(type),
                 ", not ", ctx.InputDims(slot).ToString(), " of ",
                 framework::DataTypeName(ctx.InputType(slot)));
}

void CheckScale(const InferShapeContext& ctx, const char* of, DataType type,
                const char* slot) {
  const bool integer = IsByte(type);
  PADDLE_ENFORCE(integer || type == DataType::kFloat32, InvalidArgument, of,
                 " of ", ctx.op_type(), " is of int8, uint8 or float32, not ",
                 framework::DataTypeName(type));
  PADDLE_ENFORCE(ctx.HasInput(slot) == integer, InvalidArgument, ctx.op_type(),
                 " has ", slot, " if ", of,
                 " is of int8 or uint8, and only then; it is of ",
                 framework::DataTypeName(type));
  CheckInput(ctx, slot, {1});
}

void AddQuantizedResult(framework::OpMaker* op, const char* output) {
  AddFusedActivationAttr(op);
  op->AddAttr<std::string>("out_dtype",
                           "The data type of " + std::string(output) + ".")
      .SetDefault("float32")
      .OneOf({"int8", "uint8", "float32"});
}

}  // namespace paddle::operators
