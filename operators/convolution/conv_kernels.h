// The kernels of convolutions over any number of axes; the operators register
// them.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/convolution/conv.h"

namespace paddle::operators {

class ConvKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // `larger` are the dims of what the filter slides over.
  kernels::ConvShape Shape(const framework::Dims& larger,
                           const framework::Dims& filter,
                           const framework::Dims& smaller) const {
    using kernels::ToExtent;
    return kernels::MakeConvShape(
        larger, filter, smaller,
        {ToExtent(strides_.value(), 1), ToExtent(paddings_.value(), 0),
         ToExtent(dilations_.value(), 1), groups_});
  }

  const Input input_{this, "Input"};
  const Input filter_{this, "Filter"};

 private:
  const Attr<std::vector<int64_t>> strides_{this, "strides"};
  const Attr<std::vector<int64_t>> paddings_{this, "paddings"};
  const Attr<std::vector<int64_t>> dilations_{this, "dilations"};
  const Attr<int64_t> groups_{this, "groups"};
};

class ConvGradKernelBase : public ConvKernelBase {
 public:
  using ConvKernelBase::ConvKernelBase;

 protected:
  const Input d_output_{this, "Output@GRAD"};
  const Output d_input_{this, "Input@GRAD"};
  const Output d_filter_{this, "Filter@GRAD"};
};

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

template <class Device, class T>
class ConvGradKernel final : public ConvGradKernelBase {
 public:
  using ConvGradKernelBase::ConvGradKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& input = input_(ctx);
    const auto& filter = filter_(ctx);
    const auto& d_output = d_output_(ctx);
    const auto shape = Shape(input.dims(), filter.dims(), d_output.dims());
    const auto workspace = [&](size_t bytes) { return ctx.Workspace(bytes); };
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

// A transposed convolution and its gradient are those of the convolution that
// goes from Output to Input.
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
  const Output output_{this, "Output"};
};

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
      kernels::ConvBackwardFilter<Device, T>(
          ctx.device<Device>(), shape, d_output, input, workspace, d_filter);
    }
  }
};

}  // namespace paddle::operators
