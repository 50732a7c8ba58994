// What functions on conditional random fields of linear chains share.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/structured/log_matrix.h"

namespace paddle::operators::kernels {

// The parts of the transitions, [tags + 2, tags].
template <typename T>
struct Chain {
  explicit Chain(const framework::Tensor& transition)
      : tags(transition.dims()[1]),
        start(transition.data<T>()),
        stop(start + tags),
        steps(stop + tags) {}
  T Step(int64_t from, int64_t to) const { return steps[from * tags + to]; }

  const int64_t tags;
  const T* const start;
  const T* const stop;
  const T* const steps;
};

// scores[j] += emission[j] less the greatest emission, which is returned: what
// small scores add stays accurate however large the emissions are.
template <typename T>
T AddEmission(int64_t tags, const T* emission, T* scores) {
  const T greatest = MaxOf(tags, emission);
  AssignRun(tags, scores,
            [=](int64_t j) { return scores[j] + (emission[j] - greatest); });
  return greatest;
}

}  // namespace paddle::operators::kernels
