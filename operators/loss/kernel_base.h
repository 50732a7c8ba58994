// Kernels of losses of elements. A loss derives one class from each of the two
// and names its slots:
//
//   template <class Device, class T>
//   class HuberLossKernel final
//       : public LossKernel<Device, T, kernels::LossOp::kHuber> {
//    public:
//     explicit HuberLossKernel(const framework::OpArguments& arguments)
//         : LossKernel<Device, T, kernels::LossOp::kHuber>(
//               arguments, {{"X", "Y"}, "Out", "Residual", "delta"}) {}
//   };
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/loss.h"

namespace paddle::operators {

// Returns the value of a number among the attributes; 0 for "".
inline double LossParameter(const framework::OpArguments& arguments,
                            absl::string_view name) {
  return name.empty() ? 0 : framework::AttributeOf<double>(arguments, name);
}

// Computes a loss of loss.h; the inputs are in the order given there.
template <class Device, class T, kernels::LossOp op>
class LossKernel : public framework::OpKernel {
 public:
  struct Slots {
    // Names of slots, and of the attribute that is the parameter.
    std::initializer_list<absl::string_view> inputs;
    absl::string_view out;
    absl::string_view saved = "";      // "": nothing is saved
    absl::string_view parameter = "";  // "": there is none
  };

  LossKernel(const framework::OpArguments& arguments, const Slots& slots)
      : OpKernel(arguments),
        out_(this, slots.out),
        parameter_(LossParameter(arguments, slots.parameter)) {
    for (absl::string_view slot : slots.inputs)
      inputs_.emplace_back(this, slot);
    if (!slots.saved.empty()) saved_.emplace(this, slots.saved);
  }

  void Compute(const framework::KernelContext& context) const override {
    kernels::LossInputs inputs = {};
    for (size_t i = 0; i < inputs_.size(); ++i)
      inputs[i] = &inputs_[i](context);
    kernels::Loss<Device, T, op>(context.device<Device>(), inputs, parameter_,
                                 {}, saved_ ? saved_->get(context) : nullptr,
                                 &out_(context));
  }

 private:
  std::vector<Input> inputs_;
  const Output out_;
  // Absent in the operators of losses that save nothing.
  std::optional<Output> saved_;
  // Read once, when the kernel is made.
  const double parameter_;
};

// Computes the gradients of a loss; `reads` are in the order given in loss.h.
template <class Device, class T, kernels::LossOp op>
class LossGradKernel : public framework::OpKernel {
 public:
  struct Slots {
    std::initializer_list<absl::string_view> reads;
    absl::string_view d_out;
    absl::string_view d_first;
    absl::string_view d_second = "";   // "": there is none
    absl::string_view parameter = "";  // the same
  };

  LossGradKernel(const framework::OpArguments& arguments, const Slots& slots)
      : OpKernel(arguments),
        d_out_(this, slots.d_out),
        d_first_(this, slots.d_first),
        parameter_(LossParameter(arguments, slots.parameter)) {
    for (absl::string_view slot : slots.reads) reads_.emplace_back(this, slot);
    if (!slots.d_second.empty()) d_second_.emplace(this, slots.d_second);
  }

  void Compute(const framework::KernelContext& context) const override {
    kernels::LossInputs reads = {};
    for (size_t i = 0; i < reads_.size(); ++i) reads[i] = &reads_[i](context);
    kernels::LossGrad<Device, T, op>(
        context.device<Device>(), reads, parameter_, {}, d_out_(context),
        d_first_.get(context), d_second_ ? d_second_->get(context) : nullptr);
  }

 private:
  std::vector<Input> reads_;
  const Input d_out_;
  const Output d_first_;
  std::optional<Output> d_second_;
  const double parameter_;
};

}  // namespace paddle::operators
