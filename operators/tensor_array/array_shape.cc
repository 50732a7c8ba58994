#include "paddle/operators/tensor_array/array_shape.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Dims;

void CheckIndex(const framework::InferShapeContext& context,
                absl::string_view slot) {
  const DataType dtype = context.InputType(slot);
  const Dims dims = context.InputDims(slot);
  PADDLE_ENFORCE((dtype == DataType::kInt64 || dtype == DataType::kInt32) &&
                     (!dims.IsStatic() || dims.Numel() == 1),
                 InvalidArgument, context.op_type(),
                 " takes one index of int64 or int32, not ",
                 framework::DataTypeName(dtype), " ", dims.ToString());
}

Dims CommonDims(const Dims& array, const Dims& element,
                framework::SizeAlgebra* sizes) {
  // The first write decides; until then the array has elements of no shape.
  if (array.rank() == 0) return element;
  PADDLE_ENFORCE_EQ(array.rank(), element.rank(), "a tensor of shape ",
                    element.ToString(), " is written to an array of ",
                    array.ToString());
  Dims common;
  for (int i = 0; i < array.rank(); ++i) {
    // Elements of several sizes leave the size open.
    const bool same = array[i] == element[i];
    common.Append(same ? array[i] : sizes->Fresh());
  }
  return common;
}

}  // namespace paddle::operators
