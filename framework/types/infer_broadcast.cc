#include "paddle/framework/types/infer_broadcast.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

// Formats like Dims::ToString, but shows the expressions of symbols, which
// users know, instead of their names.
std::string Text(const Dims& dims, const SizeAlgebra& sizes) {
  const auto print = [&sizes](std::string* out, int64_t size) {
    absl::StrAppend(out, sizes.Text(size));
  };
  return absl::StrCat("[", absl::StrJoin(dims.begin(), dims.end(), ", ", print),
                      "]");
}

// Returns the size that two sizes broadcast to, or nothing if they certainly
// disagree.
std::optional<int64_t> BroadcastSize(int64_t a, int64_t b, SizeAlgebra* sizes) {
  // Equal symbols are equal sizes, so this also covers two equal symbols.
  if (a == b || b == 1) return a;
  if (a == 1) return b;
  if (a < 0 && b < 0) return sizes->Fresh();
  // A number other than 1 wins: the symbol must be 1 or this number.
  if (a < 0) return b;
  if (b < 0) return a;
  return std::nullopt;
}

}  // namespace

Dims BroadcastDims(const Dims& a, const Dims& b, SizeAlgebra* sizes) {
  const int rank = std::max(a.rank(), b.rank());
  Dims result;
  for (int axis = 0; axis < rank; ++axis) {
    // Missing axes in front count as 1.
    const int in_a = axis - rank + a.rank();
    const int in_b = axis - rank + b.rank();
    const int64_t left = in_a < 0 ? 1 : a[in_a];
    const int64_t right = in_b < 0 ? 1 : b[in_b];
    const auto size = BroadcastSize(left, right, sizes);
    PADDLE_ENFORCE(size.has_value(), InvalidArgument, "shapes ",
                   Text(a, *sizes), " and ", Text(b, *sizes),
                   " do not broadcast");
    result.Append(*size);
  }
  return result;
}

}  // namespace paddle::framework
