// The base of the kernels of lstm and of its gradient.
#pragma once

#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/recurrent_unit/lstm.h"

namespace paddle::operators {

// Parses the attributes once, when the kernel is made.
class LstmKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // The attributes of the operator.
  const kernels::LstmOptions& options() const { return options_; }
  // Returns the inputs that both directions read: all but x.
  kernels::LstmInputs Inputs(const framework::KernelContext& context,
                             kernels::Offsets offsets) const {
    kernels::LstmInputs inputs;
    inputs.h0 = h0_.get(context);
    inputs.c0 = c0_.get(context);
    inputs.weight = weight_.get(context);
    inputs.bias = bias_.get(context);
    inputs.offsets = offsets;
    return inputs;
  }

 private:
  kernels::GateActivation Activation(const char* name) const {
    return kernels::ParseGateActivation(Attr<std::string>(this, name).value());
  }

  const Input h0_{this, "H0"};
  const Input c0_{this, "C0"};
  const Input weight_{this, "Weight"};
  const Input bias_{this, "Bias"};
  const kernels::LstmOptions options_{
      Attr<bool>(this, "use_peepholes").value(),
      Attr<bool>(this, "is_reverse").value(), Activation("gate_activation"),
      Activation("cell_activation"), Activation("candidate_activation")};
};

}  // namespace paddle::operators
