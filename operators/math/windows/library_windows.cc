#include "paddle/operators/math/windows/library_windows.h"

#include <limits>

namespace paddle::operators::kernels {
namespace {

constexpr int64_t kMax = std::numeric_limits<int>::max();

}  // namespace

bool FitsLibrary(const LibraryAxis& a) {
  for (int64_t size :
       {a.in, a.kernel, a.out, a.stride, a.dilation, a.padding + 1}) {
    if (size <= 0 || size > kMax) return false;
  }
  // cuDNN derives the number of outputs from the rest and cannot be told: it
  // must come out as ours.
  const int64_t reach = (a.kernel - 1) * a.dilation + 1;
  const int64_t room = a.in + 2 * a.padding - reach;
  return a.padding < reach && room >= 0 && a.out == room / a.stride + 1;
}

bool CountsInLibrary(int64_t outer, int64_t planes, const Extent& extent) {
  // A product that overflows int64 is merely large in double.
  const double count = 1. * outer * planes * extent[0] * extent[1] * extent[2];
  return count >= 1 && count <= kMax;
}

}  // namespace paddle::operators::kernels
