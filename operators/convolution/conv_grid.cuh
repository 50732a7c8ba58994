// Sums over the windows of a convolution on GPUs, in both directions: over the
// elements that an output sees, and over the outputs that see an element. A
// "tap" is a position in the window. The forward pass and the gradients of
// filters loop over elements for each output; the gradient of the input loops
// over outputs for each element. Each thread thus writes one element, and no
// atomics are needed.
#pragma once

#include <cstdint>

#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/window_axis.cuh"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The windows along depth, height and width. A small value without pointers,
// which kernels capture by copy.
struct ConvGrid {
  explicit ConvGrid(const ConvShape& s) {
    for (int i = 0; i < 3; ++i) {
      axes[i] = {s.in[i],     s.out[i],     s.kernel[i],
                 s.stride[i], s.padding[i], s.dilation[i]};
    }
  }

  // Returns the number of elements of an image, of its output, and of a window.
  PADDLE_HOST_DEVICE int64_t inputs() const {
    return axes[0].in * axes[1].in * axes[2].in;
  }
  PADDLE_HOST_DEVICE int64_t outputs() const {
    return axes[0].out * axes[1].out * axes[2].out;
  }
  PADDLE_HOST_DEVICE int64_t taps() const {
    return axes[0].kernel * axes[1].kernel * axes[2].kernel;
  }
  // Returns the index of an element in its image, or -1 for one outside.
  PADDLE_HOST_DEVICE int64_t InputIndex(int64_t z, int64_t y, int64_t x) const {
    const bool inside = z >= 0 && z < axes[0].in && y >= 0 && y < axes[1].in &&
                        x >= 0 && x < axes[2].in;
    return inside ? (z * axes[1].in + y) * axes[2].in + x : -1;
  }

  WindowAxis axes[3];
};

// Returns the sum of term(tap, element of the image) over the taps of output
// (z, y, x) that lie inside the image, in row-major order. `tap` is the index
// in the filter, so taps outside the image count, too.
template <typename T, typename Term>
PADDLE_HOST_DEVICE T SumOverTaps(const ConvGrid& grid, int64_t z, int64_t y,
                                 int64_t x, const Term& term) {
  T sum = 0;
  int64_t tap = 0;
  for (int64_t h = 0; h < grid.axes[0].kernel; ++h) {
    const int64_t iz = grid.axes[0].Under(z, h);
    for (int64_t i = 0; i < grid.axes[1].kernel; ++i) {
      const int64_t iy = grid.axes[1].Under(y, i);
      for (int64_t j = 0; j < grid.axes[2].kernel; ++j, ++tap) {
        const int64_t at = grid.InputIndex(iz, iy, grid.axes[2].Under(x, j));
        if (at >= 0) sum += term(tap, at);
      }
    }
  }
  return sum;
}

// Returns the sum of term(tap, output) over the outputs that see element (z, y,
// x) of the image under that tap. Loops over the taps, which are few, and
// computes the output for which each lies on the element, if any.
template <typename T, typename Term>
PADDLE_HOST_DEVICE T SumOverOutputs(const ConvGrid& grid, int64_t z, int64_t y,
                                    int64_t x, const Term& term) {
  T sum = 0;
  int64_t tap = 0;
  for (int64_t h = 0; h < grid.axes[0].kernel; ++h) {
    const int64_t oz = grid.axes[0].Seeing(z, h);
    for (int64_t i = 0; i < grid.axes[1].kernel; ++i) {
      const int64_t oy = grid.axes[1].Seeing(y, i);
      for (int64_t j = 0; j < grid.axes[2].kernel; ++j, ++tap) {
        const int64_t ox = grid.axes[2].Seeing(x, j);
        // No output in the padding, or between the strides.
        if (oz < 0 || oy < 0 || ox < 0) continue;
        sum += term(tap, (oz * grid.axes[1].out + oy) * grid.axes[2].out + ox);
      }
    }
  }
  return sum;
}

}  // namespace paddle::operators::kernels
