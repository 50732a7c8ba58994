// What the kernels of gru, gru_unit and their gradients have in common.
#pragma once

#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/gru.h"

namespace paddle::operators {

class GruKernelBase : public framework::OpKernel {
 protected:
  // `state`: the slot of the initial state.
  GruKernelBase(const framework::OpArguments& arguments, const char* state)
      : OpKernel(arguments), state_(this, state) {}

  kernels::GruOptions Options(bool reverse) const {
    return {reverse, Attr<bool>(this, "origin_mode").value(),
            Activation("gate_activation"), Activation("activation")};
  }
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
};

}  // namespace paddle::operators
