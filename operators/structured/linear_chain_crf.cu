#include <cmath>
#include <limits>
#include <vector>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/rows/row_inputs.cuh"
#include "paddle/operators/structured/crf_chain.h"
#include "paddle/operators/structured/crf_team.cuh"
#include "paddle/operators/structured/linear_chain_crf.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Team;

constexpr char kLabel[] = "linear_chain_crf: Label";

// Computes the costs of sequences; one team per sequence.
template <typename T>
struct Forward {
  Chain<T> chain;
  RowLabels<> label;
  const T* emission;
  T* alpha;

  // Computes a row of alpha, and returns what was subtracted from the
  // logarithms.
  PADDLE_DEVICE double Row(const Team& team, bool first, int64_t row) const {
    const int64_t n = chain.tags;
    T* to = alpha + row * n;
    for (int64_t j = team.lane(); j < n; j += team.size()) {
      to[j] =
          first ? chain.start[j] : LogSumOfSteps(n, to - n, chain.steps + j, n);
    }
    const double greatest = AddEmissionByTeam(team, n, emission + row * n, to);
    return greatest + static_cast<double>(NormalizeByTeam(team, n, to));
  }
  // Accumulates in double: the sums are much larger than their difference. All
  // lanes compute the same cost.
  PADDLE_DEVICE double Cost(const Team& team, int64_t begin,
                            int64_t end) const {
    const int64_t n = chain.tags;
    double cost = -static_cast<double>(chain.start[label[begin]]) -
                  static_cast<double>(chain.stop[label[end - 1]]);
    for (int64_t row = begin; row < end; ++row) {
      cost += Row(team, row == begin, row);
      team.Barrier();
      cost -= static_cast<double>(emission[row * n + label[row]]);
      if (row == begin) continue;
      cost -= static_cast<double>(chain.steps[label[row - 1] * n + label[row]]);
    }
    return cost + static_cast<double>(
                      LogSumOfSteps(n, alpha + (end - 1) * n, chain.stop, 1));
  }
};

// The backward pass over one sequence.
template <typename T>
struct Backward {
  Chain<T> chain;
  RowLabels<> label;
  const T* emission;
  const T* alpha;
  const T* d_cost;
  T* d_emission;  // may be null
  T* marginals;   // the probability of each tag of each row, times d_cost
  T* sums;        // log(sum_i exp(alpha[i] of the row before + step(i, j)))

  // Computes the probability of each tag of a row, times g.
  PADDLE_DEVICE void Marginals(const Team& team, int64_t row, T g,
                               const T* beta) const {
    const int64_t n = chain.tags, own = label[row];
    T* to = marginals + row * n;
    for (int64_t j = team.lane(); j < n; j += team.size()) {
      to[j] = alpha[row * n + j] + beta[j];
    }
    const SliceOf<T> slice{to, 1};
    const SoftmaxSum<T> all = SumOfSlice(team, n, slice);
    for (int64_t j = team.lane(); j < n; j += team.size()) {
      to[j] = all.Exp(to[j]) / all.sum * g;
      if (d_emission == nullptr) continue;
      d_emission[row * n + j] = to[j] - (j == own ? g : T(0));
    }
  }
  // `beta` and `next` hold a row each.
  PADDLE_DEVICE void Pass(const Team& team, int64_t begin, int64_t end, T* beta,
                          T* next) const {
    const int64_t n = chain.tags;
    const T g = d_cost[team.index()];
    for (int64_t j = team.lane(); j < n; j += team.size()) {
      beta[j] = chain.stop[j];
    }
    for (int64_t row = end - 1; row >= begin; --row) {
      Marginals(team, row, g, beta);
      if (row == begin) return;
      for (int64_t j = team.lane(); j < n; j += team.size()) {
        sums[row * n + j] =
            LogSumOfSteps(n, alpha + (row - 1) * n, chain.steps + j, n);
        next[j] = beta[j];
      }
      AddEmissionByTeam(team, n, emission + row * n, next);
      NormalizeByTeam(team, n, next);
      team.Barrier();
      for (int64_t j = team.lane(); j < n; j += team.size()) {
        beta[j] = LogSumOfSteps(n, next, chain.steps + j * n, 1);
      }
      team.Barrier();
    }
  }
};

// Returns what a row contributes to an element of the transitions' gradient.
template <typename T>
struct TransitionTerm {
  Backward<T> pass;
  const int64_t* sequences;  // of each row
  const int64_t* starts;     // of each sequence

  // Line 0 holds the scores of start, line 1 those of stop, line i + 2 those
  // from tag i.
  PADDLE_DEVICE T operator()(int64_t line, int64_t j, int64_t row) const {
    const int64_t n = pass.chain.tags, sequence = sequences[row];
    const bool first = row == starts[sequence];
    const bool last = row + 1 == starts[sequence + 1];
    const T marginal = pass.marginals[row * n + j];
    const T g = pass.label[row] == j ? pass.d_cost[sequence] : T(0);
    if (line == 0) return first ? marginal - g : T(0);
    if (line == 1) return last ? marginal - g : T(0);
    if (first) return T(0);
    const int64_t i = line - 2;
    const T right = pass.label[row - 1] == i ? g : T(0);
    const T sum = pass.sums[row * n + j];
    if (marginal == T(0) || sum == -std::numeric_limits<T>::infinity()) {
      return -right;
    }
    const T given = std::exp(pass.alpha[(row - 1) * n + i] +
                             pass.chain.steps[i * n + j] - sum);
    return given * marginal - right;
  }
};

// Sums the terms of all rows with a team per element: no atomics, fixed order.
template <typename T>
void SumTransitions(const platform::CUDADeviceContext& device,
                    const TransitionTerm<T>& term, int64_t rows,
                    Tensor* d_transition) {
  const int64_t n = term.pass.chain.tags;
  T* to = d_transition->mutable_data<T>();
  platform::ForEachTeam(
      device, (n + 2) * n, rows, [=] PADDLE_DEVICE(const Team& team) {
        const int64_t line = team.index() / n, j = team.index() - line * n;
        T sum = 0;
        for (int64_t row = team.lane(); row < rows; row += team.size()) {
          sum += term(line, j, row);
        }
        sum = team.Reduce(sum, SumReducer());
        if (team.lane() == 0) to[team.index()] = sum;
      });
}

std::vector<int64_t> SequencesOfRows(Offsets offsets) {
  std::vector<int64_t> sequences(offsets.back());
  for (size_t i = 1; i < offsets.size(); ++i) {
    for (int64_t row = offsets[i - 1]; row < offsets[i]; ++row) {
      sequences[row] = static_cast<int64_t>(i) - 1;
    }
  }
  return sequences;
}

}  // namespace

template <class Device, class T>
void LinearChainCrf(const Device& device, const Tensor& emission,
                    const Tensor& transition, const Tensor& label,
                    Offsets offsets, Workspace, Tensor* alpha, Tensor* cost) {
  const Chain<T> chain(transition);
  const Forward<T> forward{chain,
                           RowLabels<>(device, kLabel, label, chain.tags),
                           emission.data<T>(), alpha->mutable_data<T>()};
  const DeviceCopy copy(device, offsets);
  const int64_t* starts = copy.data();
  T* to = cost->mutable_data<T>();
  platform::ForEachTeam(device, offsets.size() - 1, chain.tags,
                        [=] PADDLE_DEVICE(const Team& team) {
                          const int64_t begin = starts[team.index()];
                          const int64_t end = starts[team.index() + 1];
                          const double sum =
                              begin == end ? 0 : forward.Cost(team, begin, end);
                          if (team.lane() == 0)
                            to[team.index()] = static_cast<T>(sum);
                        });
}

template <class Device, class T>
void LinearChainCrfGrad(const Device& device, const Tensor& emission,
                        const Tensor& transition, const Tensor& label,
                        const Tensor& alpha, const Tensor& d_cost,
                        Offsets offsets, Workspace workspace,
                        Tensor* d_emission, Tensor* d_transition) {
  const Chain<T> chain(transition);
  const int64_t n = chain.tags, rows = offsets.back();
  const int64_t count = static_cast<int64_t>(offsets.size()) - 1;
  T* const marginals =
      static_cast<T*>(workspace(2 * (rows + count) * n * sizeof(T)));
  T* const sums = marginals + rows * n;
  T* const scratch = sums + rows * n;
  const Backward<T> backward{
      chain,
      RowLabels<>(device, kLabel, label, n),
      emission.data<T>(),
      alpha.data<T>(),
      d_cost.data<T>(),
      d_emission == nullptr ? nullptr : d_emission->mutable_data<T>(),
      marginals,
      sums};
  const DeviceCopy copy(device, offsets);
  const int64_t* starts = copy.data();
  platform::ForEachTeam(device, count, n, [=] PADDLE_DEVICE(const Team& team) {
    T* const beta = scratch + team.index() * 2 * n;
    backward.Pass(team, starts[team.index()], starts[team.index() + 1], beta,
                  beta + n);
  });
  if (d_transition == nullptr) return;
  const DeviceCopy sequences(device, SequencesOfRows(offsets));
  SumTransitions(device, TransitionTerm<T>{backward, sequences.data(), starts},
                 rows, d_transition);
}

PADDLE_INSTANTIATE(LinearChainCrf, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(LinearChainCrfGrad, platform::CUDADeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
