#include "paddle/operators/normalization/channel_shape.h"

#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/sum_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Dims;

DataType StatisticsType(DataType type) { return SumType(type); }

void CheckChannelVector(framework::InferShapeContext* context,
                        absl::string_view slot, int64_t channels) {
  if (!context->HasInput(slot)) return;
  const Dims dims = context->InputDims(slot);
  PADDLE_ENFORCE(
      framework::MayBeEqual(dims, {channels}), InvalidArgument, slot, " of ",
      context->op_type(), " has a number for each channel of X ",
      context->InputDims("X").ToString(), ", [",
      context->sizes().Text(channels), "], but is ", dims.ToString());
  const DataType type = context->InputType(slot);
  const DataType wanted = context->InputType("X");
  PADDLE_ENFORCE(type == wanted || type == StatisticsType(wanted), TypeMismatch,
                 slot, " of ", context->op_type(), " is ",
                 framework::DataTypeName(type), ", but X is ",
                 framework::DataTypeName(wanted));
}

Dims ImageDims(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  PADDLE_ENFORCE(x.rank() >= 2, InvalidArgument, "X of ", context->op_type(),
                 " needs a batch and channels, but is ", x.ToString());
  return x;
}

}  // namespace paddle::operators
