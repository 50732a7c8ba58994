// The losses of loss.h that are scaled, as operators call them.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/loss/loss.h"
#include "paddle/operators/math/loops/workspace.h"

namespace paddle::operators::kernels {

// Returns the factor of the sum of all elements: 1 ("none", "sum"), or 1 / the
// number of elements ("mean") or of rows ("batchmean"). Only "batchmean" is the
// mean of divergences of distributions that are rows.
inline double KlDivScale(const framework::Dims& x,
                         const std::string& reduction) {
  if (reduction == "mean") return 1.0 / x.Numel();
  if (reduction == "batchmean" && x.rank() > 0) return 1.0 / x[0];
  return 1;
}

// Computes the divergence of each element ("none"), or a sum that `reduction`
// scales; no tensor of all elements is made for a sum.
template <class Device, class T>
void KlDiv(const Device& device, const LossInputs& inputs,
           const std::string& reduction, Workspace workspace,
           framework::Tensor* loss) {
  constexpr LossOp kOp = LossOp::kKlDiv;
  if (reduction == "none") {
    return Loss<Device, T, kOp>(device, inputs, 0, {}, nullptr, loss);
  }
  LossSum<Device, T, kOp>(device, inputs, 0,
                          {KlDivScale(inputs[0]->dims(), reduction)}, workspace,
                          loss);
}

// Computes the gradients of KlDiv, either of which may be null. A single
// gradient of a sum reaches all elements; LossGrad sees it by its size.
template <class Device, class T>
void KlDivGrad(const Device& device, const LossInputs& inputs,
               const std::string& reduction, const framework::Tensor& d_loss,
               framework::Tensor* d_x, framework::Tensor* d_target) {
  LossGrad<Device, T, LossOp::kKlDiv>(
      device, inputs, 0, {KlDivScale(inputs[0]->dims(), reduction)}, d_loss,
      d_x, d_target);
}

// Returns 1, or, to normalize, 1 / the number of labels that are not `ignored`
// (at least 1). The number is in the workspace, on the device: no step waits
// for a GPU to count.
template <class Device, class T>
LossScale LabelScale(const Device& device, const framework::Tensor& label,
                     int64_t ignored, bool normalize, Workspace workspace) {
  if (!normalize) return {};
  return {1, CountLabels<Device, T>(device, label, static_cast<double>(ignored),
                                    workspace)};
}

// Computes the cross entropy of logits x and labels, divided by their number if
// it is to normalize. They are counted here and for the gradient: cheaper than
// a slot for one number.
template <class Device, class T>
void SigmoidCrossEntropy(const Device& device, const LossInputs& inputs,
                         int64_t ignored, bool normalize, Workspace workspace,
                         framework::Tensor* out) {
  Loss<Device, T, LossOp::kSigmoidCrossEntropy>(
      device, inputs, ignored,
      LabelScale<Device, T>(device, *inputs[1], ignored, normalize, workspace),
      nullptr, out);
}

// Computes the gradients of SigmoidCrossEntropy, either of which may be null.
template <class Device, class T>
void SigmoidCrossEntropyGrad(const Device& device, const LossInputs& inputs,
                             int64_t ignored, bool normalize,
                             const framework::Tensor& d_out,
                             Workspace workspace, framework::Tensor* d_x,
                             framework::Tensor* d_label) {
  LossGrad<Device, T, LossOp::kSigmoidCrossEntropy>(
      device, inputs, ignored,
      LabelScale<Device, T>(device, *inputs[1], ignored, normalize, workspace),
      d_out, d_x, d_label);
}

}  // namespace paddle::operators::kernels
