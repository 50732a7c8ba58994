#include "paddle/operators/shape/reshaped_dims.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

Dims ReshapedDims(const Dims& x, const std::vector<int64_t>& shape,
                  framework::SizeAlgebra* sizes) {
  const auto problem = [&] {
    return absl::StrCat("cannot reshape X of shape ", x.ToString(), " to [",
                        absl::StrJoin(shape, ", "), "]: ");
  };
  Dims out;
  int inferred = -1;
  // Copied sizes are factors of both counts and are left out of them: a size of
  // 0 among them would make every value of the inferred one fit.
  int64_t have = 1, named = 1;
  for (int axis = shape.size(); axis < x.rank(); ++axis) {
    have = sizes->Mul(have, x[axis]);
  }
  for (int axis = 0; axis < static_cast<int>(shape.size()); ++axis) {
    const int64_t size = shape[axis];
    if (size == 0) {
      PADDLE_ENFORCE(axis < x.rank(), InvalidArgument, problem(),
                     "there is no axis ", axis, " to take over");
      out.Append(x[axis]);
      continue;
    }
    if (axis < x.rank()) have = sizes->Mul(have, x[axis]);
    if (size > 0) {
      named = sizes->Mul(named, size);
    } else {
      PADDLE_ENFORCE(inferred < 0, InvalidArgument, problem(),
                     "only one size can be -1");
      inferred = axis;
    }
    out.Append(size);
  }
  if (inferred >= 0) {
    out[inferred] = sizes->Div(have, named);
    named = sizes->Mul(named, out[inferred]);
  }
  PADDLE_ENFORCE(framework::MayBeEqual(have, named), InvalidArgument, problem(),
                 "the numbers of elements differ");
  return out;
}

}  // namespace paddle::operators
