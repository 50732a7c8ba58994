#include "paddle/operators/loss/logistic_loss.h"
#include "paddle/operators/loss/nce.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/device/device_zero.cuh"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/rows/row_inputs.cuh"
#include "paddle/operators/math/rows/scatter_loop.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_random.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Team;

// The noise of a row: the given classes, or if that is null drawn ones.
struct Noise {
  PADDLE_HOST_DEVICE int64_t operator()(int64_t row, int64_t k) const {
    if (given != nullptr) return given[k];
    constexpr int kCount = platform::RandomNumbers<double>::kCount;
    // Draws the number that the CPU would; the generator makes kCount at a
    // time.
    const int64_t draw = row * noise.samples + k;
    return noise.ClassOf(
        stream.Uniform<double>(draw / kCount).values[draw % kCount]);
  }
  NceNoise noise;
  const int64_t* given;
  platform::DeviceRandomStream stream;
};

// A team computes each logit, a product as long as the input is wide.
template <typename T>
void Logits(const platform::CUDADeviceContext& device, const NceNoise& noise,
            const Tensor& input, const NceModel& model, const Tensor& labels,
            T* logits) {
  const NceNoise of_noise = noise;
  const int64_t width = input.dims()[1], classes = labels.dims()[1];
  const T* x = input.data<T>();
  const T* w = model.weight->data<T>();
  const T* bias = model.bias == nullptr ? nullptr : model.bias->data<T>();
  const int64_t* label = labels.data<int64_t>();
  platform::ForEachTeam(
      device, labels.numel(), width, [=] PADDLE_DEVICE(const Team& team) {
        const int64_t i = team.index(), c = label[i];
        const T* row = x + i / classes * width;
        const T* of_class = w + c * width;
        T sum = 0;
        for (int64_t j = team.lane(); j < width; j += team.size()) {
          sum += row[j] * of_class[j];
        }
        sum = team.Reduce(sum, SumReducer());
        if (team.lane() != 0) return;
        logits[i] = sum + (bias == nullptr ? T(0) : bias[c]) -
                    static_cast<T>(of_noise.LogExpected(c));
      });
}

// Computes the term that label i adds to column j of its class's gradient.
template <typename T>
struct ModelTerm {
  ModelTerm(const Tensor& labels, const T* slopes, const Tensor* input)
      : slopes(slopes),
        x(input == nullptr ? nullptr : input->data<T>()),
        classes(labels.dims()[1]),
        width(input == nullptr ? 1 : input->dims()[1]) {}
  PADDLE_HOST_DEVICE T operator()(int64_t i, int64_t j) const {
    return x == nullptr ? slopes[i] : slopes[i] * x[i / classes * width + j];
  }

  const T* slopes;
  const T* x;
  int64_t classes, width;
};

template <typename T>
struct AddTerm {
  PADDLE_HOST_DEVICE void operator()(int64_t at, int64_t i, int64_t /*o*/,
                                     int64_t j) const {
    // A place belongs to one thread.
    sums[at] += term(i, j);
  }
  ModelTerm<T> term;
  T* sums;
};

}  // namespace

template <class Device>
void NceLabels(const Device& device, const platform::RandomKey& key,
               const NceNoise& noise, absl::Span<const int64_t> given,
               const Tensor& label, Tensor* labels) {
  const RowLabels<> truth(device, "nce: Label", label, noise.classes);
  const DeviceCopy copy(device, given);
  const Noise noise_of{noise, given.empty() ? nullptr : copy.data(),
                       // Given classes need no stream, which a recorded graph
                       // might not have.
                       given.empty() ? platform::SubmittedStream(key)
                                     : platform::DeviceRandomStream(key)};
  const int64_t classes = labels->dims()[1];
  const int64_t truths = classes - noise.samples;
  int64_t* to = labels->mutable_data<int64_t>();
  platform::ForEach(device, labels->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / classes, k = i - row * classes;
    to[i] = k < truths ? truth[row * truths + k] : noise_of(row, k - truths);
  });
}

template <class Device, class T>
void NceCost(const Device& device, const NceNoise& noise, const Tensor& input,
             const NceModel& model, const Tensor* row_weight,
             const Tensor& labels, Tensor* logits, Tensor* cost) {
  T* const logit = logits->mutable_data<T>();
  Logits(device, noise, input, model, labels, logit);
  const int64_t classes = labels.dims()[1];
  const int64_t truths = classes - noise.samples;
  const OrOnes<T> weights(row_weight);
  T* to = cost->mutable_data<T>();
  platform::ForEachTeam(
      device, labels.dims()[0], classes, [=] PADDLE_DEVICE(const Team& team) {
        const T* z = logit + team.index() * classes;
        T sum = 0;
        for (int64_t k = team.lane(); k < classes; k += team.size()) {
          sum += LogisticLossOf(k < truths ? -z[k] : z[k]);
        }
        sum = team.Reduce(sum, SumReducer());
        if (team.lane() == 0) to[team.index()] = weights[team.index()] * sum;
      });
}

template <class Device, class T>
void NceSlopes(const Device& device, const NceNoise& noise,
               const Tensor& logits, const Tensor* row_weight,
               const Tensor& d_cost, T* slopes) {
  const int64_t classes = logits.dims()[1];
  const int64_t truths = classes - noise.samples;
  const OrOnes<T> weights(row_weight);
  const T* z = logits.data<T>();
  const T* flowing = d_cost.data<T>();
  platform::ForEach(device, logits.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / classes;
    const T right = i - row * classes < truths ? T(1) : T(0);
    slopes[i] = weights[row] * flowing[row] * (Sigmoid(z[i]) - right);
  });
}

template <class Device, class T>
void NceInputGrad(const Device& device, const Tensor& labels, const T* slopes,
                  const Tensor& weight, Tensor* d_input) {
  const int64_t classes = labels.dims()[1], width = weight.dims()[1];
  const int64_t* label = labels.data<int64_t>();
  const T* w = weight.data<T>();
  T* to = d_input->mutable_data<T>();
  platform::ForEach(device, d_input->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / width, j = i - row * width;
    T sum = 0;
    for (int64_t k = row * classes; k < (row + 1) * classes; ++k) {
      sum += slopes[k] * w[label[k] * width + j];
    }
    to[i] = sum;
  });
}

template <class Device, class T>
void NceModelGrad(const Device& device, const Tensor& labels, const T* slopes,
                  const Tensor* input, Tensor* d_model) {
  const ModelTerm<T> term(labels, slopes, input);
  T* sums = d_model->mutable_data<T>();
  ZeroOnCUDA(device, d_model->numel(), sums);
  // Terms for one class are added in order, without atomic operations.
  ForEachPlaceOnCUDA(device, AxisView{1, d_model->dims()[0], term.width},
                     labels.numel(), PlacesOfRows{labels.data<int64_t>()},
                     AddTerm<T>{term, sums});
}

template <class Device, class T>
void NceModelRows(const Device& device, const Tensor& labels, const T* slopes,
                  const Tensor* input, Tensor* value) {
  const ModelTerm<T> term(labels, slopes, input);
  T* to = value->mutable_data<T>();
  platform::ForEach(device, value->numel(), [=] PADDLE_DEVICE(int64_t k) {
    const int64_t i = k / term.width;
    to[k] = term(i, k - i * term.width);
  });
}

PADDLE_INSTANTIATE(NceCost, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(NceSlopes, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(NceInputGrad, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(NceModelGrad, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(NceModelRows, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE_ONE(NceLabels<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
