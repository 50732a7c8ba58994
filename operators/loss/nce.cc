#include "paddle/operators/loss/nce.h"

#include <algorithm>
#include <functional>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/loss/class_labels.h"
#include "paddle/operators/loss/logistic_loss.h"
#include "paddle/operators/math/device/cpu_only.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/on_cuda.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Dims;
using framework::SelectedRows;
using framework::Tensor;
using platform::DeviceContext;

namespace {

constexpr char kWhat[] = "noise contrastive estimation";

// Elements a thread should touch at least.
constexpr int64_t kGrain = 16384;

int64_t GrainOf(int64_t elements) {
  return std::max<int64_t>(1, kGrain / std::max<int64_t>(elements, 1));
}

int64_t TrueCount(const Tensor& labels, const NceNoise& noise) {
  return labels.dims()[1] - noise.samples;
}

template <typename T>
T RowWeight(const Tensor* weights, int64_t row) {
  return weights == nullptr ? T(1) : weights->data<T>()[row];
}

template <typename T>
T Dot(int64_t size, const T* a, const T* b) {
  return ReduceRun(size, T(0), std::plus<T>(),
                   [=](int64_t j) { return a[j] * b[j]; });
}

// sum += factor * x
template <typename T>
void AddMultiple(int64_t size, T factor, const T* x, T* sum) {
  AccumulateRun(size, sum, std::plus<T>(),
                [=](int64_t j) { return factor * x[j]; });
}

// The losses of a row of logits, of which the first `truths` should be large
// and the others small.
template <typename T>
T SumOfLosses(int64_t classes, int64_t truths, const T* logits) {
  constexpr int64_t kRun = 64;
  T buffer[kRun];
  T* const losses = buffer;
  T sum = 0;
  for (int64_t begin = 0; begin < classes; begin += kRun) {
    const int64_t count = std::min(kRun, classes - begin);
    const T* z = logits + begin;
    AssignRun(count, losses,
              [=](int64_t j) { return begin + j < truths ? -z[j] : z[j]; });
    LogisticLoss<T>(count, losses, nullptr, losses);
    sum = ReduceRun(count, sum, std::plus<T>(),
                    [=](int64_t j) { return losses[j]; });
  }
  return sum;
}

}  // namespace

void NceLabels(const DeviceContext& device, const platform::RandomKey& key,
               const NceNoise& noise, absl::Span<const int64_t> given,
               const Tensor& label, Tensor* labels) {
  PADDLE_ON_CUDA(device,
                 NceLabelsOnCUDA(device, key, noise, given, label, labels));
  EnforceOnCPU(device, kWhat);
  CheckClasses(label, noise.classes);
  const platform::RandomStream stream(key);
  const int64_t truths = TrueCount(*labels, noise);
  const int64_t* from = label.data<int64_t>();
  int64_t* to = labels->mutable_data<int64_t>();
  for (int64_t row = 0; row < labels->dims()[0]; ++row) {
    to = std::copy_n(from + row * truths, truths, to);
    for (int64_t k = 0; k < noise.samples; ++k) {
      *to++ =
          given.empty()
              ? noise.ClassOf(stream.Uniform<double>(row * noise.samples + k))
              : given[k];
    }
  }
}

template <typename T>
void NceCost(const DeviceContext& device, const NceNoise& noise,
             const Tensor& input, const NceModel& model,
             const Tensor* row_weight, const Tensor& labels, Tensor* logits,
             Tensor* cost) {
  PADDLE_ON_CUDA(device, NceCostOnCUDA<T>(device, noise, input, model,
                                          row_weight, labels, logits, cost));
  EnforceOnCPU(device, kWhat);
  const int64_t width = input.dims()[1];
  const int64_t classes = labels.dims()[1];
  const int64_t truths = TrueCount(labels, noise);
  const T* x = input.data<T>();
  const T* w = model.weight->data<T>();
  const T* bias = model.bias == nullptr ? nullptr : model.bias->data<T>();
  const int64_t* of_row = labels.data<int64_t>();
  T* logit = logits->mutable_data<T>();
  T* to = cost->mutable_data<T>();
  const auto logit_of = [=](int64_t row, int64_t c) {
    return Dot(width, x + row * width, w + c * width) +
           (bias == nullptr ? T(0) : bias[c]) -
           static_cast<T>(noise.LogExpected(c));
  };
  platform::ParallelFor(
      labels.dims()[0], GrainOf(classes * width),
      [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          for (int64_t i = row * classes; i < (row + 1) * classes; ++i) {
            logit[i] = logit_of(row, of_row[i]);
          }
          to[row] = RowWeight<T>(row_weight, row) *
                    SumOfLosses(classes, truths, logit + row * classes);
        }
      });
}

template <typename T>
void NceSlopes(const DeviceContext& device, const NceNoise& noise,
               const Tensor& logits, const Tensor* row_weight,
               const Tensor& d_cost, T* slopes) {
  PADDLE_ON_CUDA(device, NceSlopesOnCUDA<T>(device, noise, logits, row_weight,
                                            d_cost, slopes));
  EnforceOnCPU(device, kWhat);
  const int64_t classes = logits.dims()[1];
  const int64_t truths = TrueCount(logits, noise);
  const T* flowing = d_cost.data<T>();
  Sigmoid(logits.numel(), logits.data<T>(), slopes);
  for (int64_t row = 0; row < logits.dims()[0]; ++row) {
    const T g = RowWeight<T>(row_weight, row) * flowing[row];
    T* of_row = slopes + row * classes;
    AssignRun(truths, of_row, [=](int64_t j) { return of_row[j] - T(1); });
    AssignRun(classes, of_row, [=](int64_t j) { return g * of_row[j]; });
  }
}

template <typename T>
void NceInputGrad(const DeviceContext& device, const Tensor& labels,
                  const T* slopes, const Tensor& weight, Tensor* d_input) {
  PADDLE_ON_CUDA(
      device, NceInputGradOnCUDA<T>(device, labels, slopes, weight, d_input));
  EnforceOnCPU(device, kWhat);
  const int64_t classes = labels.dims()[1];
  const int64_t width = weight.dims()[1];
  const int64_t* of_row = labels.data<int64_t>();
  const T* w = weight.data<T>();
  T* to = d_input->mutable_data<T>();
  platform::ParallelFor(labels.dims()[0], GrainOf(classes * width),
                        [&](int64_t begin, int64_t end) {
                          std::fill(to + begin * width, to + end * width, T(0));
                          for (int64_t i = begin * classes; i < end * classes;
                               ++i) {
                            AddMultiple(width, slopes[i], w + of_row[i] * width,
                                        to + i / classes * width);
                          }
                        });
}

// Each thread owns a range of the classes, so that no two write to one.
template <typename T>
void NceModelGrad(const DeviceContext& device, const Tensor& labels,
                  const T* slopes, const Tensor* input, Tensor* d_model) {
  PADDLE_ON_CUDA(device,
                 NceModelGradOnCUDA<T>(device, labels, slopes, input, d_model));
  EnforceOnCPU(device, kWhat);
  const int64_t classes = labels.dims()[1];
  const int64_t width = input == nullptr ? 1 : input->dims()[1];
  const int64_t* id = labels.data<int64_t>();
  const T* x = input == nullptr ? nullptr : input->data<T>();
  T* to = d_model->mutable_data<T>();
  platform::ParallelFor(
      d_model->dims()[0], GrainOf(width), [&](int64_t begin, int64_t end) {
        std::fill(to + begin * width, to + end * width, T(0));
        for (int64_t i = 0; i < labels.numel(); ++i) {
          if (id[i] < begin || id[i] >= end) continue;
          if (x == nullptr) {
            to[id[i]] += slopes[i];
          } else {
            AddMultiple(width, slopes[i], x + i / classes * width,
                        to + id[i] * width);
          }
        }
      });
}

template <typename T>
void NceModelSparseGrad(const DeviceContext& device, const Tensor& labels,
                        const T* slopes, const Tensor* input, const Dims& dims,
                        memory::Allocator* allocator, SelectedRows* d_model) {
  const Tensor on_host = framework::OnCPU(labels);
  const int64_t* id = on_host.data<int64_t>();
  d_model->mutable_rows()->assign(id, id + labels.numel());
  Dims value = dims;
  value[0] = labels.numel();
  d_model->mutable_value()->Allocate(value, framework::DataTypeOf<T>(),
                                     allocator);
  PADDLE_ON_CUDA(device, NceModelRowsOnCUDA<T>(device, labels, slopes, input,
                                               d_model->mutable_value()));
  EnforceOnCPU(device, kWhat);
  const int64_t classes = labels.dims()[1];
  const int64_t width = input == nullptr ? 1 : input->dims()[1];
  const T* x = input == nullptr ? nullptr : input->data<T>();
  T* to = d_model->mutable_value()->template mutable_data<T>();
  platform::ParallelFor(
      labels.numel(), GrainOf(width), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const T slope = slopes[i];
          const T* row = x == nullptr ? nullptr : x + i / classes * width;
          AssignRun(width, to + i * width, [=](int64_t j) {
            return row == nullptr ? slope : slope * row[j];
          });
        }
      });
}

#define INSTANTIATE(T)                                                         \
  template void NceCost<T>(const DeviceContext&, const NceNoise&,              \
                           const Tensor&, const NceModel&, const Tensor*,      \
                           const Tensor&, Tensor*, Tensor*);                   \
  template void NceSlopes<T>(const DeviceContext&, const NceNoise&,            \
                             const Tensor&, const Tensor*, const Tensor&, T*); \
  template void NceInputGrad<T>(const DeviceContext&, const Tensor&, const T*, \
                                const Tensor&, Tensor*);                       \
  template void NceModelGrad<T>(const DeviceContext&, const Tensor&, const T*, \
                                const Tensor*, Tensor*);                       \
  template void NceModelSparseGrad<T>(const DeviceContext&, const Tensor&,     \
                                      const T*, const Tensor*, const Dims&,    \
                                      memory::Allocator*, SelectedRows*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace paddle::operators::kernels
