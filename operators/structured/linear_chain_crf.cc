#include "paddle/operators/structured/linear_chain_crf.h"

#include <algorithm>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/structured/crf_chain.h"
#include "paddle/operators/structured/log_matrix.h"
#include "paddle/operators/structured/sequence_groups.h"
#include "paddle/operators/structured/sequence_labels.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Computes row t of alpha, and returns what was subtracted from the logarithms.
template <typename T>
double ForwardRow(const Chain<T>& chain, const LogMatrix<T>& steps, bool first,
                  const T* emission, T* scratch, T* alpha) {
  const int64_t n = chain.tags;
  if (first) {
    std::copy_n(chain.start, n, alpha);
  } else {
    steps.Multiply(alpha - n, {scratch, scratch + n, scratch + 2 * n}, alpha);
  }
  const T greatest = AddEmission(n, emission, alpha);
  return static_cast<double>(greatest) +
         static_cast<double>(Normalize(n, alpha));
}

// Returns -log(probability) of a sequence of at least one row. Accumulates in
// double: both sums grow with the length, their difference does not, and would
// lose its digits in float.
template <typename T>
double SequenceCost(const Chain<T>& chain, const LogMatrix<T>& steps,
                    int64_t rows, const T* emission, const int64_t* label,
                    T* scratch, T* alpha) {
  const int64_t n = chain.tags;
  double cost = -static_cast<double>(chain.start[label[0]]) -
                static_cast<double>(chain.stop[label[rows - 1]]);
  for (int64_t t = 0; t < rows; ++t) {
    const T* scores = emission + t * n;
    cost += ForwardRow(chain, steps, t == 0, scores, scratch, alpha + t * n);
    cost -= static_cast<double>(scores[label[t]]);
    if (t > 0) cost -= static_cast<double>(chain.Step(label[t - 1], label[t]));
  }
  const T* end = alpha + (rows - 1) * n;
  const T* stop = chain.stop;
  AssignRun(n, scratch, [=](int64_t j) { return end[j] + stop[j]; });
  return cost + static_cast<double>(LogSumExp(n, scratch));
}

}  // namespace

template <class Device, class T>
void LinearChainCrf(const Device&, const Tensor& emission,
                    const Tensor& transition, const Tensor& label,
                    Offsets offsets, Workspace workspace, Tensor* alpha,
                    Tensor* cost) {
  const Chain<T> chain(transition);
  const int64_t n = chain.tags;
  CheckLabels("label", label, offsets, n);
  const int64_t shared = LogMatrix<T>::ScratchOf(n);
  T* const scratch = static_cast<T*>(
      workspace((shared + GroupsOf(offsets) * 3 * n) * sizeof(T)));
  const LogMatrix<T> steps(n, chain.steps, n, 1, scratch);
  const T* scores = emission.data<T>();
  const int64_t* labels = label.data<int64_t>();
  T* ways = alpha->mutable_data<T>();
  T* to = cost->mutable_data<T>();
  ForEachGroup(offsets, n * n, [&](int64_t group, int64_t i, int64_t last) {
    for (; i < last; ++i) {
      const int64_t begin = offsets[i], rows = offsets[i + 1] - begin;
      to[i] = rows == 0
                  ? T(0)
                  : static_cast<T>(SequenceCost(
                        chain, steps, rows, scores + begin * n, labels + begin,
                        scratch + shared + group * 3 * n, ways + begin * n));
    }
  });
}

PADDLE_INSTANTIATE(LinearChainCrf, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
