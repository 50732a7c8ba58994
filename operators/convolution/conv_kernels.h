// Convolutions over any number of axes, as operators call them. The rank is
// known from the dims, so conv2d and conv3d share all of them. The arithmetic
// is in conv.h: a function only chooses which of the three computations it is.
//
//                     Output or Input@GRAD    Filter@GRAD
//   conv              Conv
//   its gradient      ConvBackwardInput       ConvBackwardFilter
//   transposed        ConvBackwardInput
//   its gradient      Conv                    ConvBackwardFilter
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/windows/padding.h"

namespace paddle::operators::kernels {

// The attributes of a convolution.
struct ConvAttributes {
  std::vector<int64_t> strides;
  std::vector<int64_t> paddings;
  std::vector<int64_t> dilations;
  int64_t groups;
  std::string padding_algorithm = "EXPLICIT";

  PaddingAttributes padding() const {
    return {paddings, static_cast<int>(strides.size()), padding_algorithm};
  }
  // Returns the sizes of the convolution of `larger`, over which the filter
  // slides, to `smaller`. In a transposed convolution they are Output and
  // Input.
  ConvShape Shape(const framework::Tensor& larger,
                  const framework::Tensor& filter,
                  const framework::Tensor& smaller) const {
    return ShapeOf(larger.dims(), filter.dims(), smaller.dims());
  }
  // Returns it for their dims.
  ConvShape ShapeOf(const framework::Dims& larger,
                    const framework::Dims& filter,
                    const framework::Dims& smaller) const {
    ConvShape s = MakeConvShape(
        larger, filter, smaller,
        {ToExtent(strides, 1), {0, 0, 0}, ToExtent(dilations, 1), groups});
    const Extent reach = {s.reach(0), s.reach(1), s.reach(2)};
    // The number of windows says how many zeros are behind an image.
    s.padding = PaddingOf(padding(), {s.in, s.out, reach, s.stride}).before;
    return s;
  }
};

// Returns the sizes of the flat convolution of one image of height and width
// `image` by a filter [M, C / groups, KH, KW].
inline ConvShape PackedShape(const ConvAttributes& a,
                             const std::vector<int64_t>& image,
                             const framework::Dims& filter) {
  framework::Dims output{1, filter[0]};
  for (int i = 0; i < 2; ++i) {
    const int64_t reach = (filter[2 + i] - 1) * a.dilations[i] + 1;
    output.Append(CountWindows(a.padding(), i, image[i], reach, a.strides[i]));
  }
  return a.ShapeOf({1, filter[1] * a.groups, image[0], image[1]}, filter,
                   output);
}

// Computes output = the convolution of input. T: float16, bfloat16, float,
// double.
template <class Device, class T>
void ConvForward(const Device& device, const ConvAttributes& attributes,
                 const framework::Tensor& input,
                 const framework::Tensor& filter, Workspace workspace,
                 framework::Tensor* output) {
  Conv<Device, T>(device, attributes.Shape(input, filter, *output), input,
                  filter, workspace, output);
}

// Computes the gradients of ConvForward that are not null, one after the other
// in the same workspace: the first layer of a network needs none for its
// images.
template <class Device, class T>
void ConvForwardGrad(const Device& device, const ConvAttributes& attributes,
                     const framework::Tensor& input,
                     const framework::Tensor& filter,
                     const framework::Tensor& d_output, Workspace workspace,
                     framework::Tensor* d_input, framework::Tensor* d_filter) {
  const ConvShape shape = attributes.Shape(input, filter, d_output);
  if (d_input != nullptr) {
    ConvBackwardInput<Device, T>(device, shape, filter, d_output, workspace,
                                 d_input);
  }
  if (d_filter != nullptr) {
    ConvBackwardFilter<Device, T>(device, shape, input, d_output, workspace,
                                  d_filter);
  }
}

// A transposed convolution and its gradient are computations of the convolution
// that leads from output to input: its gradient for the input. The spatial
// sizes of output are those the schema found: several would fit the input.
template <class Device, class T>
void ConvTranspose(const Device& device, const ConvAttributes& attributes,
                   const framework::Tensor& input,
                   const framework::Tensor& filter, Workspace workspace,
                   framework::Tensor* output) {
  ConvBackwardInput<Device, T>(device, attributes.Shape(*output, filter, input),
                               filter, input, workspace, output);
}

// The gradient of input is that convolution itself.
template <class Device, class T>
void ConvTransposeGrad(const Device& device, const ConvAttributes& attributes,
                       const framework::Tensor& input,
                       const framework::Tensor& filter,
                       const framework::Tensor& d_output, Workspace workspace,
                       framework::Tensor* d_input,
                       framework::Tensor* d_filter) {
  const ConvShape shape = attributes.Shape(d_output, filter, input);
  if (d_input != nullptr) {
    Conv<Device, T>(device, shape, d_output, filter, workspace, d_input);
  }
  if (d_filter != nullptr) {
    // Input and output change places: the filter slides over d_output here.
    ConvBackwardFilter<Device, T>(device, shape, d_output, input, workspace,
                                  d_filter);
  }
}

}  // namespace paddle::operators::kernels
