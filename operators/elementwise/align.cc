#include "paddle/operators/elementwise/align.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;

Dims AlignedDims(const Dims& x_dims, const Dims& y_dims, int64_t axis) {
  if (axis == -1) return y_dims;
  // The difference cannot overflow for any axis; axis + rank could.
  const int64_t room = x_dims.rank() - axis;  // no sum: axis may be any number
  int rank = y_dims.rank();
  while (rank > 0 && rank > room && y_dims[rank - 1] == 1) --rank;
  PADDLE_ENFORCE(rank <= room, InvalidArgument, "Y of shape ",
                 y_dims.ToString(), " does not fit into X of shape ",
                 x_dims.ToString(), " from axis ", axis, " on");
  Dims aligned = y_dims.Slice(0, rank);
  while (axis + aligned.rank() < x_dims.rank()) aligned.Append(1);
  return aligned;
}

}  // namespace paddle::operators
