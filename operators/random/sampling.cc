#include "paddle/operators/random/sampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/random/fill_on_host.h"
#include "paddle/operators/random/random_draws.h"
#include "paddle/platform/cancellation.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::RandomStream;

// Steps between two looks at whether the run is cancelled.
constexpr int64_t kPerLook = 1 << 16;

// Returns the number of positive weights of a row, all of which it checks.
template <typename T>
int64_t CheckWeights(const T* weights, int64_t classes, int64_t row) {
  int64_t positive = 0;
  double sum = 0;
  for (int64_t c = 0; c < classes; ++c) {
    PADDLE_ENFORCE(weights[c] >= 0 && std::isfinite(weights[c]),
                   InvalidArgument, "weight ", weights[c], " of class ", c,
                   " in row ", row, " is negative, or no finite number");
    positive += weights[c] > 0;
    sum += weights[c];
  }
  PADDLE_ENFORCE(std::isfinite(sum), InvalidArgument, "the weights of row ",
                 row, " add up to more than a double holds");
  return positive;
}

// Draws classes independently: by the place of a uniform number among the
// running sums. Draw j of the row has number `first` + j.
template <typename T>
void DrawAgain(const RandomStream& stream, uint64_t first, const T* weights,
               int64_t classes, int64_t count, std::vector<double>* sums,
               int64_t* out) {
  sums->resize(classes);
  double sum = 0;
  for (int64_t c = 0; c < classes; ++c) (*sums)[c] = sum += weights[c];
  // Classes behind the one that reaches the sum have no weight.
  const auto end = std::lower_bound(sums->begin(), sums->end(), sum);
  for (int64_t j = 0; j < count; ++j) {
    if (j % kPerLook == 0) platform::CheckCancellation();
    const double target = stream.Uniform<double>(first + j) * sum;
    out[j] = std::upper_bound(sums->begin(), end, target) - sums->begin();
  }
}

// Draws classes without replacement: the first of waiting times that are
// exponential with the weights as rates (Efraimidis and Spirakis, 2006). Class
// c of the row has number `first` + c.
template <typename T>
void DrawOnce(const RandomStream& stream, uint64_t first, const T* weights,
              int64_t classes, int64_t count,
              std::vector<std::pair<double, int64_t>>* times, int64_t* out) {
  times->clear();
  for (int64_t c = 0; c < classes; ++c) {
    if (c % kPerLook == 0) platform::CheckCancellation();
    if (weights[c] == 0) continue;
    const double rest = 1 - stream.Uniform<double>(first + c);
    times->emplace_back(-std::log(rest) / weights[c], c);
  }
  std::partial_sort(times->begin(), times->begin() + count, times->end());
  for (int64_t j = 0; j < count; ++j) out[j] = (*times)[j].second;
}

}  // namespace

template <class T>
void DrawClasses(const platform::DeviceContext& device,
                 const platform::RandomKey& key, const Tensor& weights,
                 int64_t count, bool replacement, Tensor* out) {
  const Tensor on_host = framework::OnCPU(weights);
  const RandomStream stream(key);
  const int64_t classes = weights.dims().at(-1);
  const int64_t rows = weights.rank() == 1 ? 1 : weights.dims()[0];
  const T* from = on_host.data<T>();
  std::vector<double> sums;
  std::vector<std::pair<double, int64_t>> times;
  const auto draw_row = [&](int64_t row, int64_t* to) {
    platform::CheckCancellation();
    const T* row_weights = from + row * classes;
    const int64_t most = CheckWeights(row_weights, classes, row);
    const int64_t needed = replacement ? 1 : count;
    PADDLE_ENFORCE(most >= needed, InvalidArgument, "row ", row, " has ", most,
                   " classes of a positive weight, but ", needed,
                   " are to be drawn");
    if (replacement) {
      DrawAgain(stream, row * count, row_weights, classes, count, &sums, to);
    } else {
      DrawOnce(stream, row * classes, row_weights, classes, count, &times, to);
    }
  };
  FillOnHost(
      device,
      [&](Tensor* filled) {
        auto* const to = filled->mutable_data<int64_t>();
        for (int64_t row = 0; row < rows; ++row) {
          draw_row(row, to + row * count);
        }
      },
      out);
}

template <class T>
void FillPermutation(const platform::DeviceContext& device,
                     const platform::RandomKey& key, Tensor* out) {
  const int64_t n = out->numel();
  const RandomStream stream(key);
  FillOnHost(
      device,
      [&](Tensor* filled) {
        T* const to = filled->mutable_data<T>();
        std::iota(to, to + n, T(0));
        // Fisher and Yates: each place gets one of those that are left.
        for (int64_t i = 0; i + 1 < n; ++i) {
          if (i % kPerLook == 0) platform::CheckCancellation();
          const uint64_t bits = BitsOfHalf(stream.Block(i / 2), i);
          std::swap(to[i],
                    to[i + static_cast<int64_t>(ScaledBits(bits, n - i))]);
        }
      },
      out);
}

PADDLE_INSTANTIATE_ONE(DrawClasses<float>);
PADDLE_INSTANTIATE_ONE(DrawClasses<double>);
PADDLE_INSTANTIATE_ONE(FillPermutation<int32_t>);
PADDLE_INSTANTIATE_ONE(FillPermutation<int64_t>);

}  // namespace paddle::operators::kernels
