// Rows of gated recurrent units on the CPU, shared by those that reset the
// state before its product and those that reset the product.
#pragma once

#include <cstdint>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/gru.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Returns numbers as a product takes them: rounded, in `room`, or themselves.
template <typename T>
T* Factors(platform::Accumulator<T>* numbers, platform::Accumulator<T>* room) {
  if constexpr (platform::kIsHalf<T>) {
    return reinterpret_cast<T*>(room);
  } else {
    return numbers;
  }
}

// Activates the candidate of a row, and replaces the state by the new one.
template <typename T>
void RenewState(const GruOptions& options, int64_t d, T* gates, T* h) {
  const T* const u = gates;
  T* const g = gates + 2 * d;
  ActivateRun(options.candidate, d, g, g);
  if (options.origin_mode) {
    AssignRun(d, h, [=](int64_t j) { return g[j] + u[j] * (h[j] - g[j]); });
  } else {
    AssignRun(d, h, [=](int64_t j) { return h[j] + u[j] * (g[j] - h[j]); });
  }
}

// From the gradient of the new state h, computes those of the arguments of u
// and g, and replaces dh, which lacks `dhidden`, by the part of the gradient of
// the old state that flows through the sum. `gates` are saved.
template <typename T, typename Wide>
void RenewStateGrad(const GruOptions& options, int64_t d, const Wide* gates,
                    const Wide* h, const T* dhidden, Wide* dh, Wide* du,
                    Wide* dg) {
  const Wide* const u = gates;
  const Wide* const g = gates + 2 * d;
  const Wide sign = options.origin_mode ? Wide(-1) : Wide(1);
  const Wide keep = options.origin_mode ? Wide(0) : Wide(1);
  // Both modes are one formula, kept h' + (1 - kept) g, without a branch.
  ForIndependent(d, [=](int64_t j) {
    const Wide flowing = dh[j] + static_cast<Wide>(dhidden[j]);
    const Wide kept = keep - sign * u[j];
    du[j] = sign * flowing * (g[j] - h[j]);
    dg[j] = flowing * (Wide(1) - kept);
    dh[j] = flowing * kept;
  });
  ActivateRunGrad(options.gate, d, u, du);
  ActivateRunGrad(options.candidate, d, g, dg);
}

// Returns the state of a member of a group before a step: that of `first`
// before step 0, else the hidden row of the step before. `first` and `room`,
// for a state that has to be widened, have a row for each member.
template <typename T, typename Wide>
const Wide* StateBefore(const SequenceGroup& group, int64_t step,
                        int64_t member, int64_t d, const T* hidden,
                        const Wide* first, Wide* room) {
  if (step == 0) return first + member * d;
  const T* const h = hidden + group.row(step - 1, member) * d;
  if constexpr (platform::kIsHalf<T>) {
    CopyRow(d, h, room + member * d);
    return room + member * d;
  } else {
    return h;
  }
}

}  // namespace paddle::operators::kernels
