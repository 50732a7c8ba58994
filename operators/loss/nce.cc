#include "paddle/operators/loss/nce.h"

#include <algorithm>
#include <functional>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/loss/class_labels.h"
#include "paddle/operators/loss/logistic_loss.h"
#include "paddle/operators/math/loops/scan_grain.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/vector_math.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

using framework::Dims;
using framework::SelectedRows;
using framework::Tensor;

namespace {

// Elements that pay for a task.
constexpr int64_t kGrain = 16384;

int64_t GrainOf(int64_t elements) {
  return std::max<int64_t>(1, kGrain / std::max<int64_t>(elements, 1));
}

// The labels of a row are its true classes, then the noise.
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

// Adds factor * x to sum.
template <typename T>
void AddMultiple(int64_t size, T factor, const T* x, T* sum) {
  AccumulateRun(size, sum, std::plus<T>(),
                [=](int64_t j) { return factor * x[j]; });
}

// Returns the sum of the losses of a row of logits, of which the first `truths`
// should be large and the others small. Runs of them are computed on the stack:
// an exponential each, in a vectorised loop.
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

template <class Device>
void NceLabels(const Device&, const platform::RandomKey& key,
               const NceNoise& noise, absl::Span<const int64_t> given,
               const Tensor& label, Tensor* labels) {
  CheckClasses(label, noise.classes);
  const platform::RandomStream stream(key);
  const int64_t truths = TrueCount(*labels, noise);
  const int64_t* from = label.data<int64_t>();
  int64_t* to = labels->mutable_data<int64_t>();
  // Serial: drawing is cheap compared to the products with the weights.
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

template <class Device, class T>
void NceCost(const Device&, const NceNoise& noise, const Tensor& input,
             const NceModel& model, const Tensor* row_weight,
             const Tensor& labels, Tensor* logits, Tensor* cost) {
  const int64_t width = input.dims()[1];
  const int64_t classes = labels.dims()[1];
  const int64_t truths = TrueCount(labels, noise);
  const T* x = input.data<T>();
  const T* w = model.weight->data<T>();
  const T* bias = model.bias == nullptr ? nullptr : model.bias->data<T>();
  const int64_t* of_row = labels.data<int64_t>();
  T* logit = logits->mutable_data<T>();
  T* to = cost->mutable_data<T>();
  // Only the rows of the weights that labels name are read.
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

template <class Device, class T>
void NceSlopes(const Device&, const NceNoise& noise, const Tensor& logits,
               const Tensor* row_weight, const Tensor& d_cost, T* slopes) {
  const int64_t classes = logits.dims()[1];
  const int64_t truths = TrueCount(logits, noise);
  const T* flowing = d_cost.data<T>();
  Sigmoid(logits.numel(), logits.data<T>(), slopes);
  for (int64_t row = 0; row < logits.dims()[0]; ++row) {
    const T g = RowWeight<T>(row_weight, row) * flowing[row];
    T* of_row = slopes + row * classes;
    // The slope of a true class is sigmoid - 1, that of noise is sigmoid.
    AssignRun(truths, of_row, [=](int64_t j) { return of_row[j] - T(1); });
    AssignRun(classes, of_row, [=](int64_t j) { return g * of_row[j]; });
  }
}

template <class Device, class T>
void NceInputGrad(const Device&, const Tensor& labels, const T* slopes,
                  const Tensor& weight, Tensor* d_input) {
  const int64_t classes = labels.dims()[1];
  const int64_t width = weight.dims()[1];
  const int64_t* of_row = labels.data<int64_t>();
  const T* w = weight.data<T>();
  T* to = d_input->mutable_data<T>();
  platform::ParallelFor(labels.dims()[0], GrainOf(classes * width),
                        [&](int64_t begin, int64_t end) {
                          // Each task clears what it adds to.
                          std::fill(to + begin * width, to + end * width, T(0));
                          for (int64_t i = begin * classes; i < end * classes;
                               ++i) {
                            AddMultiple(width, slopes[i], w + of_row[i] * width,
                                        to + i / classes * width);
                          }
                        });
}

// Each thread owns a range of the classes and reads all labels, so that no two
// threads write to one class, and its terms are added in order.
template <class Device, class T>
void NceModelGrad(const Device&, const Tensor& labels, const T* slopes,
                  const Tensor* input, Tensor* d_model) {
  const int64_t classes = labels.dims()[1];
  const int64_t width = input == nullptr ? 1 : input->dims()[1];
  const int64_t* id = labels.data<int64_t>();
  const T* x = input == nullptr ? nullptr : input->data<T>();
  T* to = d_model->mutable_data<T>();
  platform::ParallelFor(
      d_model->dims()[0], ScanGrain(d_model->dims()[0], GrainOf(width)),
      [&](int64_t begin, int64_t end) {
        std::fill(to + begin * width, to + end * width, T(0));
        for (int64_t i = 0; i < labels.numel(); ++i) {
          // Each task reads all labels, which are few next to the elements of
          // rows.
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

void AllocateNceRows(const Tensor& labels, const Dims& dims,
                     framework::DataType dtype, memory::Allocator* allocator,
                     SelectedRows* d_model) {
  // The rows of SelectedRows are on the host.
  const Tensor on_host = framework::OnCPU(labels);
  const int64_t* id = on_host.data<int64_t>();
  d_model->mutable_rows()->assign(id, id + labels.numel());
  Dims value = dims;
  value[0] = labels.numel();
  d_model->mutable_value()->Allocate(value, dtype, allocator);
}

template <class Device, class T>
void NceModelRows(const Device&, const Tensor& labels, const T* slopes,
                  const Tensor* input, Tensor* value) {
  const int64_t classes = labels.dims()[1];
  const int64_t width = input == nullptr ? 1 : input->dims()[1];
  const T* x = input == nullptr ? nullptr : input->data<T>();
  T* to = value->mutable_data<T>();
  platform::ParallelFor(
      labels.numel(), GrainOf(width), [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const T slope = slopes[i];
          const T* row = x == nullptr ? nullptr : x + i / classes * width;
          AssignRun(width, to + i * width, [=](int64_t j) {
            // The choice is the same for the whole run, and is taken out of the
            // loop.
            return row == nullptr ? slope : slope * row[j];
          });
        }
      });
}

PADDLE_INSTANTIATE(NceCost, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(NceSlopes, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(NceInputGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(NceModelGrad, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(NceModelRows, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE_ONE(NceLabels<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
