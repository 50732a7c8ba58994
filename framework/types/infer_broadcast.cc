#include "paddle/framework/types/infer_broadcast.h"

#include <algorithm>

#include "absl/strings/str_join.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

// As Dims::ToString, with what the symbols stand for.
std::string Text(const Dims& dims, const SizeAlgebra& sizes) {
  const auto print = [&sizes](std::string* out, int64_t size) {
    absl::StrAppend(out, sizes.Text(size));
  };
  return absl::StrCat("[", absl::StrJoin(dims.begin(), dims.end(), ", ", print),
                      "]");
}

}  // namespace

Dims BroadcastDims(const Dims& a, const Dims& b, SizeAlgebra* sizes) {
  const int rank = std::max(a.rank(), b.rank());
  Dims result;
  for (int axis = 0; axis < rank; ++axis) {
    const int in_a = axis - rank + a.rank();
    const int in_b = axis - rank + b.rank();
    const int64_t left = in_a < 0 ? 1 : a[in_a];
    const int64_t right = in_b < 0 ? 1 : b[in_b];
    PADDLE_ENFORCE(left == right || left == 1 || right == 1, InvalidArgument,
                   "shapes ", Text(a, *sizes), " and ", Text(b, *sizes),
                   " do not broadcast");
    result.Append(left == 1 ? right : left);
  }
  return result;
}

}  // namespace paddle::framework
