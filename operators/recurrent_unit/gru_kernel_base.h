// The base classes of the kernels of gru and gru_unit and of their gradients.
// The two operators differ in the names of slots and in where the sequence
// offsets come from: gru reads the LoD, gru_unit runs one step of each row.
#pragma once

#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/recurrent_unit/gru.h"

namespace paddle::operators {

// Reads the attributes and inputs that forward and backward kernels share.
// Slots are resolved and attributes parsed when the kernel is made.
class GruKernelBase : public framework::OpKernel {
 protected:
  // `state` is the slot of the hidden state before the first step: [sequences,
  // D], optional in gru.
  GruKernelBase(const framework::OpArguments& arguments,
                const std::string& state, bool reverse)
      : OpKernel(arguments),
        state_(this, state),
        options_{reverse, Attr<bool>(this, "origin_mode").value(),
                 Activation("gate_activation"), Activation("activation")} {}

  const kernels::GruOptions& options() const { return options_; }
  // Returns the inputs that the forward and the backward pass both read: state,
  // weight and offsets.
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

// Calls Gru; a derived kernel supplies the offsets of the sequences.
template <class Device, class T>
class GruForwardKernel : public GruKernelBase {
 protected:
  // The outputs that the gradient reads are in the slots "<prefix>Gate" and
  // "<prefix>ResetHiddenPrev".
  GruForwardKernel(const framework::OpArguments& arguments,
                   const std::string& state, const std::string& prefix,
                   bool reverse)
      : GruKernelBase(arguments, state, reverse),
        gates_(this, prefix + "Gate"),
        reset_(this, prefix + "ResetHiddenPrev") {}

  // Returns the input, whose LoD gives a derived kernel the offsets.
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

// Calls GruGrad; a derived kernel supplies the offsets of the sequences. The
// constructor takes the same slots as that of the forward kernel.
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

  // Returns the forward output, whose LoD gives a derived kernel the offsets:
  // the input itself is not kept for the backward pass.
  const framework::LoDTensor& hidden(
      const framework::KernelContext& context) const {
    return hidden_(context);
  }
  // Computes the gradients that the program wants; `offsets` are those of the
  // forward pass.
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
