#include "paddle/framework/registry/forward_shapes.h"

#include <algorithm>

#include "paddle/framework/registry/gradient.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

int ForwardShapes::Count(absl::string_view name) const {
  const bool known =
      std::find(inputs_.begin(), inputs_.end(), name) != inputs_.end();
  return known ? gradient_.InputCount(name) : 0;
}

int ForwardShapes::OutputCount(absl::string_view slot) const {
  // A gradient operator may read an output, its gradient, or both.
  return std::max(Count(slot), Count(GradName(slot)));
}

bool ForwardShapes::HasOutput(absl::string_view slot, int i) const {
  for (const std::string& name : {std::string(slot), GradName(slot)}) {
    if (i < Count(name) && gradient_.HasInput(name, i)) return true;
  }
  return false;
}

void ForwardShapes::SetOutput(absl::string_view slot, const Dims& dims,
                              DataType dtype, int i) {
  // The gradient of an output has the output's shape and type.
  Check(std::string(slot), slot, dims, dtype, i);
  Check(GradName(slot), slot, dims, dtype, i);
}

void ForwardShapes::Check(const std::string& name, absl::string_view slot,
                          const Dims& dims, DataType dtype, int i) const {
  // The gradient operator does not read every output.
  if (i >= Count(name) || !gradient_.HasInput(name, i)) return;
  const Dims given = gradient_.InputDims(name, i);
  PADDLE_ENFORCE(MayBeEqual(given, dims), InvalidArgument, "input ", name,
                 " of ", op_type(), " has the shape ", given.ToString(),
                 ", but output ", slot, " of the forward operator has ",
                 dims.ToString());
  const DataType type = gradient_.InputType(name, i);
  PADDLE_ENFORCE(type == dtype, InvalidArgument, "input ", name, " of ",
                 op_type(), " is ", DataTypeName(type), ", but output ", slot,
                 " of the forward operator is ", DataTypeName(dtype));
}

}  // namespace paddle::framework
