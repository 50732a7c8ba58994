// Noise contrastive estimation: classification among very many classes, trained
// by telling the true classes of a row from some that are drawn at random.
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

// How the noise is drawn; marked for GPUs.
struct NceNoise {
  int64_t classes = 0;
  int64_t samples = 0;  // for each row
  // Class c has probability log((c + 2) / (c + 1)) / log(classes + 1), which
  // suits classes sorted by falling frequency; if not, 1 / classes.
  bool log_uniform = false;

  // The class that a number in [0, 1) stands for. Log-uniform, a number that is
  // within a rounding error of the border between two classes may stand for the
  // one on a CPU and for the other on a GPU.
  PADDLE_HOST_DEVICE int64_t ClassOf(double uniform) const {
    const double drawn = log_uniform
                             ? std::exp(uniform * std::log(classes + 1.0)) - 1
                             : uniform * static_cast<double>(classes);
    const int64_t c = static_cast<int64_t>(drawn);
    return c < classes ? c : classes - 1;
  }
  PADDLE_HOST_DEVICE double Probability(int64_t c) const {
    if (!log_uniform) return 1.0 / static_cast<double>(classes);
    return std::log1p(1.0 / (c + 1.0)) / std::log(classes + 1.0);
  }
  // log(samples * Probability(c))
  PADDLE_HOST_DEVICE double LogExpected(int64_t c) const {
    return std::log(samples * Probability(c));
  }
};

// T is float or double. Rows of `labels` hold first the true classes of a row
// and then its noise.

// labels[i] = label[i], then `given`, or if that is empty classes drawn at
// random: draw k of row i is number i * samples + k of the key. OutOfRange for
// a label that is no class.
void NceLabels(const platform::DeviceContext& device,
               const platform::RandomKey& key, const NceNoise& noise,
               absl::Span<const int64_t> given, const framework::Tensor& label,
               framework::Tensor* labels);

// What all rows share; bias may be null.
struct NceModel {
  const framework::Tensor* weight;  // [classes, width]
  const framework::Tensor* bias;
};

// logits = weight[c] * input + bias[c] - LogExpected(c) for each class c of
// labels, and cost = the sum of log(1 + exp(-logit)) over the true
// classes and of log(1 + exp(logit)) over the noise, times row_weight, which
// may be null.
template <typename T>
void NceCost(const platform::DeviceContext& device, const NceNoise& noise,
             const framework::Tensor& input, const NceModel& model,
             const framework::Tensor* row_weight,
             const framework::Tensor& labels, framework::Tensor* logits,
             framework::Tensor* cost);

// slopes, an element for each logit, = the gradients of the logits.
template <typename T>
void NceSlopes(const platform::DeviceContext& device, const NceNoise& noise,
               const framework::Tensor& logits,
               const framework::Tensor* row_weight,
               const framework::Tensor& d_cost, T* slopes);

// d_input[i] = the sum of slopes[i][k] * weight[labels[i][k]].
template <typename T>
void NceInputGrad(const platform::DeviceContext& device,
                  const framework::Tensor& labels, const T* slopes,
                  const framework::Tensor& weight, framework::Tensor* d_input);

// d_model[c] = the sum of slopes[i][k] * input[i] over all labels[i][k] = c, in
// the order of i and k. Of the bias, `input` is null: ones.
template <typename T>
void NceModelGrad(const platform::DeviceContext& device,
                  const framework::Tensor& labels, const T* slopes,
                  const framework::Tensor* input, framework::Tensor* d_model);

// The same as rows: one for each label, repeated ones kept. `dims` are those of
// the dense gradient; the value comes from `allocator`. Since rows are numbers
// of the host, it waits for the labels of a GPU.
template <typename T>
void NceModelSparseGrad(const platform::DeviceContext& device,
                        const framework::Tensor& labels, const T* slopes,
                        const framework::Tensor* input,
                        const framework::Dims& dims,
                        memory::Allocator* allocator,
                        framework::SelectedRows* d_model);

// The twins of these for GPUs. Of the last one it makes the value: a row for
// each label.
void NceLabelsOnCUDA(const platform::DeviceContext& device,
                     const platform::RandomKey& key, const NceNoise& noise,
                     absl::Span<const int64_t> given,
                     const framework::Tensor& label, framework::Tensor* labels);
template <typename T>
void NceCostOnCUDA(const platform::DeviceContext& device, const NceNoise& noise,
                   const framework::Tensor& input, const NceModel& model,
                   const framework::Tensor* row_weight,
                   const framework::Tensor& labels, framework::Tensor* logits,
                   framework::Tensor* cost);
template <typename T>
void NceSlopesOnCUDA(const platform::DeviceContext& device,
                     const NceNoise& noise, const framework::Tensor& logits,
                     const framework::Tensor* row_weight,
                     const framework::Tensor& d_cost, T* slopes);
template <typename T>
void NceInputGradOnCUDA(const platform::DeviceContext& device,
                        const framework::Tensor& labels, const T* slopes,
                        const framework::Tensor& weight,
                        framework::Tensor* d_input);
template <typename T>
void NceModelGradOnCUDA(const platform::DeviceContext& device,
                        const framework::Tensor& labels, const T* slopes,
                        const framework::Tensor* input,
                        framework::Tensor* d_model);
template <typename T>
void NceModelRowsOnCUDA(const platform::DeviceContext& device,
                        const framework::Tensor& labels, const T* slopes,
                        const framework::Tensor* input,
                        framework::Tensor* value);

}  // namespace paddle::operators::kernels
