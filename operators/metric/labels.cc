#include "paddle/operators/metric/labels.h"

#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;
using framework::InferShapeContext;

void CheckType(const InferShapeContext& context, absl::string_view slot,
               framework::DataType dtype) {
  const framework::DataType type = context.InputType(slot);
  PADDLE_ENFORCE(type == dtype, InvalidArgument, slot, " of ",
                 context.op_type(), " is ", framework::DataTypeName(dtype),
                 ", not ", framework::DataTypeName(type));
}

void CheckColumn(const InferShapeContext& context, absl::string_view slot) {
  const Dims dims = context.InputDims(slot);
  const bool column = dims.rank() == 2 && dims[1] == 1;
  PADDLE_ENFORCE(dims.rank() == 1 || column, InvalidArgument, slot, " of ",
                 context.op_type(), " is [rows, 1] or [rows], not ",
                 dims.ToString());
}

void CheckSameRows(const InferShapeContext& context, absl::string_view slot,
                   absl::string_view other) {
  const Dims a = context.InputDims(slot);
  const Dims b = context.InputDims(other);
  // Rows may be unknown (-1) while a program is built: only known ones can
  // differ.
  PADDLE_ENFORCE(framework::MayBeEqual(a[0], b[0]), InvalidArgument, slot, " ",
                 a.ToString(), " and ", other, " ", b.ToString(), " of ",
                 context.op_type(), " have different rows");
}

void CheckState(const InferShapeContext& context, absl::string_view slot,
                framework::DataType dtype, const Dims& dims) {
  if (!context.HasInput(slot)) return;
  CheckType(context, slot, dtype);
  PADDLE_ENFORCE(context.InputDims(slot) == dims, InvalidArgument, slot, " of ",
                 context.op_type(), " is ", dims.ToString(), ", not ",
                 context.InputDims(slot).ToString());
}

}  // namespace paddle::operators
