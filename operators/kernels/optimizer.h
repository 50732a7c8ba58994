// One step of an optimizer on one parameter.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/kernels/selected_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// A gradient: a tensor like the parameter, or some of its rows.
template <typename T>
struct ParamGrad {
  // One of the two.
  const T* dense = nullptr;
  MergedRows<T> rows;
  // Rows that are not there: false, they are rows of zeros and the result is
  // that of the dense gradient; true, nothing of theirs changes.
  bool lazy = false;
};

// Below, every tensor has the dims of the parameter, and an output may be its
// input (in place) but must not overlap otherwise. What the steps compute
// stands at each. T is float or double.

// param -= rate * grad. Lazy or not makes no difference.
template <typename T>
void SgdStep(const platform::DeviceContext& context, const ParamGrad<T>& grad,
             double rate, const framework::Tensor& param,
             framework::Tensor* param_out);

// velocity = mu * velocity + grad, then param -= rate * velocity, or, with
// `nesterov`, param -= rate * (grad + mu * velocity). (Sutskever et al., "On
// the importance of initialization and momentum in deep learning", 2013.)
template <typename T>
void MomentumStep(const platform::DeviceContext& context,
                  const ParamGrad<T>& grad, double rate, double mu,
                  bool nesterov, const framework::Tensor& param,
                  const framework::Tensor& velocity,
                  framework::Tensor* param_out,
                  framework::Tensor* velocity_out);

struct AdamOptions {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  // beta1 and beta2 to the number of this step, which begins at 1.
  double beta1_power = 0.9;
  double beta2_power = 0.999;
};

// m = beta1 * m + (1 - beta1) * grad, v = beta2 * v + (1 - beta2) * grad^2,
// param -= rate * sqrt(1 - beta2_power) / (1 - beta1_power) * m /
// (sqrt(v) + epsilon). (Kingma and Ba, "Adam", 2015, end of section 2.)
template <typename T>
void AdamStep(const platform::DeviceContext& context, const ParamGrad<T>& grad,
              double rate, const AdamOptions& options,
              const framework::Tensor& param, const framework::Tensor& m,
              const framework::Tensor& v, framework::Tensor* param_out,
              framework::Tensor* m_out, framework::Tensor* v_out);

}  // namespace paddle::operators::kernels
