#include "paddle/operators/convolution/conv.h"

#include <algorithm>
#include <type_traits>

#include "paddle/operators/convolution/conv_depthwise.h"
#include "paddle/operators/convolution/conv_float.h"
#include "paddle/operators/convolution/conv_im2col.h"
#include "paddle/platform/instantiate.h"

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

template <class Device, class T>
void Conv(const Device& context, const ConvShape& s, const Tensor& input,
          const Tensor& filter, Workspace, Tensor* output) {
  if (IsEmpty(s, output)) return;
  const T* x = input.data<T>();
  const T* w = filter.data<T>();
  T* y = output->mutable_data<T>();
  // Before the library: it treats each group as a product of its own.
  if (HasDepthwiseCode(s)) return DepthwiseForward(s, x, w, y);
  if constexpr (std::is_same_v<T, float>) {
    if (FitsLibrary(s)) return FloatConvForward(context, s, x, w, y);
  }
  // All that is left: doubles, and shapes the library does not take.
  Im2ColForward(context, s, x, w, y);
}

template <class Device, class T>
void ConvBackwardInput(const Device& context, const ConvShape& s,
                       const Tensor& filter, const Tensor& d_output, Workspace,
                       Tensor* d_input) {
  if (IsEmpty(s, d_input)) return;
  const T* w = filter.data<T>();
  const T* dy = d_output.data<T>();
  T* dx = d_input->mutable_data<T>();
  if (HasDepthwiseCode(s)) return DepthwiseBackwardInput(s, w, dy, dx);
  if constexpr (std::is_same_v<T, float>) {
    if (FitsLibrary(s)) return FloatConvBackwardInput(context, s, w, dy, dx);
  }
  Im2ColBackwardInput(context, s, w, dy, dx);
}

template <class Device, class T>
void ConvBackwardFilter(const Device& context, const ConvShape& s,
                        const Tensor& input, const Tensor& d_output, Workspace,
                        Tensor* d_filter) {
  if (IsEmpty(s, d_filter)) return;
  const T* x = input.data<T>();
  const T* dy = d_output.data<T>();
  T* dw = d_filter->mutable_data<T>();
  if (HasDepthwiseCode(s)) return DepthwiseBackwardFilter(s, x, dy, dw);
  if constexpr (std::is_same_v<T, float>) {
    if (FitsLibrary(s)) return FloatConvBackwardFilter(context, s, x, dy, dw);
  }
  Im2ColBackwardFilter(context, s, x, dy, dw);
}

PADDLE_INSTANTIATE(Conv, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(ConvBackwardInput, platform::CPUDeviceContext, float,
                   double);
PADDLE_INSTANTIATE(ConvBackwardFilter, platform::CPUDeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
