#include "paddle/operators/shape/mask_shape.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

int64_t MaskItems(const framework::InferShapeContext& context) {
  const framework::Dims dims = context.InputDims("Mask");
  const framework::DataType type = context.InputType("Mask");
  PADDLE_ENFORCE(type == framework::DataType::kBool, InvalidArgument,
                 "Mask of ", context.op_type(), " is of bool, not ",
                 framework::DataTypeName(type));
  // A column is what comparisons of [rows, 1] give.
  PADDLE_ENFORCE(dims.rank() == 1 ||
                     (dims.rank() == 2 && framework::MayBeEqual(dims[1], 1)),
                 InvalidArgument, "Mask of ", context.op_type(),
                 " is [items] or [items, 1], not ", dims.ToString());
  return dims[0];
}

}  // namespace paddle::operators
