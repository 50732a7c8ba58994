#include "paddle/operators/activation/prelu_alpha.h"

#include <algorithm>

#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

namespace {

bool HasSymbols(const Dims& dims) {
  return std::any_of(dims.begin(), dims.end(),
                     [](int64_t size) { return size < 0; });
}

// Returns the dims without the axes of size 1.
Dims Squeezed(const Dims& dims) {
  Dims squeezed;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (dims[axis] != 1) squeezed.Append(dims[axis]);
  }
  return squeezed;
}

}  // namespace

Dims AlphaDims(const Dims& x_dims, const Dims& alpha_dims,
               absl::string_view mode) {
  // Channels are on axis 1; elements are counted after the batch axis.
  const int least_rank = mode == "channel" ? 2 : mode == "element" ? 1 : 0;
  PADDLE_ENFORCE(x_dims.rank() >= least_rank, InvalidArgument, "prelu by ",
                 mode, " needs an X with at least ", least_rank,
                 " axes, not one of shape ", x_dims.ToString());
  Dims wanted;
  if (mode == "element") wanted = x_dims.Slice(1, x_dims.rank());
  if (mode == "channel") {
    wanted.Append(x_dims[1]);
    for (int axis = 2; axis < x_dims.rank(); ++axis) wanted.Append(1);
  }
  // Sizes are unknown while a program is built; the kernel checks again when
  // they are known.
  if (HasSymbols(wanted) || HasSymbols(alpha_dims)) return wanted;
  PADDLE_ENFORCE(Squeezed(alpha_dims) == Squeezed(wanted), InvalidArgument,
                 "prelu by ", mode, " of an X of shape ", x_dims.ToString(),
                 " takes an Alpha of shape ", Squeezed(wanted).ToString(),
                 ", not ", alpha_dims.ToString());
  return wanted;
}

}  // namespace paddle::operators
