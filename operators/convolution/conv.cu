#include <algorithm>
#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/conv_columns.cuh"
#include "paddle/operators/convolution/conv_library.h"
#include "paddle/operators/convolution/conv_thin.cuh"
#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/device/device_zero.cuh"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Elements of columns made at a time: enough for large products, while the
// workspace is at most 256 or 512 MB unless a single image needs more.
constexpr int64_t kColumns = int64_t{1} << 26;

// The sizes of the product of one group of one image.
struct GroupSizes {
  explicit GroupSizes(const ConvShape& s)
      : filters(s.filters / s.groups),
        taps(s.channels / s.groups * Volume(s.kernel)),
        pixels(Volume(s.out)),
        columns(taps * pixels),
        images(std::clamp<int64_t>(
            kColumns / std::max<int64_t>(columns * s.groups, 1), 1,
            std::max<int64_t>(s.batch, 1))) {}

  int64_t filters;
  int64_t taps;
  int64_t pixels;
  int64_t columns;
  int64_t images;  // at a time
};

// Calls body(first image, images, memory for their columns if they need it) for
// some images after another. They are in one stream, so they share the memory.
template <typename T, typename Body>
void ForEachPiece(const ConvShape& s, const GroupSizes& k, Workspace workspace,
                  const Body& body) {
  T* columns = nullptr;
  if (!ColumnsAreImages(s)) {
    const int64_t count = k.images * s.groups * k.columns;
    columns = static_cast<T*>(workspace(count * sizeof(T)));
  }
  for (int64_t n = 0; n < s.batch; n += k.images) {
    body(n, std::min(k.images, s.batch - n), columns);
  }
}

// Returns the loop over images and groups: all products of a piece are one
// call.
LoopNest<3> Stack(int64_t images, const ConvShape& s, const Strides& a,
                  const Strides& b, const Strides& c) {
  return LoopNest<3>(framework::Dims({images, s.groups}), {a, b, c});
}
Strides Along(const ConvShape& s, int64_t matrix) {
  return {s.groups * matrix, matrix};
}

// Returns the columns of some images: the images themselves where nothing is to
// be spread out.
template <typename T>
const T* Columns(const platform::CUDADeviceContext& device, const ConvShape& s,
                 int64_t images, const T* input, T* columns) {
  if (ColumnsAreImages(s)) return input;
  ImageToColumnsOnCUDA(device, s, images * s.channels, input, columns);
  return columns;
}

}  // namespace

template <class Device, class T>
void Conv(const Device& device, const ConvShape& s, const Tensor& input,
          const Tensor& filter, Workspace workspace, Tensor* output) {
  const T* x = input.data<T>();
  const T* w = filter.data<T>();
  T* y = output->mutable_data<T>();
  // The library first: its tiles suit the GPU at hand, and it multiplies 16-bit
  // numbers on tensor cores.
  if (LibraryConv(device, s, x, w, workspace, y)) return;
  if (IsThin(s)) return ThinForward(device, s, x, w, y);
  const GroupSizes k(s);
  ForEachPiece<T>(s, k, workspace, [&](int64_t n, int64_t images, T* space) {
    const T* columns =
        Columns(device, s, images, x + n * s.input_size(), space);
    GemmOnCUDA<T>(
        device, {false, false, k.filters, k.pixels, k.taps, 1, w, k.taps,
                 columns, k.pixels, 0, y + n * s.output_size(), k.pixels,
                 Stack(images, s, {0, k.filters * k.taps}, Along(s, k.columns),
                       Along(s, k.filters * k.pixels))});
  });
}

template <class Device, class T>
void ConvBackwardInput(const Device& device, const ConvShape& s,
                       const Tensor& filter, const Tensor& d_output,
                       Workspace workspace, Tensor* d_input) {
  const T* w = filter.data<T>();
  const T* dy = d_output.data<T>();
  T* dx = d_input->mutable_data<T>();
  if (LibraryConvBackwardInput(device, s, w, dy, workspace, dx)) return;
  if (IsThin(s)) return ThinBackwardInput(device, s, w, dy, dx);
  const GroupSizes k(s);
  const bool direct = ColumnsAreImages(s);
  ForEachPiece<T>(s, k, workspace, [&](int64_t n, int64_t images, T* space) {
    T* to = dx + n * s.input_size();
    // The product writes to the gradient itself if columns are images.
    T* columns = direct ? to : space;
    GemmOnCUDA<T>(device,
                  {true, false, k.taps, k.pixels, k.filters, 1, w, k.taps,
                   dy + n * s.output_size(), k.pixels, 0, columns, k.pixels,
                   Stack(images, s, {0, k.filters * k.taps},
                         Along(s, k.filters * k.pixels), Along(s, k.columns))});
    if (direct) return;
    ColumnsToImageOnCUDA(device, s, images * s.channels, columns, to);
  });
}

template <class Device, class T>
void ConvBackwardFilter(const Device& device, const ConvShape& s,
                        const Tensor& input, const Tensor& d_output,
                        Workspace workspace, Tensor* d_filter) {
  const T* x = input.data<T>();
  const T* dy = d_output.data<T>();
  T* dw = d_filter->mutable_data<T>();
  // No image would set the gradient, which the first piece writes.
  if (s.batch == 0) return ZeroOnCUDA(device, s.filter_size(), dw);
  if (LibraryConvBackwardFilter(device, s, x, dy, workspace, dw)) return;
  if (IsThin(s)) return ThinBackwardFilter(device, s, x, dy, dw);
  const GroupSizes k(s);
  ForEachPiece<T>(s, k, workspace, [&](int64_t n, int64_t images, T* space) {
    const T* columns =
        Columns(device, s, images, x + n * s.input_size(), space);
    GemmOnCUDA<T>(
        device,
        {false, true, k.filters, k.taps, k.pixels, 1, dy + n * s.output_size(),
         k.pixels, columns, k.pixels, T(n == 0 ? 0.f : 1.f), dw, k.taps,
         Stack(images, s, Along(s, k.filters * k.pixels), Along(s, k.columns),
               {0, k.filters * k.taps})});
  });
}

PADDLE_INSTANTIATE(Conv, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ConvBackwardInput, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ConvBackwardFilter, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
