#include "paddle/operators/kernels/conv.h"

#include <algorithm>
#include <type_traits>

#include "paddle/operators/kernels/conv_float.h"
#include "paddle/operators/kernels/conv_im2col.h"
#include "paddle/operators/kernels/cpu_only.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// Whether there is nothing to multiply; the result, if any, is zeros.
bool IsEmpty(const Conv2dShape& s, Tensor* result) {
  const bool empty = s.batch == 0 || s.input_size() == 0 ||
                     s.output_size() == 0 || s.filter_size() == 0;
  if (empty && result->bytes() > 0) {
    std::fill_n(static_cast<char*>(result->raw_mutable_data()), result->bytes(),
                char{0});
  }
  return empty;
}

}  // namespace

Conv2dShape MakeConv2dShape(const Dims& input, const Dims& filter,
                            const Dims& output, const Extent2d& stride,
                            const Extent2d& padding, const Extent2d& dilation,
                            int64_t groups) {
  Conv2dShape s;
  s.batch = input[0];
  s.channels = input[1];
  s.filters = filter[0];
  s.groups = groups;
  s.in = {input[2], input[3]};
  s.kernel = {filter[2], filter[3]};
  s.out = {output[2], output[3]};
  s.stride = stride;
  s.padding = padding;
  s.dilation = dilation;
  return s;
}

template <typename T>
void Conv2d(const platform::DeviceContext& context, const Conv2dShape& s,
            const Tensor& input, const Tensor& filter, Tensor* output) {
  EnforceOnCPU(context, "a convolution");
  if (IsEmpty(s, output)) return;
  if constexpr (std::is_same_v<T, float>) {
    FloatConvForward(context, s, input.data<T>(), filter.data<T>(),
                     output->mutable_data<T>());
  } else {
    Im2ColForward(context, s, input.data<T>(), filter.data<T>(),
                  output->mutable_data<T>());
  }
}

template <typename T>
void Conv2dBackwardInput(const platform::DeviceContext& context,
                         const Conv2dShape& s, const Tensor& filter,
                         const Tensor& d_output, Tensor* d_input) {
  EnforceOnCPU(context, "a convolution");
  if (IsEmpty(s, d_input)) return;
  if constexpr (std::is_same_v<T, float>) {
    FloatConvBackwardInput(context, s, filter.data<T>(), d_output.data<T>(),
                           d_input->mutable_data<T>());
  } else {
    Im2ColBackwardInput(context, s, filter.data<T>(), d_output.data<T>(),
                        d_input->mutable_data<T>());
  }
}

template <typename T>
void Conv2dBackwardFilter(const platform::DeviceContext& context,
                          const Conv2dShape& s, const Tensor& input,
                          const Tensor& d_output, Tensor* d_filter) {
  EnforceOnCPU(context, "a convolution");
  if (IsEmpty(s, d_filter)) return;
  if constexpr (std::is_same_v<T, float>) {
    FloatConvBackwardFilter(context, s, input.data<T>(), d_output.data<T>(),
                            d_filter->mutable_data<T>());
  } else {
    Im2ColBackwardFilter(context, s, input.data<T>(), d_output.data<T>(),
                         d_filter->mutable_data<T>());
  }
}

#define PADDLE_INSTANTIATE_(T)                                                \
  template void Conv2d<T>(const platform::DeviceContext&, const Conv2dShape&, \
                          const Tensor&, const Tensor&, Tensor*);             \
  template void Conv2dBackwardInput<T>(const platform::DeviceContext&,        \
                                       const Conv2dShape&, const Tensor&,     \
                                       const Tensor&, Tensor*);               \
  template void Conv2dBackwardFilter<T>(const platform::DeviceContext&,       \
                                        const Conv2dShape&, const Tensor&,    \
                                        const Tensor&, Tensor*);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)
#undef PADDLE_INSTANTIATE_

}  // namespace paddle::operators::kernels
