// The bases of the kernels of gru and gru_unit and of their gradients: the
// operators differ in the names of slots and in the source of the offsets.
#pragma once

#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/recurrent_unit/gru.h"

namespace paddle::operators {

// Reads the attributes and inputs that forward and backward kernels share.
class GruKernelBase : public framework::OpKernel {
 protected:
  // `state` is the slot of the state before the first step.
  GruKernelBase(const framework::OpArguments& arguments,
                const std::string& state, bool reverse)
      : OpKernel(arguments),
        state_(this, state),
        options_{reverse, Attr<bool>(this, "origin_mode").value(),
                 Activation("gate_activation"), Activation("activation")} {}

  // Parsed once, when the kernel is made.
  const kernels::GruOptions& options() const { return options_; }
  // Returns the inputs that both directions read: state, weight and offsets.
  kernels::GruInputs Inputs(const framework::KernelContext& context,
                            kernels::Offsets offsets) const {
    kernels::GruInputs inputs;
    inputs.h0 = state_.get(context);
    inputs.weight = weight_.get(context);
    inputs.offsets = offsets;
    return inputs;
  }

 private:
  kernels::GateActivation Activation(const char* name) const {
    return kernels::ParseGateActivation(Attr<std::string>(this, name).value());
  }

  const Input state_;
  const Input weight_{this, "Weight"};
  const kernels::GruOptions options_;
};

// Runs Gru on the sequences that a derived kernel names.
template <class Device, class T>
class GruForwardKernel : public GruKernelBase {
 protected:
  // The slots of the outputs kept for the gradient are "<prefix>Gate" and
  // "<prefix>ResetHiddenPrev".
  GruForwardKernel(const framework::OpArguments& arguments,
                   const std::string& state, const std::string& prefix,
                   bool reverse)
      : GruKernelBase(arguments, state, reverse),
        gates_(this, prefix + "Gate"),
        reset_(this, prefix + "ResetHiddenPrev") {}

  // The input, from which a derived kernel takes the offsets.
  const framework::LoDTensor& x(const framework::KernelContext& context) const {
    return input_(context);
  }
  // Computes the outputs; `offsets` delimit the sequences of the input's rows.
  void Run(const framework::KernelContext& context,
           kernels::Offsets offsets) const {
    kernels::GruInputs inputs = Inputs(context, offsets);
    inputs.x = &x(context);
    inputs.bias = bias_.get(context);
    kernels::Gru<Device, T>(
        context.device<Device>(), inputs, options(),
        [&](size_t bytes) { return context.Workspace(bytes); },
        {&hidden_(context), &gates_(context), &reset_(context)});
  }

 private:
  const Input input_{this, "Input"};
  const Input bias_{this, "Bias"};
  const Output hidden_{this, "Hidden"};
  const Output gates_;
  const Output reset_;
};

// Runs GruGrad on the sequences that a derived kernel names. The slots are
// those of the forward kernel.
template <class Device, class T>
class GruBackwardKernel : public GruKernelBase {
 protected:
  GruBackwardKernel(const framework::OpArguments& arguments,
                    const std::string& state, const std::string& prefix,
                    bool reverse)
      : GruKernelBase(arguments, state, reverse),
        gates_(this, prefix + "Gate"),
        reset_(this, prefix + "ResetHiddenPrev"),
        dstate_(this, state + "@GRAD") {}

  // The forward output, from which a derived kernel takes the offsets: the
  // input itself is not kept until the backward pass.
  const framework::LoDTensor& hidden(
      const framework::KernelContext& context) const {
    return hidden_(context);
  }
  void Run(const framework::KernelContext& context,
           kernels::Offsets offsets) const {
    kernels::GruGrad<Device, T>(
        context.device<Device>(), Inputs(context, offsets),
        {&hidden(context), &gates_(context), &reset_(context)},
        dhidden_(context), options(),
        [&](size_t bytes) { return context.Workspace(bytes); },
        {dx_.get(context), dstate_.get(context), dweight_.get(context),
         dbias_.get(context)});
  }

 private:
  const Input hidden_{this, "Hidden"};
  const Input gates_;
  const Input reset_;
  const Input dhidden_{this, "Hidden@GRAD"};
  const Output dx_{this, "Input@GRAD"};
  const Output dstate_;
  const Output dweight_{this, "Weight@GRAD"};
  const Output dbias_{this, "Bias@GRAD"};
};

}  // namespace paddle::operators
