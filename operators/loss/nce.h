// Noise contrastive estimation (Gutmann, Hyvarinen, 2010): classification among
// very many classes, trained by telling the true classes of a row from some
// that are drawn at random. A step with these functions:
//
//   NceLabels      the true classes and the noise of each row
//   NceCost        their logits and the cost of each row
//   NceSlopes      the gradients of the logits
//   NceInputGrad   from those, the gradients of the input,
//   NceModelGrad   of the weights and of the bias, dense
//   NceModelRows   or as rows
//
// It takes time in proportion to the classes of `labels`, not to all classes.
#pragma once

#include <cmath>
#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// The distribution of the noise, on the CPU and in CUDA kernels.
struct NceNoise {
  int64_t classes = 0;
  int64_t samples = 0;  // for each row
  // Class c has probability log((c + 2) / (c + 1)) / log(classes + 1), which
  // suits classes sorted by falling frequency; if false, 1 / classes.
  bool log_uniform = false;

  // Returns the class for a number uniform in [0, 1). Log-uniform, a number
  // that is within a rounding error of the border between two classes may give
  // the one on a CPU and the other on a GPU.
  PADDLE_HOST_DEVICE int64_t ClassOf(double uniform) const {
    const double drawn = log_uniform
                             ? std::exp(uniform * std::log(classes + 1.0)) - 1
                             : uniform * static_cast<double>(classes);
    const int64_t c = static_cast<int64_t>(drawn);
    return c < classes ? c : classes - 1;
  }
  // Returns the probability that class c is drawn.
  PADDLE_HOST_DEVICE double Probability(int64_t c) const {
    if (!log_uniform) return 1.0 / static_cast<double>(classes);
    return std::log1p(1.0 / (c + 1.0)) / std::log(classes + 1.0);
  }
  // Returns log(samples * Probability(c)), the expected draws of class c, by
  // which logits are corrected.
  PADDLE_HOST_DEVICE double LogExpected(int64_t c) const {
    return std::log(samples * Probability(c));
  }
};

// In the functions below T is float or double, and rows of `labels` hold first
// the true classes of a row and then its noise.

// Sets labels[i] to label[i], then `given`, or if that is empty classes drawn
// at random: draw k of row i is number i * samples + k of the key. Throws
// OutOfRange for a label that is no class.
template <class Device>
void NceLabels(const Device& device, const platform::RandomKey& key,
               const NceNoise& noise, absl::Span<const int64_t> given,
               const framework::Tensor& label, framework::Tensor* labels);

// The parameters that all rows share; bias may be null.
struct NceModel {
  const framework::Tensor* weight;  // [classes, width]
  const framework::Tensor* bias;
};

// Computes logits = weight[c] * input + bias[c] - LogExpected(c) for each class
// c of labels, and cost = the sum of log(1 + exp(-logit)) over the true classes
// and of log(1 + exp(logit)) over the noise, times row_weight, which may be
// null.
template <class Device, class T>
void NceCost(const Device& device, const NceNoise& noise,
             const framework::Tensor& input, const NceModel& model,
             const framework::Tensor* row_weight,
             const framework::Tensor& labels, framework::Tensor* logits,
             framework::Tensor* cost);

// Computes slopes, the gradients of the logits, an element for each.
template <class Device, class T>
void NceSlopes(const Device& device, const NceNoise& noise,
               const framework::Tensor& logits,
               const framework::Tensor* row_weight,
               const framework::Tensor& d_cost, T* slopes);

// Computes d_input[i] = the sum of slopes[i][k] * weight[labels[i][k]] over k.
template <class Device, class T>
void NceInputGrad(const Device& device, const framework::Tensor& labels,
                  const T* slopes, const framework::Tensor& weight,
                  framework::Tensor* d_input);

// Computes d_model[c] = the sum of slopes[i][k] * input[i] over all
// labels[i][k] = c, in the order of i and k. For the bias, `input` is null:
// ones.
template <class Device, class T>
void NceModelGrad(const Device& device, const framework::Tensor& labels,
                  const T* slopes, const framework::Tensor* input,
                  framework::Tensor* d_model);

// Makes `d_model` hold a row for each label, repeated ones kept. `dims` are
// those of the dense gradient; the value, of type `dtype`, comes from
// `allocator` and is not set. Since rows are numbers of the host, it waits for
// the labels of a GPU.
void AllocateNceRows(const framework::Tensor& labels,
                     const framework::Dims& dims, framework::DataType dtype,
                     memory::Allocator* allocator,
                     framework::SelectedRows* d_model);

// Computes the gradient of NceModelGrad as rows: row i of `value` is that of
// label i. Much smaller than the dense gradient when the classes are many.
template <class Device, class T>
void NceModelRows(const Device& device, const framework::Tensor& labels,
                  const T* slopes, const framework::Tensor* input,
                  framework::Tensor* value);

}  // namespace paddle::operators::kernels
