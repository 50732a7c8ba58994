#include "paddle/operators/convolution/conv.h"

#include <algorithm>
#include <type_traits>

#include "paddle/operators/convolution/conv_depthwise.h"
#include "paddle/operators/convolution/conv_float.h"
#include "paddle/operators/convolution/conv_im2col.h"
#include "paddle/operators/convolution/winograd.h"
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/loops/float_copies.h"
#include "paddle/operators/math/windows/tap_range.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// True if there is nothing to multiply; the result, if it has elements, is then
// filled with zeros. The code after it may divide by sizes.
bool IsEmpty(const ConvShape& s, Tensor* result) {
  const bool empty = s.batch == 0 || s.input_size() == 0 ||
                     s.output_size() == 0 || s.filter_size() == 0;
  if (empty && result->bytes() > 0) {
    std::fill_n(static_cast<char*>(result->raw_mutable_data()), result->bytes(),
                char{0});
  }
  return empty;
}

// True if a library can compute it. oneDNN does not know of images whose
// windows miss a stride or more at the end, which transposed convolution with
// dilation makes: it would need a negative padding.
bool FitsLibrary(const ConvShape& s) {
  bool fits = true;
  for (int axis = 0; axis < 3; ++axis) {
    fits = fits && s.after(axis) + s.stride[axis] > 0;
  }
  return fits;
}

}  // namespace

ConvShape MakeConvShape(const Dims& input, const Dims& filter,
                        const Dims& output, const ConvWindow& window) {
  ConvShape s;
  s.batch = input[0];
  s.channels = input[1];
  s.filters = filter[0];
  s.groups = window.groups;
  s.in = ImageExtent(input);
  s.kernel = ImageExtent(filter);
  s.out = ImageExtent(output);
  s.stride = window.stride;
  s.padding = window.padding;
  s.dilation = window.dilation;
  return s;
}

namespace {

using platform::bfloat16;

// The computations of floats and doubles.
template <class Device, class T>
void ConvOf(const Device& context, const ConvShape& s, const T* x, const T* w,
            T* y) {
  // Before the library: it treats each group as a product of its own.
  if (HasDepthwiseCode(s)) return DepthwiseForward(s, x, w, y);
  if constexpr (std::is_same_v<T, float>) {
    if (HasWinogradCode(s)) return WinogradForward(s, x, w, y);
    if (FitsLibrary(s)) return FloatConvForward(context, s, x, w, y);
  }
  // All that is left: doubles, and shapes the library does not take.
  Im2ColForward(context, s, x, w, y);
}

template <class Device, class T>
void BackwardInputOf(const Device& context, const ConvShape& s, const T* w,
                     const T* dy, T* dx) {
  if (HasDepthwiseCode(s)) return DepthwiseBackwardInput(s, w, dy, dx);
  if constexpr (std::is_same_v<T, float>) {
    if (HasWinogradCode(s)) return WinogradBackwardInput(s, w, dy, dx);
    if (FitsLibrary(s)) return FloatConvBackwardInput(context, s, w, dy, dx);
  }
  Im2ColBackwardInput(context, s, w, dy, dx);
}

template <class Device, class T>
void BackwardFilterOf(const Device& context, const ConvShape& s, const T* x,
                      const T* dy, T* dw) {
  if (HasDepthwiseCode(s)) return DepthwiseBackwardFilter(s, x, dy, dw);
  if constexpr (std::is_same_v<T, float>) {
    if (HasWinogradCode(s)) return WinogradBackwardFilter(s, x, dy, dw);
    if (FitsLibrary(s)) return FloatConvBackwardFilter(context, s, x, dy, dw);
  }
  Im2ColBackwardFilter(context, s, x, dy, dw);
}

// True if each tap of the filter meets the image somewhere: oneDNN leaves the
// gradient of others in 16 bits unwritten.
bool EveryTapSees(const ConvShape& s) {
  for (int axis = 0; axis < 3; ++axis) {
    for (int64_t tap = 0; tap < s.kernel[axis]; ++tap) {
      const TapRange range(s.in[axis], s.out[axis], s.stride[axis],
                           tap * s.dilation[axis] - s.padding[axis]);
      if (range.begin >= range.end) return false;
    }
  }
  return true;
}

// True if the library computes it in the 16 bits themselves.
template <typename T>
bool HasHalfCode(const ConvShape& s) {
  return std::is_same_v<T, bfloat16> && HasHalfGemm<T>() &&
         !HasDepthwiseCode(s) && FitsLibrary(s);
}

// Calls body(a, b, c) with two tensors of 16 bits as floats, and room for the
// result, which is then rounded.
template <typename T, typename Body>
void InFloat(Workspace workspace, const Tensor& a, const Tensor& b, Tensor* c,
             const Body& body) {
  FloatCopies<T> copies(
      workspace((a.numel() + b.numel() + c->numel()) * sizeof(float)));
  const float* first = copies.Copy(a);
  const float* second = copies.Copy(b);
  float* const result = copies.Room(c);
  body(first, second, result);
  copies.Round(result, c);
}

}  // namespace

template <class T>
bool TakesChannelsLast(const ConvShape& s) {
  if (!std::is_same_v<T, float> || HasDepthwiseCode(s)) return false;
  return HasWinogradCode(s) ||
         (FloatConvTakesChannelsLast(s) && FitsLibrary(s));
}
PADDLE_INSTANTIATE_ONE(TakesChannelsLast<float>);
PADDLE_INSTANTIATE_ONE(TakesChannelsLast<double>);

template <class Device, class T>
void Conv(const Device& context, const ConvShape& s, const Tensor& input,
          const Tensor& filter, Workspace workspace, Tensor* output) {
  if (IsEmpty(s, output)) return;
  const T* x = input.data<T>();
  const T* w = filter.data<T>();
  T* y = output->mutable_data<T>();
  if constexpr (!platform::kIsHalf<T>) {
    ConvOf(context, s, x, w, y);
  } else {
    if constexpr (std::is_same_v<T, bfloat16>) {
      if (HasHalfCode<T>(s) && HalfConvForward(context, s, x, w, y)) return;
    }
    InFloat<T>(workspace, input, filter, output,
               [&](const float* fx, const float* fw, float* fy) {
                 ConvOf<Device, float>(context, s, fx, fw, fy);
               });
  }
}

template <class Device, class T>
void ConvBackwardInput(const Device& context, const ConvShape& s,
                       const Tensor& filter, const Tensor& d_output,
                       Workspace workspace, Tensor* d_input) {
  if (IsEmpty(s, d_input)) return;
  const T* w = filter.data<T>();
  const T* dy = d_output.data<T>();
  T* dx = d_input->mutable_data<T>();
  if constexpr (!platform::kIsHalf<T>) {
    BackwardInputOf(context, s, w, dy, dx);
  } else {
    if constexpr (std::is_same_v<T, bfloat16>) {
      if (HasHalfCode<T>(s) && HalfConvBackwardInput(context, s, w, dy, dx)) {
        return;
      }
    }
    InFloat<T>(workspace, filter, d_output, d_input,
               [&](const float* fw, const float* fdy, float* fdx) {
                 BackwardInputOf<Device, float>(context, s, fw, fdy, fdx);
               });
  }
}

template <class Device, class T>
void ConvBackwardFilter(const Device& context, const ConvShape& s,
                        const Tensor& input, const Tensor& d_output,
                        Workspace workspace, Tensor* d_filter) {
  if (IsEmpty(s, d_filter)) return;
  const T* x = input.data<T>();
  const T* dy = d_output.data<T>();
  T* dw = d_filter->mutable_data<T>();
  if constexpr (!platform::kIsHalf<T>) {
    BackwardFilterOf(context, s, x, dy, dw);
  } else {
    if constexpr (std::is_same_v<T, bfloat16>) {
      if (HasHalfCode<T>(s) && EveryTapSees(s) &&
          HalfConvBackwardFilter(context, s, x, dy, dw)) {
        return;
      }
    }
    InFloat<T>(workspace, input, d_output, d_filter,
               [&](const float* fx, const float* fdy, float* fdw) {
                 BackwardFilterOf<Device, float>(context, s, fx, fdy, fdw);
               });
  }
}

PADDLE_INSTANTIATE(Conv, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ConvBackwardInput, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(ConvBackwardFilter, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
