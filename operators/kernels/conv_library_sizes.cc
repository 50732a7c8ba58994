#include "paddle/operators/kernels/conv_library_sizes.h"

#include <cstdint>
#include <limits>

namespace paddle::operators::kernels {
namespace {

constexpr int64_t kMaxSize = std::numeric_limits<int>::max();

// Whether cuDNN sees the windows along an axis as we do.
bool FitsAxis(const ConvShape& s, int axis) {
  for (int64_t size : {s.in[axis], s.kernel[axis], s.out[axis], s.stride[axis],
                       s.dilation[axis], s.padding[axis] + 1}) {
    if (size <= 0 || size > kMaxSize) return false;
  }
  const int64_t reach = (s.kernel[axis] - 1) * s.dilation[axis] + 1;
  const int64_t room = s.in[axis] + 2 * s.padding[axis] - reach;
  return s.padding[axis] < reach && room >= 0 &&
         s.out[axis] == room / s.stride[axis] + 1;
}

// The number of elements. In double it is too large where it overflows.
double Count(int64_t outer, int64_t planes, const Extent& extent) {
  return 1. * outer * planes * extent[0] * extent[1] * extent[2];
}

bool FitsCounts(const ConvShape& s) {
  Extent padded = s.in;
  for (int axis = 0; axis < 3; ++axis) padded[axis] += 2 * s.padding[axis];
  for (double count : {Count(s.batch, s.channels, padded),
                       Count(s.filters, s.channels / s.groups, s.kernel),
                       Count(s.batch, s.filters, s.out)}) {
    if (count < 1 || count > kMaxSize) return false;
  }
  return true;
}

void SetAxis(const ConvShape& s, int axis, int i, ConvLibrarySizes* sizes) {
  sizes->input[2 + i] = s.in[axis];
  sizes->filter[2 + i] = s.kernel[axis];
  sizes->output[2 + i] = s.out[axis];
  sizes->padding[i] = s.padding[axis];
  sizes->stride[i] = s.stride[axis];
  sizes->dilation[i] = s.dilation[axis];
}

}  // namespace

std::optional<ConvLibrarySizes> ConvForLibrary(const ConvShape& s) {
  const int first = s.is_flat() ? 1 : 0;
  if (s.is_depthwise()) return std::nullopt;
  for (int axis = first; axis < 3; ++axis) {
    if (!FitsAxis(s, axis)) return std::nullopt;
  }
  if (!FitsCounts(s)) return std::nullopt;
  ConvLibrarySizes sizes;
  sizes.axes = 3 - first;
  sizes.input = {static_cast<int>(s.batch), static_cast<int>(s.channels)};
  sizes.filter = {static_cast<int>(s.filters),
                  static_cast<int>(s.channels / s.groups)};
  sizes.output = {static_cast<int>(s.batch), static_cast<int>(s.filters)};
  sizes.groups = static_cast<int>(s.groups);
  for (int axis = first; axis < 3; ++axis) {
    SetAxis(s, axis, axis - first, &sizes);
  }
  return sizes;
}

}  // namespace paddle::operators::kernels
