#include "paddle/operators/indexing/index_type.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;

void CheckIndexType(const InferShapeContext& context, absl::string_view slot) {
  const DataType type = context.InputType(slot);
  PADDLE_ENFORCE(type == DataType::kInt32 || type == DataType::kInt64,
                 InvalidArgument, slot, " of ", context.op_type(),
                 " is of int32 or int64, not ", framework::DataTypeName(type));
}

int64_t IndexCount(const InferShapeContext& context, absl::string_view slot) {
  CheckIndexType(context, slot);
  const Dims dims = context.InputDims(slot);
  PADDLE_ENFORCE(dims.rank() == 1 ||
                     (dims.rank() == 2 && framework::MayBeEqual(dims[1], 1)),
                 InvalidArgument, slot, " of ", context.op_type(),
                 " is [n] or [n, 1], not ", dims.ToString());
  return dims[0];
}

Dims SlicesDims(const InferShapeContext& context, absl::string_view x,
                absl::string_view index) {
  CheckIndexType(context, index);
  const Dims whole = context.InputDims(x);
  const Dims places = context.InputDims(index);
  const int64_t k = places.rank() == 0 ? 0 : places[places.rank() - 1];
  PADDLE_ENFORCE(1 <= k && k <= whole.rank(), InvalidArgument, index, " of ",
                 context.op_type(),
                 " is [..., k], k being a number of axes of ", x, " ",
                 whole.ToString(), ", not ", places.ToString());
  Dims slices = places.Slice(0, places.rank() - 1);
  for (int axis = static_cast<int>(k); axis < whole.rank(); ++axis) {
    slices.Append(whole[axis]);
  }
  return slices;
}

}  // namespace paddle::operators
