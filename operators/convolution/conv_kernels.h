// Kernels of convolutions over any number of axes. Operators register them
// under their own names; the rank is known from the dims, so conv2d and conv3d
// share all of them. The arithmetic is in conv.h: a kernel only chooses which
// of the three computations it is.
//
//                     Output or Input@GRAD    Filter@GRAD
//   conv              Conv
//   its gradient      ConvBackwardInput       ConvBackwardFilter
//   transposed        ConvBackwardInput
//   its gradient      Conv                    ConvBackwardFilter
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/convolution/conv.h"

namespace paddle::operators {

// Reads the attributes of a convolution, once, when the kernel is made.
class ConvKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // Returns the sizes of the convolution of `larger`, over which the filter
  // slides, to `smaller`. In a transposed convolution they are Output and
  // Input.
  kernels::ConvShape Shape(const framework::Dims& larger,
                           const framework::Dims& filter,
                           const framework::Dims& smaller) const {
    using kernels::ToExtent;
    return kernels::MakeConvShape(
        larger, filter, smaller,
        {ToExtent(strides_.value(), 1), ToExtent(paddings_.value(), 0),
         ToExtent(dilations_.value(), 1), groups_});
  }

  // Slots that every convolution has; Filter has the same layout in all.
  const Input input_{this, "Input"};
  const Input filter_{this, "Filter"};

 private:
  const Attr<std::vector<int64_t>> strides_{this, "strides"};
  const Attr<std::vector<int64_t>> paddings_{this, "paddings"};
  const Attr<std::vector<int64_t>> dilations_{this, "dilations"};
  const Attr<int64_t> groups_{this, "groups"};
};

// The slots of both gradients. Each of them may be absent.
class ConvGradKernelBase : public ConvKernelBase {
 public:
  using ConvKernelBase::ConvKernelBase;

 protected:
  const Input d_output_{this, "Output@GRAD"};
  const Output d_input_{this, "Input@GRAD"};
  const Output d_filter_{this, "Filter@GRAD"};
};

// Output = the convolution of Input. T: float, double.
template <class Device, class T>
class ConvKernel final : public ConvKernelBase {
 public:
  using ConvKernelBase::ConvKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& input = input_(ctx);
    const auto& filter = filter_(ctx);
    auto& output = output_(ctx);
    kernels::Conv<Device, T>(
        ctx.device<Device>(), Shape(input.dims(), filter.dims(), output.dims()),
        input, filter, [&](size_t bytes) { return ctx.Workspace(bytes); },
        &output);
  }

 private:
  const Output output_{this, "Output"};
};

// The gradients of Input and Filter that the program wants: each is a
// computation of its own.
template <class Device, class T>
class ConvGradKernel final : public ConvGradKernelBase {
 public:
  using ConvGradKernelBase::ConvGradKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& input = input_(ctx);
    const auto& filter = filter_(ctx);
    const auto& d_output = d_output_(ctx);
    const auto shape = Shape(input.dims(), filter.dims(), d_output.dims());
    // The two gradients are computed one after the other, in the same memory.
    const auto workspace = [&](size_t bytes) { return ctx.Workspace(bytes); };
    // The first layer of a network needs no gradient for its images.
    if (auto* d_input = d_input_.get(ctx)) {
      kernels::ConvBackwardInput<Device, T>(ctx.device<Device>(), shape, filter,
                                            d_output, workspace, d_input);
    }
    if (auto* d_filter = d_filter_.get(ctx)) {
      kernels::ConvBackwardFilter<Device, T>(ctx.device<Device>(), shape, input,
                                             d_output, workspace, d_filter);
    }
  }
};

// A transposed convolution and its gradient are computations of the convolution
// that leads from Output to Input: its gradient for the input.
template <class Device, class T>
class ConvTransposeKernel final : public ConvKernelBase {
 public:
  using ConvKernelBase::ConvKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& input = input_(ctx);
    const auto& filter = filter_(ctx);
    auto& output = output_(ctx);
    kernels::ConvBackwardInput<Device, T>(
        ctx.device<Device>(), Shape(output.dims(), filter.dims(), input.dims()),
        filter, input, [&](size_t bytes) { return ctx.Workspace(bytes); },
        &output);
  }

 private:
  // Its spatial sizes are those the schema found: several would fit the input.
  const Output output_{this, "Output"};
};

// The gradient of Input is that convolution itself.
template <class Device, class T>
class ConvTransposeGradKernel final : public ConvGradKernelBase {
 public:
  using ConvGradKernelBase::ConvGradKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& input = input_(ctx);
    const auto& filter = filter_(ctx);
    const auto& d_output = d_output_(ctx);
    const auto shape = Shape(d_output.dims(), filter.dims(), input.dims());
    const auto workspace = [&](size_t bytes) { return ctx.Workspace(bytes); };
    if (auto* d_input = d_input_.get(ctx)) {
      kernels::Conv<Device, T>(ctx.device<Device>(), shape, d_output, filter,
                               workspace, d_input);
    }
    if (auto* d_filter = d_filter_.get(ctx)) {
      // Input and output change places: the filter slides over d_output here.
      kernels::ConvBackwardFilter<Device, T>(
          ctx.device<Device>(), shape, d_output, input, workspace, d_filter);
    }
  }
};

}  // namespace paddle::operators
