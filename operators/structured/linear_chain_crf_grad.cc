#include <algorithm>
#include <functional>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/rows/softmax_rows.h"
#include "paddle/operators/structured/crf_chain.h"
#include "paddle/operators/structured/linear_chain_crf.h"
#include "paddle/operators/structured/log_matrix.h"
#include "paddle/operators/structured/sequence_groups.h"
#include "paddle/operators/structured/sequence_labels.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Computes the backward pass over the sequences of one group, and sums up their
// gradients of the transitions.
template <typename T>
class GroupGradient {
 public:
  // The number of elements of scratch memory.
  static int64_t ScratchOf(int64_t tags) {
    return (tags + 2) * tags + 7 * tags;
  }

  // If `with_transition`, the sum begins at the start of the scratch memory.
  GroupGradient(const Chain<T>& chain, const LogMatrix<T>& forward,
                const LogMatrix<T>& backward, bool with_transition, T* scratch)
      : chain_(chain),
        forward_(forward),
        backward_(backward),
        n_(chain.tags),
        total_(with_transition ? scratch : nullptr),
        beta_(scratch + (n_ + 2) * n_),
        next_(beta_ + n_),
        marginal_(next_ + n_),
        factor_(marginal_ + n_),
        vectors_{factor_ + n_, factor_ + 2 * n_, factor_ + 3 * n_} {
    if (with_transition) std::fill_n(total_, (n_ + 2) * n_, T(0));
  }

  // `d_emission` may be null.
  void Add(int64_t rows, const T* emission, const int64_t* label,
           const T* alpha, T d_cost, T* d_emission) {
    std::copy_n(chain_.stop, n_, beta_);
    for (int64_t t = rows - 1; t >= 0; --t) {
      Marginals(alpha + t * n_, d_cost);
      if (d_emission != nullptr) {
        T* row = d_emission + t * n_;
        std::copy_n(marginal_, n_, row);
        row[label[t]] -= d_cost;
      }
      if (total_ != nullptr) {
        if (t == rows - 1) AddEnd(1, label[t], d_cost);
        if (t == 0) AddEnd(0, label[t], d_cost);
        if (t > 0) AddStep(alpha + (t - 1) * n_, label + t - 1, d_cost);
      }
      if (t > 0) BackwardRow(emission + t * n_);
    }
  }

 private:
  // Computes the probability of each tag of a row, times d_cost.
  void Marginals(const T* alpha, T d_cost) {
    const T* beta = beta_;
    T* marginal = marginal_;
    AssignRun(n_, marginal, [=](int64_t j) { return alpha[j] + beta[j]; });
    SoftmaxRows(1, n_, marginal, marginal);
    AssignRun(n_, marginal, [=](int64_t j) { return marginal[j] * d_cost; });
  }

  // Moves beta to the row before; it is known up to a constant, which the
  // softmax of Marginals cancels.
  void BackwardRow(const T* emission) {
    std::copy_n(beta_, n_, next_);
    AddEmission(n_, emission, next_);
    Normalize(n_, next_);
    backward_.Multiply(next_, vectors_, beta_);
  }

  // Adds to the gradient of the scores of start (row 0) or stop (row 1).
  void AddEnd(int64_t row, int64_t label, T d_cost) {
    const T* marginal = marginal_;
    T* end = total_ + row * n_;
    AccumulateRun(n_, end, std::plus<T>(),
                  [=](int64_t j) { return marginal[j]; });
    end[label] -= d_cost;
  }

  // The probability of a pair of tags is that of the second times that of the
  // first given the second: exp(alpha[i] + step(i, j)) / its sum over i. As
  // plain numbers this is a product of three factors; columns whose sum is too
  // small to be trusted are computed in logarithms instead.
  void AddStep(const T* alpha, const int64_t* label, T d_cost) {
    T* const steps = total_ + 2 * n_;
    forward_.Sum(alpha, vectors_);
    for (int64_t j = 0; j < n_; ++j) {
      const bool small = LogMatrix<T>::TooSmall(vectors_.sums[j]);
      factor_[j] = small ? T(0) : marginal_[j] / vectors_.sums[j];
      if (small && marginal_[j] != T(0)) AddColumn(j, alpha, steps);
    }
    const T* factor = factor_;
    for (int64_t i = 0; i < n_; ++i) {
      const T weight = vectors_.weights[i];
      const T* scaled = forward_.scaled(i);
      AccumulateRun(n_, steps + i * n_, std::plus<T>(),
                    [=](int64_t j) { return weight * scaled[j] * factor[j]; });
    }
    steps[label[0] * n_ + label[1]] -= d_cost;
  }

  void AddColumn(int64_t j, const T* alpha, T* steps) {
    T* const given = vectors_.terms;
    forward_.Column(j, alpha, given);
    SoftmaxRows(1, n_, given, given);
    for (int64_t i = 0; i < n_; ++i) {
      steps[i * n_ + j] += given[i] * marginal_[j];
    }
  }

  const Chain<T>& chain_;
  const LogMatrix<T>& forward_;
  const LogMatrix<T>& backward_;
  const int64_t n_;
  T* const total_;
  T* const beta_;
  T* const next_;
  T* const marginal_;
  T* const factor_;
  const typename LogMatrix<T>::Vectors vectors_;
};

// Adds up `count` parts, `stride` elements apart, in their order: the result
// does not depend on the threads that computed them.
template <typename T>
void SumParts(int64_t count, int64_t stride, const T* parts, Tensor* out) {
  T* sum = out->mutable_data<T>();
  std::fill_n(sum, out->numel(), T(0));
  for (int64_t i = 0; i < count; ++i) {
    const T* part = parts + i * stride;
    AccumulateRun(out->numel(), sum, std::plus<T>(),
                  [=](int64_t j) { return part[j]; });
  }
}

}  // namespace

template <class Device, class T>
void LinearChainCrfGrad(const Device&, const Tensor& emission,
                        const Tensor& transition, const Tensor& label,
                        const Tensor& alpha, const Tensor& d_cost,
                        Offsets offsets, Workspace workspace,
                        Tensor* d_emission, Tensor* d_transition) {
  const Chain<T> chain(transition);
  const int64_t n = chain.tags;
  CheckLabels("label", label, offsets, n);
  const int64_t matrix = LogMatrix<T>::ScratchOf(n);
  const int64_t own = GroupGradient<T>::ScratchOf(n);
  T* const scratch = static_cast<T*>(
      workspace((2 * matrix + GroupsOf(offsets) * own) * sizeof(T)));
  const LogMatrix<T> forward(n, chain.steps, n, 1, scratch);
  const LogMatrix<T> backward(n, chain.steps, 1, n, scratch + matrix);
  T* const groups = scratch + 2 * matrix;
  T* to = d_emission == nullptr ? nullptr : d_emission->mutable_data<T>();
  ForEachGroup(offsets, 4 * n * n, [&](int64_t group, int64_t i, int64_t last) {
    GroupGradient<T> gradient(chain, forward, backward, d_transition != nullptr,
                              groups + group * own);
    for (; i < last; ++i) {
      const int64_t begin = offsets[i];
      gradient.Add(offsets[i + 1] - begin, emission.data<T>() + begin * n,
                   label.data<int64_t>() + begin, alpha.data<T>() + begin * n,
                   d_cost.data<T>()[i], to == nullptr ? to : to + begin * n);
    }
  });
  if (d_transition == nullptr) return;
  SumParts(GroupsOf(offsets), own, groups, d_transition);
}

PADDLE_INSTANTIATE(LinearChainCrfGrad, platform::CPUDeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
