// Convolution (cross-correlation, as the field calls it) of images and volumes,
// and its gradients, for all convolution operators. An image is a volume of
// depth 1, so that there is one formula for both; a transposed convolution is
// the gradient of a convolution for its input.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/windows/extent.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// All sizes of a convolution. Input [batch, channels, in], filter [filters,
// channels / groups, kernel] and output [batch, filters, out] are contiguous in
// this order; an extent is depth, height and width. Filter m of group g sees
// the channels of group g alone. For example, 3 x 3 windows with zeros around
// an image of 32 x 32 are
//
//   in {1, 32, 32}, kernel {1, 3, 3}, out {1, 32, 32},
//   stride {1, 1, 1}, padding {0, 1, 1}, dilation {1, 1, 1}.
struct ConvShape {
  int64_t batch = 0;
  int64_t channels = 0;
  int64_t filters = 0;
  // Divides channels and filters.
  int64_t groups = 1;
  Extent in{};
  Extent kernel{};
  Extent out{};
  // From one window to the next; and from one tap to the next (dilation).
  Extent stride{1, 1, 1};
  Extent padding{0, 0, 0};  // zeros before
  Extent dilation{1, 1, 1};
  // Input is [batch, in, channels] and output [batch, out, filters] instead;
  // only where TakesChannelsLast.
  bool channels_last = false;
  // An image must give the same bits alone as in any batch: no algorithm is
  // chosen by the number of images.
  bool each_alone = false;

  // The elements of one image, of its output, and of all filters.
  int64_t input_size() const { return channels * Volume(in); }
  int64_t output_size() const { return filters * Volume(out); }
  int64_t filter_size() const {
    return filters * (channels / groups) * Volume(kernel);
  }
  // Returns how many elements of an axis a window spans.
  int64_t reach(int axis) const {
    return (kernel[axis] - 1) * dilation[axis] + 1;
  }
  // Returns the zeros that the last window reaches behind the image, which may
  // be other than the padding; negative if it misses the end of the image.
  int64_t after(int axis) const {
    return (out[axis] - 1) * stride[axis] + reach(axis) - in[axis] -
           padding[axis];
  }
  // True if nothing happens along the depth: libraries are then told of two
  // axes.
  bool is_flat() const {
    return in[0] == 1 && kernel[0] == 1 && out[0] == 1 && padding[0] == 0;
  }
  // True if each filter sees one channel only.
  bool is_depthwise() const { return groups == channels && groups > 1; }
};

// The attributes of a convolution as extents: steps, zeros around the image,
// distances between taps, and groups. Flat convolutions have steps of 1 and no
// zeros along the depth.
struct ConvWindow {
  Extent stride{1, 1, 1};
  Extent padding{0, 0, 0};
  Extent dilation{1, 1, 1};
  int64_t groups = 1;
};

// Returns the shape of checked dims [N, C, ...], [M, C / groups, ...] and [N,
// M, ...] with one to three axes for the image. The schema has seen to it that
// they fit.
ConvShape MakeConvShape(const framework::Dims& input,
                        const framework::Dims& filter,
                        const framework::Dims& output,
                        const ConvWindow& window);

// True if the CPU computes convolutions of T of this shape, and their
// gradients, with channels_last set. The bits are those of the other order.
template <class T>
bool TakesChannelsLast(const ConvShape& shape);

// Computes the convolution
//   out[n, m, z, y, x] = sum over c, h, i, j of filter[m, c, h, i, j] *
//       input[n, c, z * stride + h * dilation - padding, ...].
// T: float16, bfloat16, float, double. The images are computed in pieces whose
// size depends on the shape only, each by one thread, so the bits do not depend
// on the number of threads. float goes through oneDNN if the build has it; flat
// depthwise convolution has code of its own. So does bfloat16 on processors
// with instructions for it; else 16-bit numbers are computed in float and
// rounded once. `workspace` is called at most once, on CPUs for 16-bit numbers
// only. The output shares no memory with the inputs. If there is nothing to add
// up, it is zeros.
template <class Device, class T>
void Conv(const Device& context, const ConvShape& shape,
          const framework::Tensor& input, const framework::Tensor& filter,
          Workspace workspace, framework::Tensor* output);

// Computes the gradient for the input, given that for the output: each output
// adds d_output * filter to the window it saw. This is also the transposed
// convolution of d_output.
template <class Device, class T>
void ConvBackwardInput(const Device& context, const ConvShape& shape,
                       const framework::Tensor& filter,
                       const framework::Tensor& d_output, Workspace workspace,
                       framework::Tensor* d_input);
// Computes the gradient for the filter, given that for the output: a sum over
// all images and windows, added in an order that the shape decides.
template <class Device, class T>
void ConvBackwardFilter(const Device& context, const ConvShape& shape,
                        const framework::Tensor& input,
                        const framework::Tensor& d_output, Workspace workspace,
                        framework::Tensor* d_filter);

}  // namespace paddle::operators::kernels
