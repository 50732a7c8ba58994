// Building blocks for linear-chain conditional random fields: the scores of a
// transition tensor, and the addition of emissions.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/structured/log_matrix.h"

namespace paddle::operators::kernels {

// The parts of a transition tensor, [tags + 2, tags]: the scores of the first
// tag of a sequence, those of the last tag, and a matrix of the scores of one
// tag after another. A view: points into the tensor, which must outlive it.
template <typename T>
struct Chain {
  explicit Chain(const framework::Tensor& transition)
      : tags(transition.dims()[1]),
        start(transition.data<T>()),
        stop(start + tags),
        steps(stop + tags) {}
  // Returns the score of tag `to` directly after tag `from`.
  T Step(int64_t from, int64_t to) const { return steps[from * tags + to]; }

  const int64_t tags;
  const T* const start;
  const T* const stop;
  const T* const steps;
};

// Computes scores[j] += emission[j] - max(emission) for each tag j, and returns
// the maximum, which the caller adds to the logarithm of the sum. Without the
// subtraction, large emissions would swallow the digits of small scores.
template <typename T>
T AddEmission(int64_t tags, const T* emission, T* scores) {
  const T greatest = MaxOf(tags, emission);
  AssignRun(tags, scores,
            [=](int64_t j) { return scores[j] + (emission[j] - greatest); });
  return greatest;
}

}  // namespace paddle::operators::kernels
