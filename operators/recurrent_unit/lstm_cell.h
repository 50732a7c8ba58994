// One step of an LSTM for one sequence, without the matrix products.
#pragma once

#include <cstdint>

#include "paddle/operators/recurrent_unit/gate_activation.h"

namespace paddle::operators::kernels {

// For states of `size` elements computes
//   i = gate(a_i + p_i c'), f = gate(a_f + p_f c'), g = candidate(a_g)
//   c = f c' + i g
//   o = gate(a_o + p_o c), h = o cell(c)
// where a are the arguments of the gates, c' is the cell of the step before and
// p are the peepholes, if any. Runs on the calling thread. T: float, double.
// Owns nothing, so that copies are cheap and threads may share one.
template <typename T>
struct LstmCell {
  int64_t size = 0;
  GateActivation gate = GateActivation::kSigmoid;
  GateActivation candidate = GateActivation::kTanh;
  GateActivation cell = GateActivation::kTanh;
  // Order of the four parts of a, of `size` elements: g, i, f, o, or i, f, o,
  // g.
  bool candidate_first = true;
  const T* peepholes = nullptr;  // p_i, p_f, p_o, or null

  // `gates` holds a on entry and g, i, f, o on return; `activated` gets
  // cell(c). The arguments must not share memory. `c_before`, c and h have
  // `size` elements.
  void Forward(T* gates, const T* c_before, T* c, T* activated, T* h) const;

  // Does the same for a = x + bias + product, of 4 `size` elements each; the
  // bias and the product may be null, and `gates` may be x. Faster than adding
  // them up before, for the usual functions.
  void ForwardSum(const T* x, const T* bias, const T* product, T* gates,
                  const T* c_before, T* c, T* activated, T* h) const;

  // Computes the gradients of a, in the order of the gates, from those of h and
  // c; replaces `dc` by the gradient of c_before. `gates` and `activated` are
  // those of Forward. `dc` holds on entry the part of the gradient of c that
  // does not flow through h.
  void Backward(const T* gates, const T* c_before, const T* activated,
                const T* dh, T* dc, T* dgates) const;

  // Adds this step's contribution to the gradients of the peepholes. Their
  // three parts get those of i, f (times c_before) and o (times c).
  void AddPeepholeGrad(const T* c_before, const T* c, const T* dgates,
                       T* dpeepholes) const;

 private:
  // True if ForwardSum has a loop of its own.
  bool IsUsual() const {
    return gate == GateActivation::kSigmoid &&
           candidate == GateActivation::kTanh &&
           cell == GateActivation::kTanh && candidate_first &&
           peepholes == nullptr;
  }
  // Offsets of g and of i within the gates; i, f and o are adjacent in both
  // orders.
  int64_t CandidateAt() const { return candidate_first ? 0 : 3 * size; }
  int64_t GatesAt() const { return candidate_first ? size : 0; }
};

}  // namespace paddle::operators::kernels
