// Building blocks of functions on linear-chain conditional random fields.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/structured/log_matrix.h"

namespace paddle::operators::kernels {

// The parts of a transition tensor, [tags + 2, tags]; keeps pointers into it.
template <typename T>
struct Chain {
  explicit Chain(const framework::Tensor& transition)
      : tags(transition.dims()[1]),
        start(transition.data<T>()),
        stop(start + tags),
        steps(stop + tags) {}
  // The score of tag `to` directly after tag `from`.
  T Step(int64_t from, int64_t to) const { return steps[from * tags + to]; }

  const int64_t tags;
  const T* const start;
  const T* const stop;
  const T* const steps;
};

// Computes scores[j] += emission[j] - max(emission), and returns the maximum.
// However large the emissions are, small scores are then added accurately.
template <typename T>
T AddEmission(int64_t tags, const T* emission, T* scores) {
  const T greatest = MaxOf(tags, emission);
  AssignRun(tags, scores,
            [=](int64_t j) { return scores[j] + (emission[j] - greatest); });
  return greatest;
}

}  // namespace paddle::operators::kernels
