// What the kernels of all optimizers share: what a step has, and what the
// optimizer keeps.
#pragma once

#include <string>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/optimizer/optimizer.h"
#include "paddle/operators/optimizer/selected_rows.h"

namespace paddle::operators {

// The base of a kernel with an input Grad.
template <typename T>
class GradKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // SelectedRows have each row once, in the workspace.
  kernels::ParamGrad<T> Grad(const framework::KernelContext& ctx,
                             bool lazy) const {
    kernels::ParamGrad<T> grad;
    grad.lazy = lazy;
    if (grad_.is_selected_rows()) {
      const framework::SelectedRows& rows = grad_.rows(ctx);
      void* workspace = ctx.Workspace(kernels::MergeBytes<T>(rows));
      grad.rows = kernels::MergeRows<T>(ctx.device(), rows, workspace);
    } else {
      grad.dense = grad_(ctx).template data<T>();
    }
    return grad;
  }

 private:
  const Input grad_{this, "Grad"};
};

template <typename T>
class OptimizerKernel : public GradKernel<T> {
 public:
  using GradKernel<T>::GradKernel;

 protected:
  using Input = framework::OpKernel::Input;
  using Output = framework::OpKernel::Output;

  // What is updated: an input, and the output that is its new value.
  class State {
   public:
    State(const OptimizerKernel* kernel, const std::string& input,
          const std::string& output)
        : input_(kernel, input), output_(kernel, output) {}
    // The output is called "<input>Out".
    State(const OptimizerKernel* kernel, const std::string& input)
        : State(kernel, input, input + "Out") {}
    bool present() const { return input_.present(); }
    kernels::Updated operator()(const framework::KernelContext& ctx) const {
      return {&input_(ctx), &output_(ctx)};
    }

   private:
    const Input input_;
    const Output output_;
  };

  // A state of one number.
  class Scalar {
   public:
    Scalar(const OptimizerKernel* kernel, const std::string& input)
        : input_(kernel, input), output_(kernel, input + "Out") {}
    // Where it lies.
    const T* operator()(const framework::KernelContext& ctx) const {
      return input_(ctx).template data<T>();
    }
    // Where its new value goes; null when the output is left out.
    T* out(const framework::KernelContext& ctx) const {
      framework::Tensor* out = output_.get(ctx);
      return out == nullptr ? nullptr : out->mutable_data<T>();
    }
    // out = number * factor, if there is an output.
    void Scale(const framework::KernelContext& ctx, double factor) const {
      T* to = out(ctx);
      if (to == nullptr) return;
      kernels::ScaleNumber(ctx.device(), (*this)(ctx), factor, to);
    }
    // out = number + 1, if there is an output.
    void Count(const framework::KernelContext& ctx) const {
      T* to = out(ctx);
      if (to != nullptr) kernels::CountStep(ctx.device(), (*this)(ctx), to);
    }

   private:
    const Input input_;
    const Output output_;
  };

  kernels::ParamStep<T> Step(const framework::KernelContext& ctx,
                             bool lazy) const {
    const T* rate = rate_(ctx).template data<T>();
    return {ctx.device(), this->Grad(ctx, lazy), rate, param_(ctx)};
  }

 private:
  const State param_{this, "Param"};
  const Input rate_{this, "LearningRate"};
};

// Two moments, and their attributes.
template <typename T>
class AdamLikeKernel : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;

 protected:
  using State = typename OptimizerKernel<T>::State;
  using Scalar = typename OptimizerKernel<T>::Scalar;
  template <typename V>
  using Attr = framework::OpKernel::Attr<V>;

  kernels::AdamSettings settings() const { return {beta1_, beta2_, epsilon_}; }

  const State m_{this, "Moment1"};
  const State v_{this, "Moment2"};

 private:
  const Attr<double> beta1_{this, "beta1"};
  const Attr<double> beta2_{this, "beta2"};
  const Attr<double> epsilon_{this, "epsilon"};
};

// And beta1^t and beta2^t of step t.
template <typename T>
class AdamPowersKernel : public AdamLikeKernel<T> {
 public:
  using AdamLikeKernel<T>::AdamLikeKernel;

 protected:
  using Scalar = typename OptimizerKernel<T>::Scalar;

  kernels::AdamWeights<T> Weights(const framework::KernelContext& ctx,
                                  const kernels::ParamStep<T>& step,
                                  double decay) const {
    return {this->settings(), step.rate, power1_(ctx), power2_(ctx), decay};
  }
  // To those of the next step.
  void Advance(const framework::KernelContext& ctx) const {
    power1_.Scale(ctx, this->settings().beta1);
    power2_.Scale(ctx, this->settings().beta2);
  }

 private:
  const Scalar power1_{this, "Beta1Pow"};
  const Scalar power2_{this, "Beta2Pow"};
};

}  // namespace paddle::operators
