#include "paddle/operators/convolution/conv_library_sizes.h"

#include "paddle/operators/math/windows/library_windows.h"

namespace paddle::operators::kernels {
namespace {

bool FitsCounts(const ConvShape& s) {
  Extent padded = s.in;
  for (int axis = 0; axis < 3; ++axis) padded[axis] += 2 * s.padding[axis];
  return CountsInLibrary(s.batch, s.channels, padded) &&
         CountsInLibrary(s.filters, s.channels / s.groups, s.kernel) &&
         CountsInLibrary(s.batch, s.filters, s.out);
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
    if (!FitsLibrary({s.in[axis], s.kernel[axis], s.out[axis], s.stride[axis],
                      s.padding[axis], s.dilation[axis]})) {
      return std::nullopt;
    }
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
