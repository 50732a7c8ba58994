// Copies between images and columns, on GPUs. Column o of an image holds the
// elements that output o sees, so that a convolution becomes a product of
// matrices. For example, a row of four elements seen by windows of three with a
// zero at each end:
//
//   image  a b c d      columns  0 a b c   (tap 0)
//                                a b c d   (tap 1)
//                                b c d 0   (tap 2)
//
// The columns of all channels of a group, one below the other, are the right
// operand of the product; the filters are the left one.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/conv_grid.cuh"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/windows/planes_nest.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// True if the columns of a convolution are its images: each window is one
// element, and neighbours are neighbours. Such products need no copy.
inline bool ColumnsAreImages(const ConvShape& s) {
  return s.kernel == Extent{1, 1, 1} && s.stride == Extent{1, 1, 1} &&
         s.in == s.out && s.padding == Extent{0, 0, 0};
}

// Sets columns[plane][tap][output] to the element of the plane that the output
// sees under the tap, or to 0 outside. A thread writes one element; adjacent
// threads write adjacent ones. `planes` counts images times channels; the
// columns have planes * taps * outputs elements.
template <typename T>
void ImageToColumnsOnCUDA(const platform::CUDADeviceContext& device,
                          const ConvShape& s, int64_t planes, const T* images,
                          T* columns) {
  // Counts the plane, and depth, height and width before padding is subtracted.
  const DeviceNest<4> nest(LoopNest<4>(
      framework::Dims({planes, s.kernel[0], s.kernel[1], s.kernel[2], s.out[0],
                       s.out[1], s.out[2]}),
      {Strides{1}, Strides{0, s.dilation[0], 0, 0, s.stride[0], 0, 0},
       Strides{0, 0, s.dilation[1], 0, 0, s.stride[1], 0},
       Strides{0, 0, 0, s.dilation[2], 0, 0, s.stride[2]}}));
  // Captured by value, next to the nest of loops.
  const ConvGrid grid(s);
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    const int64_t index = grid.InputIndex(at.of[1] - grid.axes[0].padding,
                                          at.of[2] - grid.axes[1].padding,
                                          at.of[3] - grid.axes[2].padding);
    columns[i] = index < 0 ? T{} : images[at.of[0] * grid.inputs() + index];
  });
}

// The term of SumOverOutputs that reads columns.
template <typename T>
struct ColumnTerm {
  PADDLE_HOST_DEVICE platform::Accumulator<T> operator()(int64_t tap,
                                                         int64_t output) const {
    return platform::Widened(columns[tap * outputs + output]);
  }
  const T* columns;  // of one plane
  int64_t outputs;
};

// Sets each element of the images to the sum of the column elements that were
// taken from it. A thread gathers the sum of one element, in a fixed order,
// instead of scattering with atomic additions, whose order would change the
// bits. Elements that no window sees get 0.
template <typename T>
void ColumnsToImageOnCUDA(const platform::CUDADeviceContext& device,
                          const ConvShape& s, int64_t planes, const T* columns,
                          T* images) {
  const DeviceNest<4> nest = PlanesNest(planes, s.in);
  const ConvGrid grid(s);
  platform::ForEach(device, nest.total(), [=] PADDLE_DEVICE(int64_t i) {
    const DeviceOffsets<4> at = nest(i);
    const int64_t outputs = grid.outputs();
    images[i] = platform::Narrowed<T>(SumOverOutputs<platform::Accumulator<T>>(
        grid, at.of[1], at.of[2], at.of[3],
        ColumnTerm<T>{columns + at.of[0] * grid.taps() * outputs, outputs}));
  });
}

}  // namespace paddle::operators::kernels
